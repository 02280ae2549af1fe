import { defaultMaxDepth, getOwn } from "../../model/index.ts";
import type { Schema } from "./schema.ts";

/** Kubernetes names no more. */
const maxProblems = 100;

/**
 * What a strict reader finds wrong with a JSON text: fields that the schema does not know and fields that are there twice, in the words and
 * order of Kubernetes. The text has to be valid
 * JSON; what nests deeper than a body may is not looked at. Without a schema only the second are found.
 */
export function strictProblems(text: string, schema: Schema | undefined): readonly string[] {
  const reader = new StrictReader(text);
  reader.value(schema ?? anything, 0);
  return [...reader.problems];
}

const anything: Readonly<Schema> = {};

/** Reads a text beside its schema. Nothing is built but the names of the fields. */
class StrictReader {
  readonly problems = new Set<string>();
  readonly #text: string;
  readonly #path: (string | number)[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(given: Schema | undefined, depth: number): void {
    const schema = given === undefined || isOpaque(given) ? undefined : given;
    this.#space();
    const first = this.#text[this.#at];
    if (depth > defaultMaxDepth) this.#at = this.#text.length;
    else if (first === "{") this.#object(schema, depth);
    else if (first === "[") this.#array(schema, depth);
    else if (first === '"') this.#string();
    else this.#scalar();
  }

  #object(schema: Schema | undefined, depth: number): void {
    const seen = new Set<string>();
    const knows = schema?.properties ?? undefined;
    this.#at++;
    for (this.#space(); this.#at < this.#text.length && this.#text[this.#at] !== "}"; this.#separator()) {
      const key = this.#key();
      const inner = schema === undefined ? undefined : fieldOf(schema, key);
      if (inner === undefined && schema !== undefined && knows !== undefined && schema.preservesUnknown !== true) {
        this.#report("unknown", key);
      } else if (schema !== undefined && seen.has(key)) this.#report("duplicate", key);
      seen.add(key);
      this.#path.push(key);
      this.value(inner, depth + 1);
      this.#path.pop();
    }
    this.#at++;
  }

  #array(schema: Schema | undefined, depth: number): void {
    const items = schema === undefined ? undefined : (schema.items ?? anything);
    this.#at++;
    let index = 0;
    for (this.#space(); this.#at < this.#text.length && this.#text[this.#at] !== "]"; this.#separator()) {
      this.#path.push(index++);
      this.value(items, depth + 1);
      this.#path.pop();
    }
    this.#at++;
  }

  #report(what: "unknown" | "duplicate", key: string): void {
    if (this.problems.size >= maxProblems) return;
    const path = [...this.#path, key].map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
    this.problems.add(`${what} field ${JSON.stringify(path.slice(1))}`);
  }

  #key(): string {
    const start = this.#at;
    this.#string();
    const key = this.#text.slice(start + 1, this.#at - 1);
    this.#space();
    this.#at++;
    return key.includes("\\") ? (JSON.parse(`"${key}"`) as string) : key;
  }

  #string(): void {
    let end = this.#at;
    do end = this.#text.indexOf('"', end + 1);
    while (end > 0 && this.#isEscaped(end));
    this.#at = end < 0 ? this.#text.length : end + 1;
  }

  #isEscaped(quote: number): boolean {
    let at = quote - 1;
    while (this.#text[at] === "\\") at--;
    return (quote - at) % 2 === 0;
  }

  #scalar(): void {
    while (this.#at < this.#text.length && !isEnd(this.#text.charCodeAt(this.#at))) this.#at++;
  }

  #separator(): void {
    this.#space();
    if (this.#text[this.#at] === ",") this.#at++;
    this.#space();
  }

  #space(): void {
    while (this.#text.charCodeAt(this.#at) <= 0x20) this.#at++;
  }
}

/** Whether a number, `true`, `false` or `null` has ended: at a space, a comma or a bracket. */
function isEnd(code: number): boolean {
  return code <= 0x20 || code === 0x2c || code === 0x5d || code === 0x7d;
}

/** The schema of a field; `undefined` where it is not known. */
function fieldOf(schema: Schema, key: string): Schema | undefined {
  return schema.values ?? (schema.properties === undefined ? anything : (getOwn(schema.properties, key) as Schema));
}

/** A value with a decoder of its own, which is not a strict one. */
function isOpaque({ name, properties, values, items }: Schema): boolean {
  return name !== undefined && properties === undefined && values === undefined && items === undefined;
}
