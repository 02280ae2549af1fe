import type { ServerRequest } from "./http-message.ts";
import { StatusError } from "./registry/index.ts";

/** Throws 406 when whoever asks does not accept plain JSON. */
export function requireJson({ headers }: ServerRequest): void {
  if (!acceptsJson(headers.accept)) throw StatusError.notAcceptable(["application/json"]);
}

/**
 * Whether an `Accept` header allows plain JSON, the only form in which this server answers. Forms of JSON that are another
 * representation (`as=Table`) don't: whoever names them beside plain JSON gets plain JSON.
 */
export function acceptsJson(accept: string | undefined): boolean {
  return accept === undefined || accept.trim() === "" || accept.split(",").some(isPlainJson);
}

function isPlainJson(range: string): boolean {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  if (type !== "application/json" && type !== "application/*" && type !== "*/*") return false;
  return !parameters.some(
    (parameter) =>
      parameter.startsWith("as=") ||
      /^q=0(?:\.0*)?$/.test(parameter) ||
      (parameter.startsWith("stream=") && parameter !== "stream=watch"),
  );
}
