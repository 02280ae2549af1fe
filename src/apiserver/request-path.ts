import { StatusError } from "./registry/index.ts";

/** What a path names: an object or a collection, or a document of the server itself. */
export type RequestPath = ResourcePath | DocumentPath;

/** An object, a collection or a part of an object. Nothing is known yet of whether it exists. */
export interface ResourcePath {
  readonly type: "resource";
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** Empty for a cluster-scoped resource, or for all namespaces. */
  readonly namespace: string;
  /** The path names a namespace, and its name is empty: `/api/v1/namespaces//pods`. */
  readonly isUnnamed?: boolean | undefined;
  /** Empty for the collection. */
  readonly name: string;
  readonly subresource: string | undefined;
  /** The path itself asks for a watch, in the old way: `/api/v1/watch/pods`. */
  readonly isWatch?: boolean | undefined;
  /** Nothing can be there, be it a part of a part or a watch of a part. Whoever asks still needs the right to what the path begins with. */
  readonly isNowhere?: boolean | undefined;
}

/** Anything else, by its decoded segments: `["apis", "apps"]`. */
export interface DocumentPath {
  readonly type: "document";
  readonly segments: readonly string[];
}

/** What may follow `namespaces/{name}` and still be about the namespace itself. */
const namespaceParts: readonly string[] = ["status", "finalize"];

/**
 * Reads a path without its query. One slash at the end makes no difference.
 *
 * Undefined: it can name nothing, because a segment other than the name of a namespace is empty, or one climbs (`.`, `..`) or hides a slash or a control character (`%2f`). Throws 400
 * for an escape that is malformed or does not stand for text in UTF-8.
 */
export function parseRequestPath(path: string): RequestPath | undefined {
  const segments = decodeSegments(path);
  if (segments === undefined) return undefined;
  const [root, ...rest] = segments;
  if (root === "api" && rest.length > 1) return resourcePath({ group: "", version: rest[0] ?? "" }, rest.slice(1));
  if (root === "apis" && rest.length > 2) {
    return resourcePath({ group: rest[0] ?? "", version: rest[1] ?? "" }, rest.slice(2));
  }
  return { type: "document", segments };
}

function decodeSegments(path: string): readonly string[] | undefined {
  if (!path.startsWith("/")) return undefined;
  const inner = path.slice(1, path.length > 1 && path.endsWith("/") ? -1 : undefined);
  if (inner === "") return path === "/" ? [] : undefined;
  const segments = inner.split("/").map(decodeSegment);
  const isRead = segments.every((segment, index) => isPlainSegment(segment) || isUnnamedNamespace(segments, index));
  return isRead ? segments : undefined;
}

/** Whether an empty segment stands where the name of a namespace does, with something in that. */
function isUnnamedNamespace(segments: readonly string[], index: number): boolean {
  const first = segments[0] === "api" ? 2 : 3;
  const place = segments[first] === "watch" ? first + 1 : first;
  const plural = segments[index + 1] ?? "";
  const isInside = plural !== "" && !namespaceParts.includes(plural);
  return segments[index] === "" && isInside && index === place + 1 && segments[place] === "namespaces";
}

function decodeSegment(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw StatusError.badRequest("the path of the request has a malformed escape");
  }
}

function isPlainSegment(segment: string): boolean {
  return segment !== "" && segment !== "." && segment !== ".." && !/[/\u0000-\u001f\u007f]/.test(segment);
}

function resourcePath(place: Pick<ResourcePath, "group" | "version">, segments: readonly string[]): ResourcePath {
  if (segments[0] === "watch" && segments.length > 1) return watchPath(resourcePath(place, segments.slice(1)));
  const [first, namespace = "", third = ""] = segments;
  const isInNamespace =
    first === "namespaces" && segments.length > 2 && !(segments.length === 3 && namespaceParts.includes(third));
  const [plural = "", name = "", subresource, ...beyond] = isInNamespace ? segments.slice(2) : segments;
  const nowhere = beyond.length > 0 ? { isNowhere: true } : {};
  return {
    type: "resource",
    ...place,
    plural,
    namespace: isInNamespace ? namespace : "",
    ...(isInNamespace && namespace === "" ? { isUnnamed: true } : {}),
    name,
    subresource,
    ...nowhere,
  };
}

/** No part of an object can be watched. */
function watchPath(watched: ResourcePath): ResourcePath {
  return { ...watched, isWatch: true, ...(watched.subresource === undefined ? {} : { isNowhere: true }) };
}
