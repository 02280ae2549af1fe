import { getOwn, parseJson } from "../../model/index.ts";
import { JsonCursor } from "./json-cursor.ts";
import type { Schema } from "./schema.ts";
import { fieldOf, isOpaque } from "./strict-problems.ts";

/**
 * What Kubernetes' decoder makes of a JSON text in which fields stand twice: it decodes each of them into the same place. Structs, lists and
 * maps are so merged, the values of maps and whatever has a decoder of its own are replaced. The text has to be valid JSON of bounded depth.
 */
export function withMerged(text: string, schema: Schema): unknown {
  return new MergingReader(text).value(schema, undefined);
}

class MergingReader {
  readonly #cursor: JsonCursor;

  constructor(text: string) {
    this.#cursor = new JsonCursor(text);
  }

  /** The value at the cursor, decoded into the place where `before` is. */
  value(schema: Schema | undefined, before: unknown): unknown {
    const cursor = this.#cursor;
    cursor.space();
    const isStruct = schema !== undefined && !isOpaque(schema) && schema.preservesUnknown !== true;
    if (isStruct && cursor.first === "{") return this.#object(schema, before);
    if (isStruct && cursor.first === "[") return this.#array(schema, before);
    const start = cursor.at;
    this.#skip();
    const value = parseJson(cursor.text.slice(start, cursor.at));
    // What is no pointer in Go cannot be unset again.
    return value === null && schema?.hasZeroDefault === true ? (before ?? null) : value;
  }

  #object(schema: Schema, before: unknown): object {
    const members = new Map<string, unknown>(isObject(before) ? Object.entries(before) : []);
    this.#cursor.members((key) => {
      const old = schema.values === undefined ? members.get(key) : undefined;
      members.set(key, this.value(fieldOf(schema, key), old));
    });
    return Object.fromEntries(members);
  }

  #array(schema: Schema, before: unknown): readonly unknown[] {
    const old: readonly unknown[] = Array.isArray(before) ? before : [];
    const items: unknown[] = [];
    this.#cursor.items((index) => items.push(this.value(schema.items, getOwn(old, index))));
    return items;
  }

  #skip(): void {
    const cursor = this.#cursor;
    cursor.space();
    if (cursor.first === "{") cursor.members(() => this.#skip());
    else if (cursor.first === "[") cursor.items(() => this.#skip());
    else cursor.scalar();
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
