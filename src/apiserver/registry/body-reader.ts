import { formatApiVersion } from "../../model/index.ts";
import type { ServedResource, Target, WriteOptions } from "./contract.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import type { KindRules } from "./kind-rules.ts";
import { readDocument } from "./read-document.ts";
import type { ReadOptions, Refusal } from "./read-document.ts";
import type { Schemas } from "./schemas.ts";
import type { SentBody } from "./sent-values.ts";

/** What a reader works with. */
export interface BodyReaderOptions {
  readonly schemas: Schemas;
  readonly rulesOf: (served: ServedResource) => KindRules;
}

/** How one body is read. */
export interface Reading extends Pick<WriteOptions, "fieldValidation" | "text" | "repeated"> {
  readonly refuse: Refusal;
  /** What a strict reader finds wrong with the patch that made the body. */
  readonly patchProblems?: readonly string[] | undefined;
  /** A patch made the body. */
  readonly isPatch?: boolean | undefined;
  /** An apply made the body. */
  readonly isApplied?: boolean | undefined;
  /** A strategic merge patch made the body. */
  readonly isConverted?: boolean | undefined;
  readonly warn: (warning: string) => void;
  /** Is given the body as it is before it gets its one form. */
  readonly sent?: SentBody | undefined;
}

/** Reads the bodies of writes: their types, fields, defaults, and whether they are about what the request is about. */
export class BodyReader {
  readonly #options: BodyReaderOptions;

  constructor(options: BodyReaderOptions) {
    this.#options = options;
  }

  /** A body whose namespace is that of the request. */
  read({ served, namespace }: Target, body: unknown, reading: Reading): Document {
    const { schemas, rulesOf } = this.#options;
    const schema = schemas.bodySchemaOf(served, formatApiVersion(served.resource));
    const { fieldValidation = "Warn", sent, ...rest } = reading;
    if (sent !== undefined) sent.body = body;
    const rules = rulesOf(served);
    const isKnownKind: ReadOptions["isKnownKind"] = (kind) => schemas.isBuiltInBeside(served, kind);
    const how = {
      ...rest,
      schema,
      metadataSchema: schemas.metadata,
      custom: served.custom,
      fieldValidation,
      isKnownKind,
      sent,
    };
    const document = readDocument(served, body, how);
    const problem = rules.typeProblem?.(document, reading.isConverted);
    if (problem !== undefined) throw reading.refuse(problem);
    const { namespace: given = namespace } = document.metadata;
    if (served.resource.scope === "Cluster" || given === namespace)
      return rules.defaulted?.(document, reading.isApplied) ?? document;
    const what = "the namespace of the provided object";
    throw StatusError.badRequest(`${what} does not match the namespace sent on the request`);
  }

  /** A body whose name, too, is that of the request. */
  readNamed(target: Target, body: unknown, reading: Reading): Document {
    const document = this.read(target, body, reading);
    const { name } = document.metadata;
    if (name === target.name) return document;
    throw StatusError.badRequest(
      name === ""
        ? `the name of the object (${target.name} based on URL) was undeterminable: name must be provided`
        : `the name of the object (${name}) does not match the name on the URL (${target.name})`,
    );
  }
}
