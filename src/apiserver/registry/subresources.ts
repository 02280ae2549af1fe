import type { ServedResource } from "./contract.ts";
import { StatusError } from "./errors.ts";

const partVerbs: readonly string[] = ["get", "patch", "update"];

/** The parts of an object that have a path of their own, and what can be done to each. */
export const subresourceVerbs: Readonly<Record<string, readonly string[]>> = {
  approval: partVerbs,
  binding: ["create"],
  ephemeralcontainers: partVerbs,
  eviction: ["create"],
  finalize: ["update"],
  resize: partVerbs,
  scale: partVerbs,
  status: partVerbs,
  token: ["create"],
};

/** Those of a resource that are served. */
export function servedSubresources({ resource }: ServedResource): readonly string[] {
  return resource.subresources.filter((name) => Object.hasOwn(subresourceVerbs, name));
}

/** Throws 404 for a part that is not served. */
export function assertSubresource(served: ServedResource, name: string, subresource: string | undefined): void {
  if (subresource === undefined || servedSubresources(served).includes(subresource)) return;
  throw served.isCustom ? StatusError.notFound(served.resource, name) : StatusError.noSuchResource();
}
