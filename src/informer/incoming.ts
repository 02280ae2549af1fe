import { formatApiVersion } from "../model/index.ts";
import type { KubeList, KubeObject, Resource } from "../model/index.ts";
import { InformerError } from "./errors.ts";

interface Loose {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly metadata?: {
    readonly name?: unknown;
    readonly namespace?: unknown;
    readonly resourceVersion?: unknown;
    readonly continue?: unknown;
  };
  readonly items?: unknown;
}

/** Why an object can't be taken into a cache of `resource`, if it can't. Its type is only a promise of whoever decoded it. */
export function problemOf(object: KubeObject, resource: Resource): string | undefined {
  const { apiVersion, kind, metadata } = (object as Loose | null | undefined) ?? {};
  if (!isText(metadata?.name)) return "it has no name";
  if (metadata.namespace !== undefined && typeof metadata.namespace !== "string") return "its namespace is no text";
  if (!isText(metadata.resourceVersion)) return "it has no version";
  if (kind !== undefined && kind !== resource.kind) return "it is of another kind";
  if (apiVersion !== undefined && apiVersion !== formatApiVersion(resource)) return "it is of another API version";
  return undefined;
}

/** The version of a list that is whole. Throws `SETPOINT_INFORMER_LIST`: what such a list leaves out would count as deleted. */
export function versionOf(list: KubeList, resource: Resource): string {
  const { metadata, items } = (list as Loose | null | undefined) ?? {};
  if (!Array.isArray(items)) throw badList(resource, "it has no items");
  if (isText(metadata?.continue)) throw badList(resource, "it is one page of several");
  if (!isText(metadata?.resourceVersion)) throw badList(resource, "it has no version");
  return metadata.resourceVersion;
}

function badList({ plural }: Resource, detail: string): InformerError {
  return new InformerError(
    "SETPOINT_INFORMER_LIST",
    `list ${plural}: ${detail} (expected a whole list with metadata.resourceVersion)`,
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
