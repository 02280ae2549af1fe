import { formatApiVersion } from "../../src/model/index.ts";
import type { GroupVersionKind } from "../../src/model/index.ts";
import { child, optionalTextOf, refuse, textOf } from "./json-document.ts";
import type { JsonNode } from "./json-document.ts";

/** Reads `{ group, version, kind }` and refuses names that can not be part of a path or an identifier. */
export function parseGroupVersionKind(node: JsonNode): GroupVersionKind {
  return {
    group: parseGroup(child(node, "group")),
    version: optionalTextOf(child(node, "version")),
    kind: parseKind(child(node, "kind")),
  };
}

/** The name of a group: empty, or DNS labels. */
export function parseGroup(node: JsonNode): string {
  const group = optionalTextOf(node);
  return /^(?:[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*)?$/.test(group) ? group : refuse(node, "the name of an API group");
}

/** A version such as `v1` or `v2beta1`. */
export function parseVersion(node: JsonNode): string {
  const version = textOf(node);
  return /^v[0-9]+(?:(?:alpha|beta)[0-9]+)?$/.test(version) ? version : refuse(node, "a version such as v1 or v2beta1");
}

/** The name of a kind, which becomes an identifier. */
export function parseKind(node: JsonNode): string {
  const kind = textOf(node);
  return /^[A-Z][A-Za-z0-9]*$/.test(kind) ? kind : refuse(node, "the name of a kind");
}

/** One string per kind, to look it up by. */
export function kindKey(kind: GroupVersionKind): string {
  return `${formatApiVersion(kind)} ${kind.kind}`;
}
