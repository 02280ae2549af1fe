import { namesExactly } from "../accept.ts";
import type { MediaType } from "../accept.ts";
import type { ServerRequest } from "../http-message.ts";
import { StatusError } from "../registry/index.ts";
import type { ServedResource } from "../registry/index.ts";

const everyType: readonly MediaType[] = ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"];
const streamTypes: readonly string[] = [
  "application/json;stream=watch",
  "application/vnd.kubernetes.protobuf;stream=watch",
];

/** What was asked for. */
export interface AskedForm {
  readonly served: ServedResource;
  readonly isWatch: boolean;
  /** Several objects are read, which is where they can be watched as well. */
  readonly isCollection?: boolean | undefined;
  /** What is accepted can be had, but not as a stream. */
  readonly isUnstreamable?: boolean | undefined;
}

/** The error for a request that accepts nothing of what there is. Types that are not known at all get another answer in built-in groups. */
export function notAcceptable({ headers }: ServerRequest, asked: AskedForm): StatusError {
  const { served, isWatch, isCollection, isUnstreamable = false } = asked;
  if (served.isCustom || namesExactly(headers.accept, everyType)) {
    return StatusError.notAcceptable(isUnstreamable ? streamTypes : everyType);
  }
  const isWatchable = isCollection && served.resource.verbs.includes("watch");
  return noRepresentation(isWatch || isWatchable ? [...everyType, ...streamTypes] : everyType);
}

/** The error for a request that names no type that is known. */
export function noRepresentation(offered: readonly string[]): StatusError {
  const message = `406: Not Acceptable\n\nAvailable representations: ${offered.join(", ")}`;
  return new StatusError("NotAcceptable", message, {});
}
