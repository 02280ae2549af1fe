import { formatApiVersion, getOwn } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import { builtInSchemas, normalized, schemaProblems } from "../schema/index.ts";
import type { BuiltInSchemas, Schema, SchemaSource } from "../schema/index.ts";
import type { ServedResource } from "./contract.ts";
import type { Document } from "./document.ts";
import { requiredWords, typeChecks } from "./rules/index.ts";

/** A kind in one of its versions. */
type Kind = Parameters<SchemaSource["schemaOf"]>[0];

/** Groups whose kinds are known nowhere else. */
const apartGroups: readonly string[] = ["apiextensions.k8s.io", "apiregistration.k8s.io"];

/** The schemas of all that is served, in one place: each is read once. */
export class Schemas implements SchemaSource {
  readonly #builtIn: BuiltInSchemas = builtInSchemas();
  readonly #customSchema: (kind: Kind) => Schema | undefined;
  /** The schemas of definitions with what all objects have, as long as the definitions live. */
  readonly #completed = new WeakMap<Schema, Schema>();

  /** `customSchema` gives what the definition of a kind says of its objects. */
  constructor(customSchema: (kind: Kind) => Schema | undefined) {
    this.#customSchema = customSchema;
  }

  /** The schema of the options of a delete. */
  get deleteOptions(): Schema {
    return this.#builtIn.schemaOf({ apiVersion: "v1", kind: "DeleteOptions" }) ?? {};
  }

  /** The schema of the metadata of every object. */
  get metadata(): Schema {
    return getOwn(this.#shared, "metadata") ?? {};
  }

  /** The schema of a kind; `undefined` if there is no such kind. A definition has kinds also in versions that it does not serve. */
  schemaOf(kind: Kind): Schema | undefined {
    const builtIn = this.#builtIn.schemaOf(kind);
    if (builtIn !== undefined) return builtIn;
    const custom = this.#customSchema(kind);
    return custom === undefined ? undefined : this.#complete(custom);
  }

  /** The schema by which bodies of a resource are read; `undefined` for a custom one, which is kept as it comes. */
  bodySchemaOf({ resource, isCustom }: ServedResource, apiVersion: string): Schema | undefined {
    return isCustom ? undefined : this.#builtIn.schemaOf({ apiVersion, kind: resource.kind });
  }

  /** Whether a kind is built in, in the part of Kubernetes that serves a resource: definitions and aggregation have parts of their own. */
  isBuiltInBeside({ resource }: ServedResource, kind: Kind): boolean {
    const partOf = (group: string): string => (apartGroups.includes(group) ? group : "");
    const given = kind.apiVersion.includes("/") ? kind.apiVersion.slice(0, kind.apiVersion.lastIndexOf("/")) : "";
    return partOf(given) === partOf(resource.group) && this.#builtIn.schemaOf(kind) !== undefined;
  }

  /** What the schema of a built-in kind finds wrong with an object, but for its metadata and its status. */
  problemsOf({ resource, isCustom }: ServedResource, document: Document): readonly StatusCause[] {
    const kind = { apiVersion: formatApiVersion(resource), kind: resource.kind };
    const schema = isCustom ? undefined : this.#builtIn.schemaOf(kind);
    return schema === undefined
      ? []
      : schemaProblems(document, schema, { except: ["metadata", "status"], typeChecks, requiredWords });
  }

  /** What Kubernetes writes of an object of a built-in kind that says nothing, but for its type and metadata. */
  emptyOf({ resource, isCustom }: ServedResource): object {
    const kind = { apiVersion: formatApiVersion(resource), kind: resource.kind };
    const schema = isCustom ? undefined : this.#builtIn.schemaOf(kind);
    if (schema === undefined) return {};
    const { apiVersion: _version, kind: _kind, metadata: _metadata, ...rest } = normalized({}, schema) as Document;
    const unset = unsetOf(resource);
    return Object.keys(unset).length === 0 ? rest : { ...rest, spec: { ...(rest["spec"] as object), ...unset } };
  }

  /** The object with the status that Kubernetes writes for one that says nothing of it, over which goes what it says. */
  withStatus({ resource, isCustom }: ServedResource, document: Document): Document {
    const kind = { apiVersion: formatApiVersion(resource), kind: resource.kind };
    const status = isCustom ? undefined : (getOwn(this.#builtIn.schemaOf(kind)?.properties ?? {}, "status") as Schema);
    if (status?.emptyValue !== "written") return document;
    const empty = normalized({}, status) as object;
    return { ...document, status: { ...empty, ...(document["status"] as object | undefined) } };
  }

  /** A kind that has what all have. */
  get #shared(): Readonly<Record<string, Schema>> {
    return this.#builtIn.schemaOf({ apiVersion: "v1", kind: "ConfigMap" })?.properties ?? {};
  }

  #complete(custom: Schema): Schema {
    const known = this.#completed.get(custom);
    if (known !== undefined) return known;
    const names = ["apiVersion", "kind", "metadata"];
    const shared = Object.fromEntries(names.map((name) => [name, getOwn(this.#shared, name) as Schema]));
    const { properties, ...inner } = withResources(custom, shared);
    const completed = { ...inner, properties: { ...properties, ...shared } };
    this.#completed.set(custom, completed);
    return completed;
  }
}

/** A schema in which resources that stand inside have what all objects have. */
function withResources(schema: Schema, shared: Readonly<Record<string, Schema>>): Schema {
  const { properties = {}, items, values, isEmbeddedResource } = schema;
  const own = Object.entries(properties).map(([name, inner]) => [name, withResources(inner, shared)] as const);
  return {
    ...schema,
    ...(own.length > 0 || isEmbeddedResource === true
      ? { properties: { ...Object.fromEntries(own), ...(isEmbeddedResource === true ? shared : {}) } }
      : {}),
    ...(items === undefined ? {} : { items: withResources(items, shared) }),
    ...(values === undefined ? {} : { values: withResources(values, shared) }),
  };
}

/** What Kubernetes writes of fields that were never set, where it is not what it writes of those that were set to nothing. */
function unsetOf({ group, kind }: ServedResource["resource"]): object {
  if (kind === "CertificateSigningRequest") return { request: null };
  if (kind === "ReplicationController") return { replicas: undefined };
  if (group !== "apps" || kind === "ControllerRevision") return {};
  return kind === "DaemonSet" ? { selector: null } : { replicas: 0, selector: null };
}
