import { survey } from "./depth.ts";
import type { DepthOptions } from "./depth.ts";
import { InvalidInputError } from "./errors.ts";
import { exactIntegerFromText } from "./exact-integer.ts";

/** Where a JSON text comes from, and how deep it may nest. */
export type ParseJsonOptions = Omit<DepthOptions, "attempt">;

const attempt = "parse JSON";

/**
 * Reads a JSON text. Keys such as `__proto__` become own properties of the result and nothing else. Integers that no number can hold
 * become values that are written again digit by digit (see `isExactInteger`); every other number, also one with a fraction or an
 * exponent, is what the platform makes of it. Throws `SETPOINT_INVALID_JSON` or `SETPOINT_TOO_DEEP`; neither quotes the text, which may
 * be a secret.
 */
export function parseJson(text: string, options: ParseJsonOptions = {}): unknown {
  const value = parse(text, options.place);
  // Hardly any document has such a number, and only those are read again. What is not too deep cannot overflow the stack there.
  return survey(value, { ...options, attempt }) ? parseExactly(text) : value;
}

function parseExactly(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === "number" ? (exactIntegerFromText(context?.source ?? "") ?? value) : value,
  ) as unknown;
}

function parse(text: string, place: string | undefined): unknown {
  try {
    // The platform would turn another value into a text first.
    return JSON.parse(typeof text === "string" ? text : "") as unknown;
  } catch (error) {
    // The platform's message may quote the text around the mistake: only the position is taken from it.
    const position = /position \d+/.exec(String(error))?.[0];
    throw new InvalidInputError({
      code: "SETPOINT_INVALID_JSON",
      attempt,
      place,
      detail: position === undefined ? "the text is not JSON" : `the text is not JSON at ${position}`,
      expected: "one JSON value",
    });
  }
}
