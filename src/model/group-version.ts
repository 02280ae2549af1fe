import { InvalidInputError } from "./errors.ts";
import { excerpt } from "./quote.ts";
import type { Resource } from "./resource.ts";

/** An API group and one of its versions. The core group is the empty string. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** What names a type of objects inside documents: `apps/v1`, `Deployment`. */
export interface GroupVersionKind extends GroupVersion {
  readonly kind: string;
}

/** What names a collection in paths: `apps/v1`, `deployments`. */
export interface GroupVersionResource extends GroupVersion {
  readonly resource: string;
}

/** Reads `apps/v1` or, for the core group, `v1`. */
export function parseApiVersion(text: string, place?: string): GroupVersion {
  const slash = typeof text === "string" ? text.indexOf("/") : -1;
  const group = slash === -1 ? "" : text.slice(0, slash);
  const version = typeof text === "string" ? text.slice(slash + 1) : "";
  if (version === "" || version.includes("/") || slash === 0) {
    throw new InvalidInputError({
      code: "SETPOINT_INVALID_API_VERSION",
      attempt: "parse the apiVersion",
      place,
      detail: `unexpected GroupVersion string: ${excerpt(text)}`,
      expected: "VERSION or GROUP/VERSION, for example v1 or apps/v1",
    });
  }
  return { group, version };
}

/** Writes what stands in the `apiVersion` of a document. */
export function formatApiVersion({ group, version }: GroupVersion): string {
  return group === "" ? version : `${group}/${version}`;
}

/** The `apiVersion` of a resource's objects. */
export function apiVersionOf(resource: Resource): string {
  return formatApiVersion(resource);
}

/** The group, version and kind of a resource's objects. */
export function gvkOf({ group, version, kind }: Resource): GroupVersionKind {
  return { group, version, kind };
}

/** The group, version and plural of a resource's path. */
export function gvrOf({ group, version, plural }: Resource): GroupVersionResource {
  return { group, version, resource: plural };
}
