import { InvalidInputError } from "./errors.ts";
import { excerpt } from "./quote.ts";

/**
 * Orders two versions of the same resource: negative when `a` is older, 0 when they are equal, positive when `a` is newer. Versions are
 * decimal numbers of any length. `0` is none: in a request it means "any version", and no object ever has it.
 */
export function compareResourceVersions(a: string, b: string): -1 | 0 | 1 {
  assertResourceVersion(a);
  assertResourceVersion(b);
  if (a === b) return 0;
  if (a.length !== b.length) return a.length < b.length ? -1 : 1;
  return a < b ? -1 : 1;
}

/** Whether a string is the version of an object. */
export function isResourceVersion(text: string): boolean {
  if (typeof text !== "string" || text.length === 0 || text.charCodeAt(0) === zero) return false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < zero || unit > nine) return false;
  }
  return true;
}

const zero = 0x30;
const nine = 0x39;

function assertResourceVersion(text: string): void {
  if (isResourceVersion(text)) return;
  throw new InvalidInputError({
    code: "SETPOINT_INVALID_VERSION",
    attempt: "compare resource versions",
    detail: `resource version is not well formed: ${excerpt(text)}`,
    expected: "a positive decimal number without leading zeros",
  });
}
