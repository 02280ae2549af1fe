import { formatApiVersion } from "../model/index.ts";
import type { KubeList, KubeObject, Resource } from "../model/index.ts";
import { encodedOf } from "../wire/index.ts";
import type { EncodedObject } from "../wire/index.ts";
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

const kindPath: readonly string[] = ["kind"];
const apiVersionPath: readonly string[] = ["apiVersion"];

/** What objects are expected to be. */
export interface ExpectedKind {
  readonly kind: string;
  readonly apiVersion: string;
  /** How the bytes of such an object usually begin: then they need not be decoded to know it. */
  readonly starts: readonly Uint8Array[];
}

/** What the objects of a resource are. */
export function expectedOf(resource: Resource): ExpectedKind {
  const { kind } = resource;
  const apiVersion = formatApiVersion(resource);
  const starts = [
    { kind, apiVersion },
    { apiVersion, kind },
  ].map((type) => new TextEncoder().encode(`${JSON.stringify(type).slice(0, -1)},`));
  return { kind, apiVersion, starts };
}

/**
 * Why an object can't be taken into a cache of what is expected, if it can't. Its type is only a promise of whoever decoded it. Does not decode
 * the metadata of a view that is still bytes.
 */
export function problemOf(object: KubeObject, expected: ExpectedKind): string | undefined {
  if (typeof object !== "object" || object === null) return "it is no object";
  const encoded = encodedOf(object);
  const metadata: Loose["metadata"] = encoded ?? (object as Loose).metadata;
  if (!isText(metadata?.name)) return "it has no name";
  if (metadata.namespace !== undefined && typeof metadata.namespace !== "string") return "its namespace is no text";
  if (!isText(metadata.resourceVersion)) return "it has no version";
  return encoded === undefined ? typeProblem(object, expected) : encodedTypeProblem(encoded, expected);
}

function typeProblem({ apiVersion, kind }: Loose, expected: ExpectedKind): string | undefined {
  if (kind !== undefined && kind !== expected.kind) return "it is of another kind";
  if (apiVersion !== undefined && apiVersion !== expected.apiVersion) return "it is of another API version";
  return undefined;
}

/** Reads the bytes and not the view, which would keep what it was asked for. */
function encodedTypeProblem(encoded: EncodedObject, expected: ExpectedKind): string | undefined {
  if (expected.starts.some((start) => startsWith(encoded.bytes, start))) return undefined;
  return typeProblem({ apiVersion: encoded.read(apiVersionPath), kind: encoded.read(kindPath) }, expected);
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  for (let index = 0; index < start.length; index += 1) if (bytes[index] !== start[index]) return false;
  return true;
}

/** The version of a list, or of a page of it. Throws `SETPOINT_INFORMER_LIST` for what is none. */
export function versionOf(list: KubeList, resource: Resource): string {
  const { metadata, items } = (list as Loose | null | undefined) ?? {};
  if (!Array.isArray(items)) throw badList(resource, "it has no items");
  if (!isText(metadata?.resourceVersion)) throw badList(resource, "it has no version");
  return metadata.resourceVersion;
}

/** What leads to the next page; undefined after the last one. */
export function nextPageOf(list: KubeList): string | undefined {
  const { metadata } = list as Loose;
  return isText(metadata?.continue) ? metadata.continue : undefined;
}

/** Why a list can't be used: what it leaves out would count as deleted. */
export function badList({ plural }: Resource, detail: string): InformerError {
  return new InformerError(
    "SETPOINT_INFORMER_LIST",
    `list ${plural}: ${detail} (expected a whole list with metadata.resourceVersion)`,
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
