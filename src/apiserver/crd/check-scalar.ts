import { exactIntegerText } from "../../model/index.ts";
import { invalid, tooLong, typeInvalid } from "./causes.ts";
import { found, joined } from "./findings.ts";
import type { Findings } from "./findings.ts";
import { hasFormat } from "./formats.ts";
import { goNumber } from "./go-number.ts";
import { integerOf, is64Bits } from "./integers.ts";
import { fieldOf } from "./visit.ts";
import type { Visit } from "./visit.ts";

/** Whether a text is long and short enough, and matches the pattern (the first of these that fails is told), and has the format. */
export function checkString(visit: Visit, text: string): Findings {
  const { schema, path } = visit;
  const { format } = schema;
  const field = fieldOf(visit);
  const formatted =
    format === undefined || hasFormat(text, format)
      ? undefined
      : found(typeInvalid(field, text, `${path} in body must be of type ${format}: ${JSON.stringify(text)}`));
  return joined([checkText(visit, text), formatted], formatted === undefined && format !== undefined ? 1 : 0);
}

function checkText(visit: Visit, text: string): Findings | undefined {
  const { schema, path } = visit;
  const { minLength, maxLength, pattern } = schema.rules;
  const field = fieldOf(visit);
  // Only a text with enough code units can have too many characters.
  const length =
    minLength === undefined && (maxLength === undefined || text.length <= maxLength) ? 0 : Array.from(text).length;
  if (maxLength !== undefined && length > maxLength) return found(tooLong(field, maxLength));
  if (minLength !== undefined && length < minLength) {
    return found(invalid(field, text, `${path} in body should be at least ${minLength} chars long`));
  }
  if (pattern === undefined || pattern.matches(text)) return undefined;
  return found(invalid(field, text, `${path} in body should match '${pattern.text}'`));
}

/** Whether a number is within the range of its format and of the schema, and a multiple of what it has to be. */
export function checkNumber(visit: Visit, value: number): Findings {
  return joined([checkRange(visit, value), checkMultiple(visit, value), ...checkBounds(visit, value)], 1);
}

function checkRange({ schema, base, path }: Visit, value: number): Findings | undefined {
  const { types } = schema.rules;
  const { format } = schema;
  if (format === "float" && !Number.isFinite(Math.fround(value))) {
    return found(
      invalid(fieldOf({ base, place: "" }), "", `Checked value must be of type number with format float in ${path}`),
    );
  }
  if (types.length !== 1 || types[0] !== "integer" || integerOf(value, format === "int32" ? 32 : 64) !== undefined)
    return undefined;
  const how = format === undefined ? "(default format)" : `with format ${format}`;
  return found(invalid(fieldOf({ base, place: "" }), "", `Checked value must be of type integer ${how} in ${path}`));
}

/** Of an integer Kubernetes asks for integers only: what follows the point in the schema is cut off, and what is too large becomes the least. */
function asked(value: number, limit: number): number {
  if (!is64Bits(value)) return limit;
  return Math.abs(limit) < 2 ** 63 ? Math.trunc(limit) : -(2 ** 63);
}

/** A limit that no integer of its format can have is told of every value, which is then compared with it as a double. */
function limitProblem({ schema, base, path }: Visit, limit: number, name: string): Findings | undefined {
  const { types } = schema.rules;
  const { format } = schema;
  const bits = format === "int32" ? 32 : 64;
  const isInteger = Number.isInteger(limit) && Math.abs(limit) < 1e21;
  if (types.length !== 1 || types[0] !== "integer") return undefined;
  if (isInteger && BigInt.asIntN(bits, BigInt(String(limit))) === BigInt(String(limit))) return undefined;
  const how = format === undefined ? "(default format)" : `with format ${format}`;
  return found(invalid(fieldOf({ base, place: "" }), "", `${name} value must be of type integer ${how} in ${path}`));
}

function invalidDouble(field: string, value: number, detail: string): Findings {
  return found({ ...invalid(field, 0, ""), message: `Invalid value: ${goNumber(value)}: ${detail}` });
}

function checkDoubleMultiple(visit: Visit, value: number, factor: number): Findings | undefined {
  const { path } = visit;
  const [field, number] = [fieldOf(visit), numberOf(value)];
  if (factor <= 0) {
    return invalidDouble(field, factor, `factor MultipleOf declared for ${path} must be positive: ${goNumber(factor)}`);
  }
  if (isDoubleMultiple(number, factor)) return undefined;
  return invalidDouble(field, number, `${path} in body should be a multiple of ${goNumber(factor)}`);
}

function checkMultiple(visit: Visit, value: number): Findings | undefined {
  const { schema, path } = visit;
  const { multipleOf } = schema.rules;
  if (multipleOf === undefined) return undefined;
  const problem = limitProblem(visit, multipleOf, "MultipleOf");
  if (problem !== undefined || !is64Bits(value)) {
    return joined([problem, checkDoubleMultiple(visit, value, multipleOf)]);
  }
  const factor = asked(value, multipleOf);
  const field = fieldOf(visit);
  if (factor <= 0) {
    return found(invalid(field, factor, `factor MultipleOf declared for ${path} must be positive: ${factor}`));
  }
  if (isMultiple(value, factor)) return undefined;
  return found(invalid(field, value, `${path} in body should be a multiple of ${factor}`));
}

function isMultiple(value: number, factor: number): boolean {
  const integer = integerOf(value);
  return integer === undefined ? isDoubleMultiple(value, factor) : integer % BigInt(factor) === 0n;
}

function isDoubleMultiple(value: number, factor: number): boolean {
  return isWhole(factor < 1 ? (1 / factor) * value : value / factor);
}

function isWhole(quotient: number): boolean {
  const whole = Math.round(quotient);
  if (!Number.isSafeInteger(whole)) return false;
  return quotient === whole || Math.abs(quotient - whole) < 1e-9 * Math.abs(whole);
}

function numberOf(value: number): number {
  return Number(exactIntegerText(value) ?? value);
}

function checkBounds(visit: Visit, value: number): readonly (Findings | undefined)[] {
  const { schema, path } = visit;
  const { minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false } = schema.rules;
  const field = fieldOf(visit);
  const number = numberOf(value);
  const low = minimum === undefined ? undefined : limitProblem(visit, minimum, "Minimum boundary");
  const high = maximum === undefined ? undefined : limitProblem(visit, maximum, "Maximum boundary");
  const least = minimum === undefined || low !== undefined ? minimum : asked(value, minimum);
  const most = maximum === undefined || high !== undefined ? maximum : asked(value, maximum);
  const isBelow = least !== undefined && (number < least || (exclusiveMinimum && number === least));
  const isAbove = most !== undefined && (number > most || (exclusiveMaximum && number === most));
  const above = exclusiveMinimum ? "greater than" : "greater than or equal to";
  const below = exclusiveMaximum ? "less than" : "less than or equal to";
  const told = (problem: Findings | undefined, how: string, limit: number): Findings =>
    problem === undefined && is64Bits(value)
      ? found(invalid(field, value, `${path} in body should be ${how} ${BigInt(limit)}`))
      : invalidDouble(field, number, `${path} in body should be ${how} ${goNumber(limit)}`);
  return [low, isBelow ? told(low, above, least) : undefined, high, isAbove ? told(high, below, most) : undefined];
}
