import { exactIntegerText } from "../../model/index.ts";
import { invalid, tooLong, typeInvalid } from "./causes.ts";
import { found, joined } from "./findings.ts";
import type { Findings } from "./findings.ts";
import { hasFormat } from "./formats.ts";
import { integerOf, is64Bits } from "./integers.ts";
import { fieldOf } from "./visit.ts";
import type { Visit } from "./visit.ts";

/** Whether a text is long and short enough, and matches the pattern (the first of these that fails is told), and has the format. */
export function checkString(visit: Visit, text: string): Findings {
  const { schema, base, path } = visit;
  const { format } = schema;
  const field = fieldOf({ base }, path);
  const formatted =
    format === undefined || hasFormat(text, format)
      ? undefined
      : found(typeInvalid(field, text, `${path} in body must be of type ${format}: ${JSON.stringify(text)}`));
  return joined([checkText(visit, text), formatted], formatted === undefined && format !== undefined ? 1 : 0);
}

function checkText({ schema, base, path }: Visit, text: string): Findings | undefined {
  const { minLength, maxLength, pattern } = schema.rules;
  const field = fieldOf({ base }, path);
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
      invalid(fieldOf({ base }, ""), "", `Checked value must be of type number with format float in ${path}`),
    );
  }
  if (types.length !== 1 || types[0] !== "integer" || integerOf(value, format === "int32" ? 32 : 64) !== undefined)
    return undefined;
  const how = format === undefined ? "(default format)" : `with format ${format}`;
  return found(invalid(fieldOf({ base }, ""), "", `Checked value must be of type integer ${how} in ${path}`));
}

/** Of an integer Kubernetes asks for integers only: what follows the point in the schema is cut off. */
function asked(value: number, limit: number): number {
  return is64Bits(value) ? Math.trunc(limit) : limit;
}

function checkMultiple({ schema, base, path }: Visit, value: number): Findings | undefined {
  if (schema.rules.multipleOf === undefined) return undefined;
  const factor = asked(value, schema.rules.multipleOf);
  const field = fieldOf({ base }, path);
  if (factor <= 0) {
    return found(invalid(field, factor, `factor MultipleOf declared for ${path} must be positive: ${factor}`));
  }
  if (isMultiple(value, factor)) return undefined;
  return found(invalid(field, value, `${path} in body should be a multiple of ${factor}`));
}

function isMultiple(value: number, factor: number): boolean {
  const integer = integerOf(value);
  if (integer !== undefined) return integer % BigInt(factor) === 0n;
  const quotient = factor < 1 ? (1 / factor) * value : value / factor;
  return Number.isSafeInteger(Math.round(quotient)) && Math.abs(quotient - Math.round(quotient)) <= 1e-9;
}

function checkBounds({ schema, base, path }: Visit, value: number): readonly (Findings | undefined)[] {
  const { minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false } = schema.rules;
  const field = fieldOf({ base }, path);
  const number = Number(exactIntegerText(value) ?? value);
  const least = minimum === undefined ? undefined : asked(value, minimum);
  const most = maximum === undefined ? undefined : asked(value, maximum);
  const isBelow = least !== undefined && (number < least || (exclusiveMinimum && number === least));
  const isAbove = most !== undefined && (number > most || (exclusiveMaximum && number === most));
  const above = exclusiveMinimum ? "greater than" : "greater than or equal to";
  const below = exclusiveMaximum ? "less than" : "less than or equal to";
  return [
    isBelow ? found(invalid(field, value, `${path} in body should be ${above} ${least}`)) : undefined,
    isAbove ? found(invalid(field, value, `${path} in body should be ${below} ${most}`)) : undefined,
  ];
}
