import type { GroupVersionKind } from "../../src/model/index.ts";
import type { ApiDescription } from "./api-description.ts";
import { CodegenError } from "./errors.ts";
import { checkFolders, folderOf } from "./folders.ts";
import { kindKey } from "./group-version-kind.ts";
import type { NamedSchema } from "./openapi.ts";
import type { Schema } from "./schema.ts";
import { correctedSchemas, modelTypes, objectMetaSchema, requestSchemas, sharedPackages } from "./well-known.ts";

/** A type that codegen writes. */
export interface GeneratedType {
  readonly name: string;
  /** Its place below `src/types`: `apps/v1`. */
  readonly folder: string;
  readonly schema: Schema;
  /** Set when the type is an object of its own, with `apiVersion`, `kind` and `metadata`. Those are not in `schema`. */
  readonly kind: GroupVersionKind | undefined;
}

/**
 * The types to write, by schema name: every kind that discovery names, the bodies of subresources, and what they refer to. Nothing
 * else, so that lists and types that nobody uses are left out.
 */
export function collectTypes(api: ApiDescription): ReadonlyMap<string, GeneratedType> {
  checkFolders(api.groupVersions);
  const folders = packageFolders(api);
  const types = new Map<string, GeneratedType>();
  const pending = rootsOf(api);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (types.has(name) || modelTypes.has(name)) continue;
    const named = api.schemas.get(name);
    if (named === undefined)
      throw schemaError(name, "a schema refers to it, expected it in one of the OpenAPI documents");
    const type = generatedType(named, folders);
    types.set(name, type);
    pending.push(...referencesOf(type.schema));
  }
  checkNames(types);
  return types;
}

function rootsOf({ groupVersions, schemas }: ApiDescription): string[] {
  const schemaOfKind = new Map<string, NamedSchema>();
  for (const named of schemas.values()) if (isObject(named)) schemaOfKind.set(kindKey(named.kinds[0]), named);
  const roots = requestSchemas.filter((name) => schemas.has(name));
  for (const { resources, ...served } of groupVersions) {
    for (const { kind, subresources } of resources) {
      const key = kindKey({ ...served, kind });
      const root = schemaOfKind.get(key);
      if (root === undefined)
        throw schemaError(key, "discovery names it, expected a schema with apiVersion, kind and metadata");
      // A kind without a schema, such as PodExecOptions, is never a body: its fields are parameters of the address.
      const bodies = subresources.flatMap((sub) =>
        sub.kind === undefined ? [] : (schemaOfKind.get(kindKey(sub.kind)) ?? []),
      );
      roots.push(root.name, ...bodies.map((body) => body.name));
    }
  }
  return roots;
}

type ObjectSchema = NamedSchema & {
  readonly schema: Schema & { readonly type: "object" };
  readonly kinds: readonly [GroupVersionKind];
};

/** True for a kind with the metadata of an object; false for lists and for what all groups share, such as `DeleteOptions`. */
function isObject(named: NamedSchema): named is ObjectSchema {
  if (named.kinds.length !== 1 || named.schema.type !== "object") return false;
  const metadata = named.schema.properties.get("metadata");
  return metadata?.type === "reference" && metadata.name === objectMetaSchema;
}

/** Each Go package belongs to the group/version of the kinds that it defines. */
function packageFolders({ schemas }: ApiDescription): ReadonlyMap<string, string> {
  const folders = new Map(sharedPackages);
  for (const named of schemas.values()) {
    if (isObject(named)) folders.set(splitName(named.name).package, folderOf(named.kinds[0]));
  }
  return folders;
}

function generatedType(named: NamedSchema, folders: ReadonlyMap<string, string>): GeneratedType {
  const { package: goPackage, name } = splitName(named.name);
  const folder = folders.get(goPackage);
  if (folder === undefined) throw schemaError(named.name, "its package defines no kind, expected to know its folder");
  if (!isObject(named))
    return { name, folder, schema: correctedSchemas.get(named.name) ?? named.schema, kind: undefined };
  const properties = new Map(named.schema.properties);
  for (const inherited of ["apiVersion", "kind", "metadata"]) properties.delete(inherited);
  return { name, folder, schema: { ...named.schema, properties }, kind: named.kinds[0] };
}

function splitName(schemaName: string): { readonly package: string; readonly name: string } {
  const dot = schemaName.lastIndexOf(".");
  const name = schemaName.slice(dot + 1);
  if (dot < 1 || !/^[A-Z][A-Za-z0-9]*$/.test(name))
    throw schemaError(schemaName, "expected a name such as io.k8s.api.apps.v1.Deployment");
  return { package: schemaName.slice(0, dot), name };
}

function referencesOf(schema: Schema): readonly string[] {
  switch (schema.type) {
    case "reference":
      return [schema.name];
    case "object":
      return [...schema.properties.values()].flatMap(referencesOf);
    case "map":
      return referencesOf(schema.values);
    case "array":
      return referencesOf(schema.items);
    case "union":
      return schema.members.flatMap(referencesOf);
    default:
      return [];
  }
}

function checkNames(types: ReadonlyMap<string, GeneratedType>): void {
  const owners = new Map<string, string>();
  for (const [schemaName, { folder, name }] of types) {
    const owner = owners.get(`${folder} ${name}`);
    if (owner !== undefined) throw schemaError(schemaName, `${owner} is src/types/${folder}: ${name} already`);
    owners.set(`${folder} ${name}`, schemaName);
  }
}

function schemaError(place: string, problem: string): CodegenError {
  return new CodegenError("SETPOINT_CODEGEN_SCHEMA", `Making the type of ${place}: ${problem}.`);
}
