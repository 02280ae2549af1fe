import { parseJson } from "../../model/index.ts";
import { JsonCursor } from "./json-cursor.ts";
import { finished, ListPlace, planted } from "./merge-places.ts";
import type { Step } from "./merge-places.ts";
import { isRaw } from "./raw-text.ts";
import { readRaw } from "./raw-text-reader.ts";
import type { Schema } from "./schema.ts";
import { fieldOf, isOpaque } from "./strict-problems.ts";
import { typeProblem } from "./type-problem.ts";
import { keepsNotation, writtenValue } from "./written-number.ts";

/**
 * What Kubernetes' decoder makes of a JSON text in which fields stand twice: it decodes each of them into the same place. Structs, lists and
 * maps are so merged, the values of maps and whatever has a decoder of its own are replaced, and `null` leaves what is no pointer in Go as it
 * was. What is kept as a text remembers it, and so does a number how it was written where that matters. A value of the wrong type stands in the result where it was met, also if another one came after it: `typeProblem` of the result names
 * the mistake that the decoder names. The text has to be valid JSON of bounded depth.
 */
export function withMerged(text: string, schema: Schema): unknown {
  return new MergingReader(text).read(schema);
}

/** A value of the wrong type, and where it was met. */
interface Mistake {
  readonly path: readonly Step[];
  readonly value: unknown;
}

/** Every place is written to where it is, so that it costs nothing to come back to it. */
class MergingReader {
  readonly #cursor: JsonCursor;
  readonly #path: Step[] = [];
  #mistake: Mistake | undefined;

  constructor(text: string) {
    this.#cursor = new JsonCursor(text);
  }

  read(schema: Schema): unknown {
    const place = this.#value(schema, undefined);
    const mistake = this.#mistake;
    return finished(mistake === undefined ? place : planted(place, mistake.path, mistake.value));
  }

  /** Decodes the value at the cursor into the place where `before` is, and returns what is there then. */
  #value(schema: Schema | undefined, before: unknown): unknown {
    const cursor = this.#cursor;
    cursor.space();
    if (schema !== undefined && !isOpaque(schema) && schema.preservesUnknown !== true) {
      const isObject = schema.properties !== undefined || schema.values !== undefined;
      if (isObject && cursor.first === "{") return this.#object(schema, before);
      if (schema.items !== undefined && cursor.first === "[") return this.#array(schema.items, before);
    }
    const start = cursor.at;
    this.#skip();
    const text = cursor.text.slice(start, cursor.at);
    if (schema === undefined) return parseJson(text);
    const value = isRaw(schema) ? readRaw(text) : keepsNotation(schema) ? writtenValue(text) : parseJson(text);
    if (value === null) return afterNull(schema, before);
    if (typeProblem(value, schema) === undefined) return value;
    this.#mistaken(schema, value);
    return before ?? null;
  }

  #object(schema: Schema, before: unknown): ReadonlyMap<string, unknown> {
    const members = before instanceof Map ? (before as Map<string, unknown>) : new Map<string, unknown>();
    this.#cursor.members((key) => {
      const old = schema.values === undefined ? members.get(key) : undefined;
      this.#path.push(key);
      members.set(key, this.#value(fieldOf(schema, key), old));
      this.#path.pop();
    });
    return members;
  }

  #array(items: Schema, before: unknown): ListPlace {
    const list = before instanceof ListPlace ? before : new ListPlace();
    let length = 0;
    this.#cursor.items((index) => {
      length = index + 1;
      this.#path.push(index);
      list.set(index, this.#value(items, list.items[index]));
      this.#path.pop();
    });
    if (length === 0) return new ListPlace();
    list.length = length;
    return list;
  }

  /** The decoder names its first mistake, but stops at one in a value with a decoder of its own and names that. */
  #mistaken({ isIntOrString, format }: Schema, value: unknown): void {
    const isFatal = isIntOrString === true || format === "quantity" || format === "date-time";
    if (this.#mistake === undefined || isFatal) this.#mistake = { path: [...this.#path], value };
    if (isFatal) this.#cursor.at = this.#cursor.text.length;
  }

  #skip(): void {
    const cursor = this.#cursor;
    cursor.space();
    if (cursor.first === "{") cursor.members(() => this.#skip());
    else if (cursor.first === "[") cursor.items(() => this.#skip());
    else cursor.scalar();
  }
}

/** What is in a place after `null`. Pointers, lists, maps, bytes, quantities and times are unset by it. */
function afterNull({ emptyValue, isIntOrString, format, items, values }: Schema, before: unknown): unknown {
  const isUnset =
    emptyValue === "kept" ||
    items !== undefined ||
    values !== undefined ||
    format === "byte" ||
    format === "quantity" ||
    format === "date-time" ||
    (isIntOrString === true && typeof before === "string");
  return isUnset ? null : (before ?? null);
}
