import type { Random } from "../../src/async/index.ts";
import type { Schema } from "../../src/apiserver/schema/index.ts";
import { twice, valueAt } from "./edit-body.ts";
import type { Edit } from "./edit-body.ts";
import { presentPaths } from "./schema-fields.ts";
import type { Field, Path } from "./schema-fields.ts";

/** What can be wrong with a body. */
export const mutations = ["valid", "removed", "wrong-type", "out-of-range", "unknown", "duplicate"] as const;

/** One of them. */
export type Mutation = (typeof mutations)[number];

/** What the changes are chosen from. */
export interface MutationSource {
  readonly random: Random;
  /** A valid body. */
  readonly body: unknown;
  /** Every place that the schema knows. */
  readonly fields: readonly Field[];
}

/** One of several, each with equal chance. */
export function pick<T>(random: Random, items: readonly T[]): T {
  return items[random.integer(items.length)] as T;
}

/** The changes that make a body wrong in one way, at one place of all. */
export function mutate(mutation: Mutation, source: MutationSource): readonly Edit[] {
  const { random, body, fields } = source;
  const present = presentPaths(body).filter(([first]) => first !== "apiVersion" && first !== "kind");
  switch (mutation) {
    case "valid":
      return [{ path: ["metadata", "labels", "case"], value: `v${random.integer(100)}` }];
    case "removed":
      return [{ path: present.length === 0 ? ["metadata"] : pick(random, present) }];
    case "wrong-type": {
      const { path, schema } = pick(random, fields);
      return [{ path, value: pick(random, wrongTypes(schema)) }];
    }
    case "out-of-range": {
      const { path, schema } = pick(random, fields);
      return [{ path, value: pick(random, outOfRange(schema)) }];
    }
    case "unknown": {
      const objects = [[], ...present].filter((path) => isObject(valueAt(body, path)));
      return [{ path: [...pick(random, objects), "unknownField"], value: pick(random, [1, "x", {}, [], null]) }];
    }
    case "duplicate":
      return pick(random, [duplicateKey, duplicateItem])(source, present);
  }
}

function duplicateKey({ random, body }: MutationSource, present: readonly Path[]): readonly Edit[] {
  const keys = present.filter((path) => typeof path.at(-1) === "string");
  const path = pick(random, keys.length === 0 ? [["metadata"]] : keys);
  const value = valueAt(body, path) ?? {};
  return [
    { path, value },
    { path: [...path.slice(0, -1), `${String(path.at(-1))}${twice}`], value },
  ];
}

function duplicateItem(source: MutationSource, present: readonly Path[]): readonly Edit[] {
  const { random, body } = source;
  const lists = present.filter((path) => Array.isArray(valueAt(body, path)));
  if (lists.length === 0) return duplicateKey(source, present);
  const path = pick(random, lists);
  const list = valueAt(body, path) as readonly unknown[];
  return [{ path, value: [...list, list[0]] }];
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const samples: readonly unknown[] = ["text", 7, 1.5, true, ["a"], [{}], {}, { a: "b" }];

function wrongTypes(schema: Schema): readonly unknown[] {
  return samples.filter((value) => !fits(value, schema));
}

function fits(value: unknown, { type, format, isIntOrString, preservesUnknown }: Schema): boolean {
  const found = Array.isArray(value) ? "array" : typeof value;
  if (preservesUnknown === true || (type === undefined && isIntOrString !== true && format === undefined))
    return value !== "text" && found === "string";
  if (isIntOrString === true || format === "quantity") return found === "string" || found === "number";
  if (type === "integer") return Number.isInteger(value);
  return found === type;
}

const texts: readonly string[] = ["", "x".repeat(300), "Not Valid!", "-a", "UPPER", "a..b/c", "\u00e9"];

function outOfRange(schema: Schema): readonly unknown[] {
  const { type, format, isIntOrString, enum: values, items } = schema;
  if (isIntOrString === true) return [-1, 70_000, "200%", "Not Valid!", ""];
  if (format === "quantity") return ["-1", "0", "1e18", "100E", "0.0001"];
  if (format === "date-time") return ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2024-02-30T00:00:00Z"];
  if (format === "byte") return ["", "AA==", "%%%"];
  switch (type) {
    case "integer":
      return [-1, 0, 70_000, 2_147_483_647, -2_147_483_648, 9_999_999_999];
    case "number":
      return [-1.5, 0, 1e300];
    case "boolean":
      return [true, false];
    case "string":
      return values === undefined ? texts : ["", "Unsupported", String(values[0]).toLowerCase()];
    case "array":
      return items?.type === "string" ? [[], ["Not Valid!"], ["a", "a"], [""]] : [[], [{}]];
    default:
      return schema.values === undefined
        ? [{}]
        : [{}, { "Not Valid!": sampleOf(schema.values) }, { "": sampleOf(schema.values) }];
  }
}

function sampleOf({ type, format, items }: Schema): unknown {
  if (format === "quantity") return "1";
  if (type === "integer" || type === "number") return 1;
  if (type === "boolean") return true;
  if (type === "array") return [sampleOf(items ?? {})];
  return type === "string" ? (format === "byte" ? "AA==" : "a") : {};
}
