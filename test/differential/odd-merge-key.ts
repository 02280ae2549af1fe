import { builtInSchemas } from "../../src/apiserver/schema/index.ts";
import type { Schema } from "../../src/apiserver/schema/index.ts";
import { getOwn } from "../../src/model/index.ts";
import type { Call } from "./call.ts";

/** Whether a call is a strategic merge patch in which a list or an object stands for the key that tells the items of a list apart. */
export function hasOddMergeKey({ path, body, contentType }: Call, kind: string): boolean {
  if (contentType !== "application/strategic-merge-patch+json") return false;
  const [, apiVersion = ""] = /^\/(?:api|apis)\/(v\d\w*|[^/]+\/v\d\w*)\//.exec(path) ?? [];
  const schema = builtInSchemas().schemaOf({ apiVersion, kind });
  return schema !== undefined && hasOddKey(parsed(body), schema);
}

function hasOddKey(value: unknown, schema: Schema): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) {
    const { items, patch } = schema;
    const key = patch?.mergeKey;
    return value.some(
      (item) => (key !== undefined && isOdd(item, key)) || (items !== undefined && hasOddKey(item, items)),
    );
  }
  return Object.entries(value).some(([name, inner]) => {
    const field = getOwn(schema.properties ?? {}, name) ?? schema.values;
    return field !== undefined && hasOddKey(inner, field);
  });
}

function isOdd(item: unknown, key: string): boolean {
  if (typeof item !== "object" || item === null) return false;
  const value = getOwn(item, key);
  return typeof value === "object" && value !== null;
}

function parsed(body: unknown): unknown {
  if (typeof body !== "string") return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
