import type { ServerRequest } from "./http-message.ts";
import { StatusError } from "./registry/index.ts";
import type { PatchType, ServedResource } from "./registry/index.ts";

/** The forms of patches, by their media type. */
export const patchTypes: Readonly<Record<string, PatchType>> = {
  "application/json-patch+json": "json",
  "application/merge-patch+json": "merge",
  "application/strategic-merge-patch+json": "strategic",
  "application/apply-patch+yaml": "apply",
};

/** Which kind of patch a request sends. Throws 415 for what is none; for custom resources a strategic one is none. */
export function patchTypeOf({ headers }: ServerRequest, { isCustom }: ServedResource): PatchType {
  const media = headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? "";
  const type = Object.hasOwn(patchTypes, media) ? patchTypes[media] : undefined;
  if (type !== undefined && !(isCustom && type === "strategic")) return type;
  if (!isCustom) throw new StatusError("UnsupportedMediaType", "415: Unsupported Media Type", {});
  throw StatusError.unsupportedMediaType(Object.keys(patchTypes).filter((one) => patchTypes[one] !== "strategic"));
}
