import { defaultMaxDepth, getOwn } from "../../model/index.ts";
import { JsonCursor } from "./json-cursor.ts";
import { isRaw } from "./raw-text.ts";
import type { Schema } from "./schema.ts";
import { isNotated, keepsNotation } from "./written-number.ts";

/** Kubernetes names no more. */
const maxProblems = 100;

/** What a strict reader finds in a text. */
export interface StrictFindings {
  readonly problems: readonly string[];
  /** Whether there is a field twice: `withMerged` says then what it is. */
  readonly hasRepeated: boolean;
  /** Whether there is a value that is kept as its text: `withMerged` remembers it. */
  readonly hasRaw: boolean;
  /** Whether there is a number whose notation matters and is not that of an integer: `withMerged` remembers it. */
  readonly hasNotation: boolean;
}

/**
 * What a strict reader finds wrong with a JSON text: fields that the schema does not know and fields that are there twice, in the words and
 * order of Kubernetes. The text has to be valid JSON; what nests deeper than a body may is not looked at. Without a schema only the second
 * are found.
 */
export function strictProblems(text: string, schema: Schema | undefined): readonly string[] {
  return strictFindings(text, schema).problems;
}

/** The same, and whether a field is there twice. */
export function strictFindings(text: string, schema: Schema | undefined): StrictFindings {
  const reader = new StrictReader(text);
  reader.value(schema ?? anything, 0);
  return {
    problems: [...reader.problems],
    hasRepeated: reader.hasRepeated,
    hasRaw: reader.hasRaw,
    hasNotation: reader.hasNotation,
  };
}

const anything: Readonly<Schema> = {};

/** A path at which something was found: the fields that were told of, and the paths that go on from it. */
interface Spot {
  readonly told: Set<string>;
  readonly inner: Map<string | number, Spot>;
}

/** Reads a text beside its schema. Nothing is built but the names of the fields, and each problem once, however often it is met. */
class StrictReader {
  readonly problems = new Set<string>();
  hasRepeated = false;
  hasRaw = false;
  hasNotation = false;
  #toldOf = 0;
  readonly #cursor: JsonCursor;
  readonly #path: (string | number)[] = [];
  /** The spots on the way along the path, from the root on as far as somebody has asked. */
  readonly #spots: Spot[] = [newSpot()];

  constructor(text: string) {
    this.#cursor = new JsonCursor(text);
  }

  value(given: Schema | undefined, depth: number): void {
    const cursor = this.#cursor;
    const schema = given === undefined || isOpaque(given) ? undefined : given;
    if (given !== undefined && schema === undefined && isRaw(given)) this.hasRaw = true;
    cursor.space();
    if (depth > defaultMaxDepth) cursor.at = cursor.text.length;
    else if (cursor.first === "{") this.#object(schema, depth);
    else if (cursor.first === "[") this.#array(schema, depth);
    else this.#scalar(given);
  }

  #scalar(schema: Schema | undefined): void {
    const cursor = this.#cursor;
    const start = cursor.at;
    cursor.scalar();
    if (schema === undefined || this.hasNotation || !keepsNotation(schema)) return;
    this.hasNotation = isNotated(cursor.text.slice(start, cursor.at));
  }

  #object(schema: Schema | undefined, depth: number): void {
    const seen = new Set<string>();
    const knows = schema?.properties ?? undefined;
    this.#cursor.members((key) => {
      const inner = schema === undefined ? undefined : fieldOf(schema, key);
      if (inner === undefined && schema !== undefined && knows !== undefined && schema.preservesUnknown !== true) {
        this.#report("unknown", key);
      } else if (schema !== undefined && seen.has(key)) {
        this.hasRepeated = true;
        this.#report("duplicate", key);
      }
      seen.add(key);
      this.#inner(key, inner, depth);
    });
  }

  #array(schema: Schema | undefined, depth: number): void {
    const items = schema === undefined ? undefined : (schema.items ?? anything);
    this.#cursor.items((index) => this.#inner(index, items, depth));
  }

  #inner(step: string | number, schema: Schema | undefined, depth: number): void {
    this.#path.push(step);
    this.value(schema, depth + 1);
    if (this.#spots.length > this.#path.length) this.#spots.pop();
    this.#path.pop();
  }

  #report(what: "unknown" | "duplicate", key: string): void {
    if (this.#toldOf >= maxProblems) return;
    const { told } = this.#spot();
    if (told.has(key)) return;
    told.add(key);
    this.#toldOf++;
    const path = [...this.#path, key].map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
    this.problems.add(`${what} field ${JSON.stringify(path.replace(/^\./, ""))}`);
  }

  /** The spot of the path. The way to it is gone once, however much is found there. */
  #spot(): Spot {
    const spots = this.#spots;
    let spot = spots.at(-1) as Spot;
    for (const step of this.#path.slice(spots.length - 1)) {
      const next = spot.inner.get(step) ?? newSpot();
      spot.inner.set(step, next);
      spots.push(next);
      spot = next;
    }
    return spot;
  }
}

function newSpot(): Spot {
  return { told: new Set(), inner: new Map() };
}

/** The schema of a field; `undefined` where it is not known. */
export function fieldOf(schema: Schema, key: string): Schema | undefined {
  return schema.values ?? (schema.properties === undefined ? anything : (getOwn(schema.properties, key) as Schema));
}

/** A value with a decoder of its own, which is not a strict one. */
export function isOpaque({ name, properties, values, items }: Schema): boolean {
  return name !== undefined && properties === undefined && values === undefined && items === undefined;
}
