import type { ScalarTag } from "yaml";

type Plain = string | number | bigint | boolean | null;

const words: ReadonlyMap<string, Plain> = new Map<string, Plain>([
  ...["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"].map((word) => [word, true] as const),
  ...["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"].map((word) => [word, false] as const),
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...[".nan", ".NaN", ".NAN"].map((word) => [word, Number.NaN] as const),
  ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map((word) => [word, Infinity] as const),
  ...["-.inf", "-.Inf", "-.INF"].map((word) => [word, -Infinity] as const),
]);

const integer =
  /^(?<sign>[-+]?)(?:0[xX](?<hex>[\da-fA-F]+)|0[bB](?<binary>[01]+)|0[oO]?(?<octal>[0-7]+)|(?<decimal>0|[1-9]\d*))$/;

const decimal = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

/** No integer of 64 bits has more signs. */
const maxIntegerSigns = 67;

/** No integer that is smaller than the largest double has more, but for zeros before it. */
const maxExactSigns = 400;

/**
 * What a YAML scalar without quotation marks says to Kubernetes' reader, whose rules are neither quite those of YAML 1.1 nor of 1.2: `0o17`
 * and `017` are integers, `yes` is true, and what only looks like a number, such as `.` or `1e999`, is a text. Integers are kept exactly.
 */
function plainValue(text: string): Plain {
  const word = words.get(text);
  if (word !== undefined) return word;
  if (!/^[-+.\d]/.test(text)) return text;
  const plain = text.replaceAll("_", "");
  const whole = integerOf(plain);
  if (whole !== undefined) return whole;
  if (!decimal.test(plain)) return text;
  const number = Number(plain);
  if (!Number.isFinite(number)) return text;
  // Kubernetes rounds the integers between 64 bits and the largest double.
  return plain.length <= maxExactSigns && /^[-+]?\d+$/.test(plain) ? BigInt(plain) : number;
}

/** An integer of 64 bits, with a sign or without. */
function integerOf(text: string): bigint | undefined {
  if (text.length > maxIntegerSigns) return undefined;
  const { sign, hex, binary, octal, decimal: digits } = integer.exec(text)?.groups ?? {};
  const source = hex !== undefined ? `0x${hex}` : binary !== undefined ? `0b${binary}` : octal && `0o${octal}`;
  const written = source ?? digits;
  if (written === undefined) return undefined;
  const value = sign === "-" ? -BigInt(written) : BigInt(written);
  return value >= -(2n ** 63n) && value < 2n ** 64n ? value : undefined;
}

/** The tags that say what a scalar is, with the types that they name. Any other tag says nothing. */
export const scalarTags: readonly ScalarTag[] = Object.freeze([
  { tag: "", default: true, test: /^/, resolve: plainValue },
  typed("int", (value) => typeof value === "bigint"),
  typed("float", (value) => typeof value === "bigint" || typeof value === "number"),
  typed("bool", (value) => typeof value === "boolean"),
  typed("null", (value) => value === null),
  { tag: "tag:yaml.org,2002:timestamp", resolve: timestamp },
  { tag: "tag:yaml.org,2002:binary", resolve: decoded },
]);

function typed(name: string, fits: (value: Plain) => boolean): ScalarTag {
  return {
    tag: `tag:yaml.org,2002:${name}`,
    resolve(text, onError) {
      const value = plainValue(text);
      if (!fits(value)) onError("a scalar is not of the type of its tag");
      return value;
    },
  };
}

/** A time stays a text. */
function timestamp(text: string, onError: (message: string) => void): string {
  if (!/^\d{4}-\d{1,2}-\d{1,2}(?:$|[Tt ])/.test(text)) onError("a scalar is not of the type of its tag");
  return text;
}

/** The text whose bytes are given in base64. */
function decoded(text: string, onError: (message: string) => void): string {
  const plain = text.replaceAll(/[\r\n]/g, "");
  if (/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(plain)) {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
      Uint8Array.from(atob(plain), (one) => one.charCodeAt(0)),
    );
  }
  onError("a scalar holds no base64");
  return text;
}
