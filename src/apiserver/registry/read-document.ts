import { formatApiVersion, getOwn } from "../../model/index.ts";
import type { Resource } from "../../model/index.ts";
import { invalid, typeProblem } from "../crd/index.ts";
import type { CustomVersion } from "../crd/index.ts";
import {
  conversionProblem,
  normalized,
  readSentVersion,
  strictFindings,
  strictProblems,
  typeProblem as schemaTypeProblem,
  validateFields,
  withMerged,
} from "../schema/index.ts";
import type { FieldValidation, Schema } from "../schema/index.ts";
import type { ServedResource } from "./contract.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import { isOtherEvent } from "./event-versions.ts";
import { builtInMetadata, customMetadata, withUniqueOwners } from "./read-metadata.ts";
import type { SentBody } from "./sent-values.ts";

/** Turns what the decoder says into the answer; `claimed` is what the body says that it is. */
export type Refusal = (why: string, claimed?: { readonly kind: string; readonly version: string }) => StatusError;

/** The answer to a body that has the wrong types. */
export function refusedBody({ resource }: ServedResource): Refusal {
  const { kind: expected } = resource;
  return (why, { kind, version } = resource) =>
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
  /** The schema of all metadata. */
  readonly metadataSchema: Schema;
  /** What the definition of a custom resource says of its objects. */
  readonly custom?: CustomVersion | undefined;
  readonly fieldValidation: FieldValidation;
  /** The body as it came, if it was JSON. */
  readonly text?: string | undefined;
  /** The keys that occur twice, if it was YAML. */
  readonly repeated?: readonly string[] | undefined;
  /** What a strict reader finds wrong with the patch that made the body. */
  readonly patchProblems?: readonly string[] | undefined;
  /** A patch made the body. */
  readonly isPatch?: boolean | undefined;
  /** An apply made the body. */
  readonly isApplied?: boolean | undefined;
  /** A strategic merge patch made the body: types are told in the words that Kubernetes has for those. */
  readonly isConverted?: boolean | undefined;
  /** Whether there is such a kind among those that are built in together with the expected one. */
  readonly isKnownKind?: ((kind: { readonly apiVersion: string; readonly kind: string }) => boolean) | undefined;
  /** Is told who a patch made own the object, if somebody does so twice. */
  readonly sent?: SentBody | undefined;
  /** Told each thing that the writer should know. */
  readonly warn: (warning: string) => void;
}

/**
 * Reads a body as an object of a resource. Its metadata has the right types then and only known members, none of them empty. With a schema
 * the rest, too, has the right types and the form in which Kubernetes writes it; without one it is as it came.
 */
export function readDocument(served: ServedResource, body: unknown, options: ReadOptions): Document {
  const { refuse, schema } = options;
  const { given, found } = mergedFields(fieldsOf(body, served.resource, options), options);
  if (isVersionless(given, served, options)) return readVersionless(given, served, options);
  const { apiVersion, kind } = served.isCustom
    ? customType(given, served, options)
    : builtInType(given, served, options);
  const metadata = getOwn(given, "metadata");
  if (schema !== undefined) {
    const problem = (options.isConverted === true ? conversionProblem : schemaTypeProblem)(given, schema);
    if (problem !== undefined) throw refuse(problem);
  }
  const fields = schema === undefined ? given : (normalized(given, schema) as Fields);
  const read =
    schema === undefined
      ? customMetadata(metadata, {
          ...options,
          schema: options.metadataSchema,
          dropsMalformed: options.isApplied === true,
        })
      : builtInMetadata({ given: metadata, read: fields["metadata"] });
  checkFields(found ?? unknownIn(given, options), options);
  const unique = withUniqueOwners(read, options.isPatch === true, options.warn);
  if (options.sent !== undefined) {
    const hasTwice = read.ownerReferences?.length !== unique.ownerReferences?.length;
    options.sent.owners = hasTwice && options.isPatch === true ? read.ownerReferences : undefined;
  }
  return { ...fields, apiVersion, kind, metadata: unique };
}

/** Kubernetes reads what a patch made without a version as its own form of the kind, in which no field has a name of JSON. */
function isVersionless(fields: Fields, { isCustom }: ServedResource, { isPatch, isConverted }: ReadOptions): boolean {
  if (isPatch !== true || isConverted === true || isCustom) return false;
  const sent = textOf(fields, "apiVersion");
  return sent === undefined || sent === "/";
}

const typeOnly: Readonly<Schema> = {
  type: "object",
  properties: { apiVersion: { type: "string" }, kind: { type: "string" } },
};

/** Nothing of the object is known then, not even its name. */
function readVersionless(given: Fields, { resource }: ServedResource, options: ReadOptions): Document {
  const { group, kind: expected } = resource;
  const apiVersion = formatApiVersion(resource);
  const kind = textOf(given, "kind") ?? expected;
  if (kind !== expected) {
    const goPackage = goPackageOf(resource);
    throw options.refuse(
      options.isKnownKind?.({ apiVersion, kind }) === true
        ? `converting (${goPackage}.${kind}) to (${goPackage}.${expected}): unknown conversion`
        : `no kind ${JSON.stringify(kind)} is registered for the internal version of group ${JSON.stringify(group)} in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
  checkFields(unknownIn(given, { ...options, schema: typeOnly }), options);
  return { apiVersion, kind, metadata: { name: "" } };
}

/** The body as Kubernetes reads its JSON, in which fields may stand twice, and what a strict reader finds wrong with that. */
function mergedFields(given: Fields, { text, schema }: ReadOptions): { given: Fields; found?: readonly string[] } {
  if (text === undefined || schema === undefined) return { given };
  const { problems: found, hasRepeated, hasRaw, hasNotation } = strictFindings(text, schema);
  return { given: hasRepeated || hasRaw || hasNotation ? (withMerged(text, schema) as Fields) : given, found };
}

function checkFields(unknown: readonly string[], options: ReadOptions): void {
  const { fieldValidation: mode, refuse, warn } = options;
  if (mode === "Ignore") return;
  const { repeated = [], patchProblems = [] } = options;
  const found = [...patchProblems, ...unknown];
  if (mode === "Strict" && repeated.length + found.length > 0) {
    const all = repeated.length === 0 ? found : [yamlProblem(repeated), ...found];
    throw refuse(`strict decoding error: ${all.join(", ")}`);
  }
  for (const problem of [...repeated, ...found]) warn(problem);
}

function unknownIn(value: Fields, options: ReadOptions): readonly string[] {
  const { schema, custom, text, isApplied, isConverted, fieldValidation } = options;
  // What is applied was looked at by its types, and is not looked at again.
  if (fieldValidation === "Ignore" || isApplied === true) return [];
  if (schema !== undefined) return validateFields({ value, schema, mode: "Strict", isConverted }).problems;
  const unknown = custom?.unknownFields(value) ?? [];
  return [...twiceIn(text), ...unknown.map((field) => `unknown field ${JSON.stringify(field)}`)];
}

/** What is there twice can be told without a schema. */
function twiceIn(text: string | undefined): readonly string[] {
  return text === undefined ? [] : strictProblems(text, undefined);
}

/** What Kubernetes' reader of YAML says of keys that occur twice. */
export function yamlProblem(repeated: readonly string[]): string {
  return `yaml: unmarshal errors:${repeated.map((one) => `\n  ${one}`).join("")}`;
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(body: unknown, { kind }: Resource, { refuse, text, isPatch, isConverted }: ReadOptions): Fields {
  const problem = typeMetaProblem(body);
  if (problem === undefined || (isConverted === true && body !== undefined)) return (body ?? {}) as Fields;
  throw unrecognized(`couldn't get version/kind; json parse error: ${problem}`, { kind }, { refuse, text, isPatch });
}

/** What does not tell its type. */
function unrecognized(
  why: string,
  { kind }: Pick<Resource, "kind">,
  { refuse, text, isPatch }: Pick<ReadOptions, "refuse" | "text" | "isPatch">,
): StatusError {
  if (isPatch === true) return refuse(why);
  const shown = text === undefined ? "" : ` (${shownStart(text)})`;
  return StatusError.badRequest(`the object provided is unrecognized (must be of type ${kind}): ${why}${shown}`);
}

/** Of a body that nobody understands so many bytes are shown. */
const shownText = 30;

/** The beginning of a text that nobody understands: as it is if it could be an object, else its bytes in hex. */
export function shownStart(text: string): string {
  if (text === "") return "<empty>";
  const bytes = new TextEncoder().encode(text);
  const start = bytes.subarray(0, shownText);
  const shown = text.startsWith("{") ? new TextDecoder().decode(start) : hexOf(start);
  return bytes.length > shownText ? `${shown} ...` : shown;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Why a body does not tell its type, in Go's words; `undefined` if it may. */
export function typeMetaProblem(body: unknown): string | undefined {
  if (body === undefined) return "unexpected end of JSON input";
  const found = Array.isArray(body) ? "array" : typeof body === "boolean" ? "bool" : typeof body;
  if (body !== null && found !== "object") return `json: cannot unmarshal ${found} into Go value of type ${typeMeta}`;
  return typeProblem(body ?? undefined, { apiVersion: "string", kind: "string" }, "");
}

const typeMeta = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`;

interface Type {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What is missing is taken from the path. */
function builtInType(fields: Fields, { resource }: ServedResource, options: ReadOptions): Type {
  const { refuse, isPatch, isConverted, isKnownKind } = options;
  const expected: Type = { apiVersion: formatApiVersion(resource), kind: resource.kind };
  // A strategic merge patch is applied to what is an object of the kind already.
  if (isConverted === true) return expected;
  const sent = textOf(fields, "apiVersion") ?? expected.apiVersion;
  const kind = textOf(fields, "kind") ?? expected.kind;
  const apiVersion = sent === expected.apiVersion ? sent : sentVersion(sent, { kind, resource }, options);
  if (apiVersion === expected.apiVersion && kind === expected.kind) return expected;
  const isOther = isOtherVersion(apiVersion, resource) || isOtherEvent(apiVersion, resource);
  if (isPatch !== true && kind === expected.kind && isOther) {
    throw wrongVersion(apiVersion, expected.apiVersion);
  }
  const version = apiVersion.slice(apiVersion.lastIndexOf("/") + 1);
  const why =
    isKnownKind?.({ apiVersion, kind }) === true
      ? `converting (${version}.${kind}) to (${goPackageOf(resource)}.${expected.kind}): unknown conversion`
      : `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`;
  throw refuse(why, { kind, version });
}

/** The version that is named, if any, else the one of the path, which also completes a group that is named alone. */
function sentVersion(
  sent: string,
  { kind, resource }: { readonly kind: string; readonly resource: Resource },
  { refuse, text, isPatch }: ReadOptions,
): string {
  const read = readSentVersion(sent);
  if (read === undefined)
    throw unrecognized(`unexpected GroupVersion string: ${sent}`, resource, { refuse, text, isPatch });
  if (read.version !== "") return formatApiVersion(read);
  if (read.group === "" || read.group === resource.group) return formatApiVersion(resource);
  throw refuse(`Object 'apiVersion' is missing in '${text ?? ""}'`, { kind, version: "" });
}

/** Where Kubernetes has its own form of a kind. */
function goPackageOf({ group }: Resource): string {
  if (group === "" || group === "events.k8s.io") return "core";
  return group.split(".", 1).join("");
}

function customType(fields: Fields, { resource }: ServedResource, { text, isPatch }: ReadOptions): Type {
  const expected: Type = { apiVersion: formatApiVersion(resource), kind: resource.kind };
  const apiVersion = textOf(fields, "apiVersion") ?? "";
  const kind = textOf(fields, "kind");
  if (kind === undefined) {
    const must = `must be of type ${resource.kind}`;
    const sent = text === undefined || isPatch === true ? "" : ` in '${text}' (${shownStart(text)})`;
    throw StatusError.badRequest(`the object provided is unrecognized (${must}): Object 'Kind' is missing${sent}`);
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

/** Groups other than the first have had other versions, which Kubernetes still knows. */
function isOtherVersion(apiVersion: string, { group }: Resource): boolean {
  return group !== "" && apiVersion.startsWith(`${group}/`) && /\/v\d+(?:(?:alpha|beta)\d+)?$/.test(apiVersion);
}

function textOf(fields: object, key: string): string | undefined {
  const value = getOwn(fields, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}
