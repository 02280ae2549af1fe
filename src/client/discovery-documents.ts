import type { GroupVersion } from "../model/index.ts";
import type { DiscoveredResource } from "./discovery-api.ts";
import { AnswerDecodeError } from "./errors.ts";
import { fieldOf } from "./unstructured.ts";

/** A group with its versions in the server's order, each perhaps with what it serves. */
export interface GroupDocument {
  readonly name: string;
  readonly preferredVersion: string | undefined;
  readonly versions: readonly VersionDocument[];
}

/** One version of a group. */
export interface VersionDocument {
  readonly version: string;
  /** What the server itself could not learn anew is stale: resources may be missing. */
  readonly isStale: boolean;
  /** Absent where it must be asked for. */
  readonly resources: readonly DiscoveredResource[] | undefined;
}

/** Reads the aggregated form, one document for all groups. `place` is the path, for messages. */
export function readAggregated(document: unknown, place: string): readonly GroupDocument[] {
  return listIn(document, "items", place).map((item) => {
    const name = textIn(item, "metadata", "name");
    const versions = listIn(item, "versions", place).map((entry) => {
      const version = requiredText(entry, "version", place);
      const resources = listIn(entry, "resources", place).flatMap((resource) =>
        aggregatedResource(resource, { group: name, version }, place),
      );
      return { version, isStale: textIn(entry, "freshness") === "Stale", resources };
    });
    return { name, preferredVersion: undefined, versions };
  });
}

/** Reads `APIVersions`, the legacy answer to `/api`. */
export function readCoreVersions(document: unknown, place: string): readonly GroupDocument[] {
  const versions = textsIn(document, "versions").map((version) => ({ version, isStale: false, resources: undefined }));
  if (versions.length === 0) throw undecodable(place, "versions of the core group");
  return [{ name: "", preferredVersion: undefined, versions }];
}

/** Reads `APIGroupList`, the legacy answer to `/apis`. */
export function readGroupList(document: unknown, place: string): readonly GroupDocument[] {
  return listIn(document, "groups", place).map((group) => ({
    name: requiredText(group, "name", place),
    preferredVersion: textIn(group, "preferredVersion", "version") || undefined,
    versions: listIn(group, "versions", place).map((entry) => ({
      version: requiredText(entry, "version", place),
      isStale: false,
      resources: undefined,
    })),
  }));
}

/**
 * Reads `APIResourceList`, what one version serves. Subresources are gathered at their resource, wherever they stand. A resource of no kind
 * is left out, as in the aggregated form.
 */
export function readResourceList(
  document: unknown,
  served: GroupVersion,
  place: string,
): readonly DiscoveredResource[] {
  const entries = listIn(document, "resources", place).map((entry) => {
    const [plural = "", ...rest] = requiredText(entry, "name", place).split("/");
    return { entry, plural, subresource: rest.join("/") };
  });
  const all = Map.groupBy(entries, ({ plural }) => plural);
  return entries.flatMap(({ entry, plural, subresource }) => {
    const kind = textIn(entry, "kind");
    if (subresource !== "" || kind === "") return [];
    const scope = fieldOf(entry, "namespaced") === true ? "Namespaced" : "Cluster";
    const subresources = (all.get(plural) ?? []).map((other) => other.subresource).filter((name) => name !== "");
    return [
      {
        ...served,
        kind,
        plural,
        singular: singularOf(kind, entry, "singularName"),
        scope,
        ...listsOf(entry),
        subresources,
      },
    ];
  });
}

/** A resource whose server names no kind can't be read or written as objects, and is left out. */
function aggregatedResource(entry: unknown, served: GroupVersion, place: string): readonly DiscoveredResource[] {
  const kind = textIn(entry, "responseKind", "kind");
  if (kind === "") return [];
  const plural = requiredText(entry, "resource", place);
  const scope = textIn(entry, "scope") === "Namespaced" ? "Namespaced" : "Cluster";
  const subresources = listIn(entry, "subresources", place).map((sub) => requiredText(sub, "subresource", place));
  return [
    {
      ...served,
      kind,
      plural,
      singular: singularOf(kind, entry, "singularResource"),
      scope,
      ...listsOf(entry),
      subresources,
    },
  ];
}

/** Old servers name no singular; then it is the kind in lower case. */
function singularOf(kind: string, entry: unknown, field: string): string {
  return textIn(entry, field) || kind.toLowerCase();
}

function listsOf(entry: unknown): Pick<DiscoveredResource, "shortNames" | "categories" | "verbs"> {
  return {
    shortNames: textsIn(entry, "shortNames"),
    categories: textsIn(entry, "categories"),
    verbs: textsIn(entry, "verbs"),
  };
}

function listIn(value: unknown, field: string, place: string): readonly unknown[] {
  const list = fieldOf(value, field) ?? [];
  if (Array.isArray(list)) return list;
  throw undecodable(place, `a list in ${field}`);
}

function textsIn(value: unknown, field: string): readonly string[] {
  const list = fieldOf(value, field);
  return Array.isArray(list) ? list.filter((text) => typeof text === "string") : [];
}

function textIn(value: unknown, ...path: readonly string[]): string {
  const text = fieldOf(value, ...path);
  return typeof text === "string" ? text : "";
}

function requiredText(value: unknown, field: string, place: string): string {
  const text = textIn(value, field);
  if (text === "") throw undecodable(place, `a text in ${field}`);
  return text;
}

function undecodable(place: string, expected: string): AnswerDecodeError {
  return new AnswerDecodeError(`GET ${place}: expected a discovery document with ${expected}`);
}
