import { isDeepStrictEqual } from "node:util";
import type { GroupVersionKind } from "../../src/model/index.ts";
import { CodegenError } from "./errors.ts";
import { kindKey, parseGroupVersionKind } from "./group-version-kind.ts";
import { child, elementsOf, entriesOf, textOf } from "./json-document.ts";
import type { JsonNode } from "./json-document.ts";
import { parseSchema } from "./schema.ts";
import type { Schema } from "./schema.ts";

/** A schema that has a name, such as `io.k8s.api.apps.v1.Deployment`. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: Schema;
  /** As the server wrote it. */
  readonly node: JsonNode;
  /** The kinds whose objects it describes: none for a part of an object, many for what all groups share. */
  readonly kinds: readonly GroupVersionKind[];
}

/** Reads `/openapi/v3`: from the path of each document (`apis/apps/v1`) to the address that serves it. */
export function parseOpenApiIndex(document: unknown, place: string): ReadonlyMap<string, string> {
  const paths = entriesOf(child(rootOf(document, place), "paths"));
  return new Map(paths.map(([path, entry]) => [path, textOf(child(entry, "serverRelativeURL"))]));
}

/** Reads the named schemas of one OpenAPI document. */
export function parseOpenApi(document: unknown, place: string): readonly NamedSchema[] {
  const schemas = child(child(rootOf(document, place), "components"), "schemas");
  return entriesOf(schemas).map(([name, { value, code }]) => {
    const node = { value, code, place: `${place}: ${name}` };
    const kinds = elementsOf(child(node, "x-kubernetes-group-version-kind")).map(parseGroupVersionKind);
    return { name, schema: parseSchema(node), node, kinds };
  });
}

/**
 * Joins the schemas of all documents by name. Each document repeats what it refers to, so that one name must mean one
 * thing; only the kinds that are claimed may differ, and they are united.
 */
export function mergeSchemas(documents: readonly (readonly NamedSchema[])[]): ReadonlyMap<string, NamedSchema> {
  const merged = new Map<string, NamedSchema>();
  for (const named of documents.flat()) {
    const known = merged.get(named.name);
    if (known !== undefined && !isDeepStrictEqual(known.schema, named.schema)) {
      throw new CodegenError(
        "SETPOINT_CODEGEN_SCHEMA",
        `Joining the OpenAPI documents: ${named.name} differs between documents, expected one schema for one name.`,
      );
    }
    merged.set(named.name, known === undefined ? named : { ...named, kinds: unite(known.kinds, named.kinds) });
  }
  return merged;
}

function unite(known: readonly GroupVersionKind[], more: readonly GroupVersionKind[]): readonly GroupVersionKind[] {
  return [...new Map([...known, ...more].map((kind) => [kindKey(kind), kind])).values()];
}

function rootOf(document: unknown, place: string): JsonNode {
  return { value: document, place, code: "SETPOINT_CODEGEN_SCHEMA" };
}
