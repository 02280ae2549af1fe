import { parseJson } from "../model/index.ts";
import { serverDefaults } from "./defaults.ts";
import { inexactNumber } from "./inexact-number.ts";
import type { ServerRequest } from "./http-message.ts";
import { orBadRequest } from "./query-options.ts";
import { StatusError } from "./registry/index.ts";

/** The forms in which a body may come. */
export type MediaType = "application/json" | "application/merge-patch+json";

/**
 * The parsed body; undefined if there is none. Its nesting is bounded and its numbers can be kept as they are; nothing else is known of it. A body without a type counts as
 * JSON, but a patch must say what it is.
 */
export function readBody({ headers, body }: ServerRequest, accepted: MediaType): unknown {
  const given = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  const isAccepted = given === accepted || (!given && accepted === "application/json");
  if (body === undefined || body.length === 0) {
    if (isAccepted || accepted === "application/json") return undefined;
    throw StatusError.unsupportedMediaType([accepted]);
  }
  if (!isAccepted) throw StatusError.unsupportedMediaType([accepted]);
  if (body.length > serverDefaults.maxBodyBytes) throw StatusError.tooLarge(serverDefaults.maxBodyBytes);
  const text = decode(body);
  const value = orBadRequest(() => parseJson(text));
  const inexact = inexactNumber(text);
  if (inexact === undefined) return value;
  throw StatusError.badRequest(`json: cannot unmarshal number ${inexact.slice(0, 64)} into Go value of type float64`);
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw StatusError.badRequest("the body of the request is not text in UTF-8");
  }
}
