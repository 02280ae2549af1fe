import { toText } from "./library-conversions.ts";
import { doubleText, fixedText, groupedText } from "./number-text.ts";
import { Duration, Failure, ListValue, MapValue, Opaque, Timestamp, Uint } from "./value.ts";
import type { Value } from "./value.ts";
import { typeOfValue } from "./value-type.ts";

/** A place in a format where a value is put. */
export interface Clause {
  /** `s`, `d`, `f`, `e`, `b`, `x`, `X` or `o`. */
  readonly verb: string;
  readonly precision: number;
}

/** A format as texts and clauses in turn, or why it is none. Clauses before the problem are told with it. */
export interface Format {
  readonly parts: readonly (string | Clause)[];
  readonly problem?: string | undefined;
}

const defaultPrecision = 6;
/** A format can ask for as many digits as it likes, and is given so many. */
const maxPrecision = 1000;

/** Reads a format such as `%s has %d`. */
export function readFormat(text: string): Format {
  const parts: (string | Clause)[] = [];
  let rest = text;
  while (rest !== "") {
    const [plain = ""] = /^(?:[^%]|%%)*/.exec(rest) ?? [];
    if (plain !== "") parts.push(plain.replaceAll("%%", "%"));
    rest = rest.slice(plain.length);
    if (rest === "") break;
    const clause = /^%(?:\.(\d+))?([sdfebxXo])/.exec(rest);
    if (clause === null) return { parts, problem: clauseProblem(rest) };
    const [whole, precision, verb = ""] = clause;
    parts.push({ verb, precision: precision === undefined ? defaultPrecision : Number(precision) });
    rest = rest.slice(whole.length);
  }
  return { parts };
}

function clauseProblem(rest: string): string {
  if (rest.length < 2) return "unexpected end of string";
  const [, precision, verb = ""] = /^%(\.\d*)?([^]?)/u.exec(rest) ?? [];
  const could = "could not parse formatting clause: ";
  if (precision !== undefined && verb === "") {
    return `${could}error while parsing precision: could not find end of precision specifier`;
  }
  if (precision === ".") {
    return `${could}error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax`;
  }
  return `${could}unrecognized formatting clause "${verb}"`;
}

const rules: Readonly<Record<string, string>> = {
  b: "only integers and bools can be formatted as binary",
  d: "decimal clause can only be used on integers",
  e: "scientific clause can only be used on doubles",
  f: "fixed-point clause can only be used on doubles",
  o: "octal clause can only be used on integers",
  s: "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps",
  x: "only integers, byte buffers, and strings can be formatted as hex",
};

/** Why a clause cannot be filled with a value of a type. */
export function clauseRule(verb: string, type: string): string {
  return `error during formatting: ${rules[verb.toLowerCase()] ?? ""}, was given ${type}`;
}

/** A format with values in place of its clauses. */
export function formatted(text: string, args: readonly Value[]): string | Failure {
  const { parts, problem } = readFormat(text);
  let result = "";
  let index = 0;
  for (const part of parts) {
    if (typeof part === "string") {
      result += part;
      continue;
    }
    const arg = args[index];
    if (arg === undefined) return new Failure(`index ${index} out of range`);
    const filled = fill(part, arg);
    if (filled === undefined) return new Failure(clauseRule(part.verb, typeOfValue(arg).name));
    if (filled instanceof Failure) return filled;
    result += filled;
    index += 1;
  }
  if (problem === undefined) return result;
  return new Failure(index >= args.length ? `index ${index} out of range` : problem);
}

function fill({ verb, precision }: Clause, arg: Value): string | Failure | undefined {
  const integer = typeof arg === "bigint" ? arg : arg instanceof Uint ? arg.value : undefined;
  switch (verb) {
    case "s":
      return textOf(arg);
    case "d":
      return integer?.toString();
    case "b":
      return typeof arg === "boolean" ? String(Number(arg)) : integer?.toString(2);
    case "o":
      return integer?.toString(8);
    case "x":
    case "X":
      return hex(arg, integer, verb === "X");
    case "e":
      // What looks like a precision is how long the text is at least.
      return float(verb, precision, arg)?.padStart(Math.min(precision, maxPrecision));
    default:
      return float(verb, precision, arg);
  }
}

function hex(arg: Value, integer: bigint | undefined, isUpper: boolean): string | undefined {
  const bytes = typeof arg === "string" ? new TextEncoder().encode(arg) : arg;
  const text =
    bytes instanceof Uint8Array
      ? [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
      : integer?.toString(16);
  return isUpper ? text?.toUpperCase() : text;
}

const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function float(verb: string, precision: number, arg: Value): string | undefined {
  const named: Readonly<Record<string, string>> = { NaN: "NaN", Infinity: "∞", "-Infinity": "-∞" };
  if (typeof arg === "string") return named[arg];
  if (typeof arg !== "number") return undefined;
  if (!Number.isFinite(arg)) return named[String(arg)];
  if (verb === "e") return scientific(arg);
  return groupedText(fixedText(arg === 0 ? 0 : arg, Math.min(precision, maxPrecision)));
}

function scientific(value: number): string {
  const [mantissa = "", power = "0"] = value.toExponential(defaultPrecision).split("e");
  const exponent = Math.abs(Number(power)).toString().padStart(2, "0");
  const sign = Number(power) < 0 ? "⁻" : "";
  return `${mantissa}×10${sign}${exponent.replace(/\d/g, (digit) => raised[Number(digit)] ?? digit)}`;
}

function textOf(arg: Value): string | Failure | undefined {
  if (arg === null) return "null";
  if (arg instanceof ListValue) return listText(arg);
  if (arg instanceof MapValue) return mapText(arg);
  if (arg instanceof Opaque) return undefined;
  const text = toText(arg);
  return text instanceof Failure && text.message === "no such overload" ? undefined : text;
}

function listText(list: ListValue): string | Failure {
  const items = list.items().map(inner);
  const failure = items.find((item) => item instanceof Failure);
  return failure instanceof Failure ? failure : `[${items.join(", ")}]`;
}

function mapText(map: MapValue): string | Failure {
  const pairs = map.keys().map((key) => [inner(key), inner(map.find(key) ?? null)] as const);
  const failure = pairs.flat().find((part) => part instanceof Failure);
  if (failure instanceof Failure) return failure;
  const sorted = pairs.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1));
  return `{${sorted.map(([key, value]) => `${String(key)}:${String(value)}`).join(", ")}}`;
}

/** A value within a list or map. */
function inner(value: Value): string | Failure {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number")
    return Number.isFinite(value) ? fixedText(value, defaultPrecision) : `"${doubleText(value)}"`;
  const text = textOf(value);
  if (text === undefined)
    return new Failure(`error during formatting: no formatting function for ${typeOfValue(value).name}`);
  if (text instanceof Failure) return text;
  if (value instanceof Timestamp) return `timestamp("${text}")`;
  if (value instanceof Duration) return `duration("${text}")`;
  return value instanceof Uint8Array ? `b${JSON.stringify(text)}` : text;
}
