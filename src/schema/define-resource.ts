import type { KubeObject, Scope } from "../model/index.ts";
import type { CrdManifest, CustomResource } from "./custom-resource.ts";
import { schemaDefaults } from "./defaults.ts";
import { SchemaError } from "./errors.ts";
import type { Immutable } from "./immutable.ts";
import { checkKind, checkNames } from "./names.ts";
import type { ResourceNames } from "./names.ts";
import type { Document } from "./place.ts";
import { pluralOf } from "./plural.ts";
import type { Schema } from "./schema.ts";
import { structuralSchema } from "./structural.ts";

/** An object of a kind of one's own. */
export interface SpecObject<Spec> extends KubeObject {
  readonly spec: Immutable<Spec>;
}

/** An object of a kind of one's own that has a status. */
export interface StatusObject<Spec, Status> extends SpecObject<Spec> {
  readonly status?: Immutable<Status> | undefined;
}

/** What a kind of one's own is made from. */
export interface ResourceDefinition<Spec> {
  /** A domain of one's own: `example.com`. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Default: the kind in lower case with the usual ending. */
  readonly plural?: string | undefined;
  /** Default: the kind in lower case. */
  readonly singular?: string | undefined;
  /** Default: `Namespaced`. */
  readonly scope?: Scope | undefined;
  readonly shortNames?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  /** Of the definition, not of the objects: `api-approved.kubernetes.io` in a protected group. */
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  /** Every object must have it. */
  readonly spec: Schema<Spec>;
}

/** What a kind of one's own that has a status is made from. The status is a subresource: only `updateStatus` and `patchStatus` write it. */
export interface StatusResourceDefinition<Spec, Status> extends ResourceDefinition<Spec> {
  readonly status: Schema<Status>;
}

/**
 * The value that stands for a kind of one's own, typed by its schemas and with the definition that makes a server serve it. Throws a
 * `SchemaError` for a name or a schema that no server would take. Pure: the same input gives the same value.
 */
export function defineResource<Spec, Status>(
  definition: StatusResourceDefinition<Spec, Status>,
): CustomResource<StatusObject<Spec, Status>>;
export function defineResource<Spec>(definition: ResourceDefinition<Spec>): CustomResource<SpecObject<Spec>>;
export function defineResource(definition: ResourceDefinition<unknown> & { status?: Schema }): CustomResource {
  const { group, version, kind, scope = schemaDefaults.scope, shortNames = [], categories = [] } = definition;
  checkKind(kind);
  const { plural = pluralOf(kind), singular = kind.toLowerCase() } = definition;
  const names: ResourceNames = { group, version, kind, plural, singular, shortNames, categories };
  checkNames(names);
  const hasStatus = definition.status !== undefined;
  const schemas = {
    spec: structuralSchema(documentOf(definition.spec, "spec"), "spec"),
    ...(hasStatus ? { status: structuralSchema(documentOf(definition.status, "status"), "status") } : {}),
  };
  return {
    ...names,
    scope,
    verbs: schemaDefaults.verbs,
    subresources: hasStatus ? ["status"] : [],
    crd: manifest(names, { scope, annotations: definition.annotations, schemas }),
  };
}

interface ManifestParts {
  readonly scope: Scope;
  readonly annotations: Readonly<Record<string, string>> | undefined;
  readonly schemas: { readonly spec: Document; readonly status?: Document };
}

function manifest(names: ResourceNames, { scope, annotations, schemas }: ManifestParts): CrdManifest {
  const { group, version, kind, plural, singular, shortNames, categories } = names;
  const metadata = { apiVersion: { type: "string" }, kind: { type: "string" }, metadata: { type: "object" } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}`, ...(annotations === undefined ? {} : { annotations }) },
    spec: {
      group,
      scope,
      names: {
        kind,
        listKind: `${kind}List`,
        plural,
        singular,
        ...(shortNames.length === 0 ? {} : { shortNames: [...shortNames] }),
        ...(categories.length === 0 ? {} : { categories: [...categories] }),
      },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: { type: "object", required: ["spec"], properties: { ...metadata, ...schemas } },
          },
          ...(schemas.status === undefined ? {} : { subresources: { status: {} } }),
        },
      ],
    },
  };
}

function documentOf(schema: Schema | undefined, place: string): Document {
  const expected =
    "a schema that can write itself as JSON Schema, such as one of Zod 4.2 or newer, or jsonSchema({ … })";
  const problem = { code: "SETPOINT_SCHEMA_UNSUPPORTED", place, expected } as const;
  try {
    const document: unknown =
      schema !== undefined && "~standard" in schema
        ? schema["~standard"].jsonSchema.input({ target: "openapi-3.0" })
        : schema?.jsonSchema;
    if (typeof document === "object" && document !== null) return document as Document;
  } catch (error) {
    const detail = error instanceof Error ? error.message : "the schema does not write itself";
    throw new SchemaError({ ...problem, detail }, { cause: error });
  }
  throw new SchemaError({ ...problem, detail: "no schema" });
}
