import { InvalidInputError } from "./errors.ts";
import { parseInt64 } from "./int64.ts";
import { excerpt } from "./quote.ts";

/** The text of a field that is an integer or a text, such as the port of a service. */
export function intOrStringToText(value: number | string): string {
  return String(value);
}

/**
 * How many of `total` a field such as `maxUnavailable` means: an integer is meant as it is, a percentage (`"25%"`) as that part of the
 * total. The `detail` of the `SETPOINT_INVALID_INT_OR_STRING` it throws is Kubernetes' message.
 */
export function scaledIntOrPercent(value: number | string, total: number, roundUp: boolean): number {
  if (typeof value === "number") return wholeNumber(value);
  const part = (Number(percentOf(value)) * total) / 100;
  // Zero is added so that there is no -0.
  return (roundUp ? Math.ceil(part) : Math.floor(part)) + 0;
}

function wholeNumber(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw invalidIntOrString(`invalid value for IntOrString: ${value} is not an integer`);
}

function percentOf(value: string): bigint {
  if (typeof value !== "string") throw invalidIntOrString(`found ${excerpt(value)} for IntOrString`);
  if (!value.endsWith("%")) {
    throw invalidIntOrString("invalid value for IntOrString: invalid type: string is not a percentage");
  }
  const digits = value.slice(0, -1);
  const percent = parseInt64(digits);
  if (percent !== undefined) return percent;
  const problem = /^[+-]?\d+$/.test(digits) ? "value out of range" : "invalid syntax";
  const parsing = `strconv.Atoi: parsing ${excerpt(digits)}: ${problem}`;
  throw invalidIntOrString(`invalid value for IntOrString: invalid value ${excerpt(value)}: ${parsing}`);
}

function invalidIntOrString(detail: string): InvalidInputError {
  return new InvalidInputError({
    code: "SETPOINT_INVALID_INT_OR_STRING",
    attempt: "scale an integer or percentage",
    detail,
    expected: 'an integer such as 3 or a percentage such as "25%"',
  });
}
