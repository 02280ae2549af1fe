import { namesAny } from "../accept.ts";
import type { MediaType } from "../accept.ts";
import type { ServerRequest } from "../http-message.ts";
import { StatusError } from "../registry/index.ts";
import type { ServedResource } from "../registry/index.ts";

const everyType: readonly MediaType[] = ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"];
const streamTypes: readonly string[] = [
  "application/json;stream=watch",
  "application/vnd.kubernetes.protobuf;stream=watch",
];

/** The error for a request that accepts nothing of what there is. Types that are not known at all get another answer in built-in groups. */
export function notAcceptable(
  { headers }: ServerRequest,
  { served, isWatch }: { readonly served: ServedResource; readonly isWatch: boolean },
): StatusError {
  if (served.isCustom || namesAny(headers.accept, everyType)) {
    return StatusError.notAcceptable(isWatch ? streamTypes : everyType);
  }
  return noRepresentation(served.resource.verbs.includes("watch") ? [...everyType, ...streamTypes] : everyType);
}

/** The error for a request that names no type that is known. */
export function noRepresentation(offered: readonly string[]): StatusError {
  const message = `406: Not Acceptable\n\nAvailable representations: ${offered.join(", ")}`;
  return new StatusError("NotAcceptable", message, {});
}
