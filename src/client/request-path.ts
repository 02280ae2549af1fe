import type { Resource } from "../model/index.ts";
import { InvalidRequestError } from "./errors.ts";

/** What a request is about. */
export interface RequestTarget {
  readonly resource: Resource;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

/** The path of a collection, an object or a part of one. Every segment was checked by `checkSegment`, but those of the resource. */
export function requestPath({ resource, namespace, name, subresource }: RequestTarget): string {
  const { group, version, plural } = resource;
  let path = group === "" ? "/api" : `/apis${segmentText(checkSegment("group", group))}`;
  path += segmentText(checkSegment("version", version));
  if (namespace !== undefined) path += `/namespaces${segmentText(namespace)}`;
  path += segmentText(checkSegment("plural", plural));
  if (name !== undefined) path += segmentText(name);
  return subresource === undefined ? path : path + segmentText(subresource);
}

/** With the slash in front. Names rarely have anything to encode. */
function segmentText(segment: string): string {
  return /^[\w.-]+$/.test(segment) ? `/${segment}` : `/${encodeURIComponent(segment)}`;
}

/**
 * A path as it is given, such as `/version` or `/openapi/v3`: from a slash on, of segments that `checkSegment` accepts. A slash at its end is
 * kept. What belongs into the query is refused with everything else that would not stay in its segment.
 */
export function absolutePath(path: string): string {
  if (typeof path !== "string" || !path.startsWith("/")) {
    throw new InvalidRequestError("send a request to a path: expected one that begins with a slash");
  }
  const segments = path.slice(1).split("/");
  const last = segments.pop() ?? "";
  const checked = segments.map((segment) => checkSegment("path", segment));
  if (last !== "") checked.push(checkSegment("path", last));
  const encoded = checked.map(segmentText).join("");
  return last === "" ? `${encoded}/` : encoded;
}

/** Refuses what would not be one segment of a path, however it were written: it could reach another object than the one named. */
export function checkSegment(what: string, segment: string): string {
  const isSegment =
    typeof segment === "string" && segment.isWellFormed() && !/^\.{0,2}$|[/%\u0000-\u001f\u007f]/.test(segment);
  if (isSegment) return segment;
  const shown =
    typeof segment === "string" ? JSON.stringify(segment.slice(0, 100)) : `a value of type ${typeof segment}`;
  throw new InvalidRequestError(
    `use ${shown} as the ${what} of a request: expected a text that is not empty, "." or "..", without "/", "%" and control characters`,
  );
}
