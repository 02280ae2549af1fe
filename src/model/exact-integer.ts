/**
 * An integer that is too large for a JavaScript number, as documents hold it: a leaf that `JSON.stringify` writes digit by digit. Where
 * the type of a field says number, such a value can stand at run time; arithmetic with it gives NaN. `structuredClone` breaks it.
 */
export interface ExactInteger {
  readonly rawJSON: string;
}

/** What the platform has and the compiler's library does not yet know. */
interface RawJson {
  rawJSON(text: string): ExactInteger;
  isRawJSON(value: unknown): value is ExactInteger;
}

const platform: Readonly<RawJson> = JSON as unknown as RawJson;

const integer = /^-?(?:0|[1-9]\d*)$/;

/** A value that the platform writes as the text it holds. It has no members as far as documents are concerned. */
export function isRawJson(value: unknown): value is ExactInteger {
  return platform.isRawJSON(value);
}

/** Whether a value is an integer that no number can hold. Every other integer of a document is a number. */
export function isExactInteger(value: unknown): value is ExactInteger {
  return isRawJson(value) && integer.test(value.rawJSON);
}

/** The digits of an integer, whether it is a number or an exact one, for `BigInt` to read; `undefined` for every other value. */
export function exactIntegerText(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isInteger(value) ? String(BigInt(value)) : undefined;
  return isExactInteger(value) ? value.rawJSON : undefined;
}

/** An integer as documents hold it: a number where that is exact, else a value that is written digit by digit. */
export function exactInteger(value: bigint): number | ExactInteger {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : platform.rawJSON(String(value));
}

/** The same from the text of a JSON number, or `undefined` when the text is no integer that a number would change. */
export function exactIntegerFromText(text: string): ExactInteger | undefined {
  return integer.test(text) && !Number.isSafeInteger(Number(text)) ? platform.rawJSON(text) : undefined;
}
