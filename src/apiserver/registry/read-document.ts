import { formatApiVersion, getOwn, parseApiVersion } from "../../model/index.ts";
import type { ManagedFieldsEntry, ObjectMeta, OwnerReference, Resource } from "../../model/index.ts";
import { invalid, typeProblem } from "../crd/index.ts";
import type { CustomVersion, Shape } from "../crd/index.ts";
import { normalized, strictProblems, typeProblem as schemaTypeProblem, validateFields } from "../schema/index.ts";
import type { FieldValidation, Schema } from "../schema/index.ts";
import type { ServedResource } from "./contract.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";

/** Turns what the decoder says into the answer; `kind` is the one that the body claims to be. */
export type Refusal = (why: string, kind?: string) => StatusError;

/** The answer to a body that has the wrong types. */
export function refusedBody({ resource }: ServedResource): Refusal {
  const { kind: expected, version } = resource;
  return (why, kind = expected) =>
    StatusError.badRequest(`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${expected}: ${why}`);
}

/** The answer to a patch after which the object has the wrong types. Kubernetes quotes the whole object, which may be a secret. */
export function refusedPatch(): Refusal {
  return (why) => StatusError.invalid({ group: "", kind: "" }, "", [invalid("patch", "", why)]);
}

/** How a body is read. */
export interface ReadOptions {
  readonly refuse: Refusal;
  /** The schema of the kind; without one its fields are kept as they come. */
  readonly schema?: Schema | undefined;
  /** What the definition of a custom resource says of its objects. */
  readonly custom?: CustomVersion | undefined;
  readonly fieldValidation: FieldValidation;
  /** The body as it came, if it was JSON. */
  readonly text?: string | undefined;
  /** The text of the patch that made the body. */
  readonly patchText?: string | undefined;
  /** Told each thing that the writer should know. */
  readonly warn: (warning: string) => void;
}

/**
 * Reads a body as an object of a resource. Its metadata has the right types then and only known members, none of them empty. With a schema
 * the rest, too, has the right types and the form in which Kubernetes writes it; without one it is as it came.
 */
export function readDocument(served: ServedResource, body: unknown, options: ReadOptions): Document {
  const { refuse, schema } = options;
  const given = fieldsOf(body, served.resource);
  const { apiVersion, kind } = served.isCustom ? customType(given, served) : builtInType(given, served, refuse);
  const metadata = getOwn(given, "metadata");
  if (schema !== undefined) {
    const problem = schemaTypeProblem(given, schema);
    if (problem !== undefined) throw refuse(problem);
  }
  const read = readMetadata(metadata, served, refuse);
  checkFields(given, options);
  const fields = schema === undefined ? given : (normalized(given, schema) as Fields);
  return { ...fields, apiVersion, kind, metadata: read };
}

function checkFields(value: Fields, options: ReadOptions): void {
  const { fieldValidation: mode, refuse, warn } = options;
  if (mode === "Ignore") return;
  const found = [...twiceIn(options.patchText), ...unknownIn(value, options)];
  if (mode === "Strict" && found.length > 0) throw refuse(`strict decoding error: ${found.join(", ")}`);
  for (const problem of found) warn(problem);
}

function unknownIn(value: Fields, { schema, custom, text }: ReadOptions): readonly string[] {
  if (schema !== undefined) return validateFields({ text, value, schema, mode: "Strict" }).problems;
  const unknown = custom?.unknownFields(value) ?? [];
  return [...twiceIn(text), ...unknown.map((field) => `unknown field ${JSON.stringify(field)}`)];
}

/** What is there twice can be told without a schema. */
function twiceIn(text: string | undefined): readonly string[] {
  return text === undefined ? [] : strictProblems(text, undefined);
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(body: unknown, { kind }: Resource): Fields {
  const problem =
    typeProblem(body ?? undefined, { apiVersion: "string", kind: "string" }, "TypeMeta") ??
    (body === undefined ? "unexpected end of JSON input" : undefined);
  if (problem === undefined) return (body ?? {}) as Fields;
  throw StatusError.badRequest(
    `the object provided is unrecognized (must be of type ${kind}): couldn't get version/kind; json parse error: ${problem}`,
  );
}

interface Type {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What is missing is taken from the path. */
function builtInType(fields: Fields, { resource }: ServedResource, refuse: Refusal): Type {
  const expected: Type = { apiVersion: formatApiVersion(resource), kind: resource.kind };
  const apiVersion = textOf(fields, "apiVersion") ?? expected.apiVersion;
  const kind = textOf(fields, "kind") ?? expected.kind;
  if (apiVersion === expected.apiVersion && kind === expected.kind) return expected;
  if (kind === expected.kind && groupOf(apiVersion) === resource.group)
    throw wrongVersion(apiVersion, expected.apiVersion);
  const why = `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`;
  throw refuse(why, kind);
}

function customType(fields: Fields, { resource }: ServedResource): Type {
  const expected: Type = { apiVersion: formatApiVersion(resource), kind: resource.kind };
  const apiVersion = textOf(fields, "apiVersion") ?? "";
  const kind = textOf(fields, "kind");
  if (kind === undefined) {
    const must = `must be of type ${resource.kind}`;
    throw StatusError.badRequest(`the object provided is unrecognized (${must}): Object 'Kind' is missing`);
  }
  if (apiVersion !== expected.apiVersion) throw wrongVersion(apiVersion, expected.apiVersion);
  if (kind === expected.kind) return expected;
  const metadata = getOwn(fields, "metadata");
  const name = typeof metadata === "object" && metadata !== null ? (textOf(metadata, "name") ?? "") : "";
  throw StatusError.invalid({ group: resource.group, kind }, name, [invalid("kind", kind, `must be ${resource.kind}`)]);
}

function wrongVersion(given: string, expected: string): StatusError {
  return StatusError.badRequest(
    `the API version in the data (${given}) does not match the expected API version (${expected})`,
  );
}

function groupOf(apiVersion: string): string | undefined {
  try {
    return parseApiVersion(apiVersion).group;
  } catch {
    return undefined;
  }
}

const ownerShape: Shape = {
  apiVersion: "string",
  kind: "string",
  name: "string",
  uid: "string",
  controller: "bool",
  blockOwnerDeletion: "bool",
};

const metadataShape: Readonly<Record<string, Shape>> = {
  name: "string",
  generateName: "string",
  namespace: "string",
  uid: "string",
  resourceVersion: "string",
  generation: "int64",
  creationTimestamp: "time",
  deletionTimestamp: "time",
  deletionGracePeriodSeconds: "int64",
  labels: { "*": "string" },
  annotations: { "*": "string" },
  ownerReferences: [ownerShape],
  finalizers: ["string"],
  managedFields: [
    { manager: "string", operation: "string", apiVersion: "string", time: "time", subresource: "string" },
  ],
};

function readMetadata(value: unknown, { resource, isCustom }: ServedResource, refuse: Refusal): ObjectMeta {
  if (value === undefined || value === null) return { name: "" };
  const place = isCustom ? "ObjectMeta" : "ObjectMeta.metadata";
  if (typeof value !== "object" || Array.isArray(value)) {
    const found = Array.isArray(value) ? "array" : typeof value;
    throw refuse(
      `json: cannot unmarshal ${found} into Go struct field ${resource.kind}.metadata of type v1.ObjectMeta`,
    );
  }
  const problem = typeProblem(value, metadataShape, place);
  if (problem !== undefined) throw refuse(problem);
  const metadata = known(value, Object.keys(metadataShape)) as Partial<ObjectMeta>;
  const { ownerReferences: owners, ...rest } = metadata;
  const managedFields = getOwn(value, "managedFields");
  return {
    name: "",
    ...rest,
    ...(owners === undefined ? {} : { ownerReferences: uniqueOwners(owners) }),
    // An empty list says something: nobody owns anything.
    ...(Array.isArray(managedFields) ? { managedFields: managedFields as readonly ManagedFieldsEntry[] } : {}),
  };
}

/** The members of these names that say something: neither absent nor null nor empty. */
function known(value: object, names: readonly string[]): object {
  return Object.fromEntries(
    names.map((name) => [name, getOwn(value, name)] as const).filter(([, member]) => !isEmpty(member)),
  );
}

function isEmpty(member: unknown): boolean {
  if (typeof member !== "object" || member === null)
    return member === undefined || member === null || member === "" || member === 0;
  return Object.keys(member).length === 0;
}

function uniqueOwners(owners: readonly OwnerReference[]): readonly OwnerReference[] {
  const clean = owners.map((owner) => known(owner, Object.keys(ownerShape)) as OwnerReference);
  const seen = new Set<string>();
  return clean.filter((owner) => {
    const text = JSON.stringify(owner);
    return !seen.has(text) && seen.add(text);
  });
}

function textOf(fields: object, key: string): string | undefined {
  const value = getOwn(fields, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}
