import { formatApiVersion, getOwn, parseApiVersion } from "../../model/index.ts";
import { StatusError } from "../registry/index.ts";
import {
  builtInSchemas,
  normalized,
  strictFindings,
  typeProblem,
  validateFields,
  withMerged,
} from "../schema/index.ts";
import type { BuiltInSchemas, FieldValidation, Schema } from "../schema/index.ts";

/** The kind of a body that is answered and not kept. */
export interface ReviewKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** A body that is answered and not kept, as it came. */
export interface SentReview {
  readonly body: unknown;
  /** Its text, if that is JSON. */
  readonly text?: string | undefined;
  /** What is done about fields that are not known or are there twice. */
  readonly fieldValidation?: FieldValidation | undefined;
  /** Told each of them. */
  readonly warn: (warning: string) => void;
}

/** Reads bodies that are answered and not kept. */
export class ReviewReader {
  #schemas: BuiltInSchemas | undefined;

  /** The body as Kubernetes would write it; its types are right then. Throws 400 if it cannot be read as one of that kind in that namespace. */
  read(sent: SentReview, expected: ReviewKind, namespace: string): object {
    const { body, text } = sent;
    if (typeof body !== "object" || body === null || Array.isArray(body)) {
      throw StatusError.badRequest(
        `the object provided is unrecognized (must be of type ${expected.kind}): couldn't get version/kind; json parse error: expected an object`,
      );
    }
    assertKind(body, expected);
    this.#schemas ??= builtInSchemas();
    const schema = this.#schemas.schemaOf({ apiVersion: formatApiVersion(expected), kind: expected.kind });
    if (schema === undefined) throw StatusError.noSuchResource();
    const found = text === undefined ? undefined : strictFindings(text, schema);
    // Fields may stand twice: this is the body as Kubernetes reads it.
    const merged = text !== undefined && found?.hasRepeated === true ? withMerged(text, schema) : body;
    const problem = typeProblem(merged, schema) ?? strictProblem(sent, schema, found?.problems);
    if (problem !== undefined) throw refused(expected.kind, expected, problem);
    const review = normalized(merged, schema) as object;
    assertNamespace(review, namespace);
    return withoutFields(review, expected.kind === "TokenRequest" ? ownersOnly : serverFields);
  }
}

/** Warns of fields that are not known or are there twice, or says that they are refused. */
function strictProblem(
  { body, fieldValidation, warn }: SentReview,
  schema: Schema,
  found: readonly string[] | undefined,
): string | undefined {
  const { warnings, problems } = validateFields({ found, value: body, schema, mode: fieldValidation ?? "Warn" });
  for (const warning of warnings) warn(warning);
  return problems.length === 0 ? undefined : `strict decoding error: ${problems.join(", ")}`;
}

/** Members of the metadata that only the server may say. */
const serverFields: ReadonlySet<string> = new Set([
  "creationTimestamp",
  "deletionGracePeriodSeconds",
  "deletionTimestamp",
  "managedFields",
  "namespace",
  "selfLink",
  "uid",
]);

/** The metadata of a request for a token stands for that of the account, and is told again as it is. */
const ownersOnly: ReadonlySet<string> = new Set(["managedFields"]);

function withoutFields(review: object, fields: ReadonlySet<string>): object {
  const metadata = getOwn(review, "metadata");
  if (typeof metadata !== "object" || metadata === null) return review;
  const own = Object.entries(metadata).filter(([name]) => !fields.has(name));
  return { ...review, metadata: Object.fromEntries(own) };
}

function assertKind(body: object, expected: ReviewKind): void {
  const apiVersion = getOwn(body, "apiVersion") ?? "";
  const kind = getOwn(body, "kind") ?? "";
  const wanted = formatApiVersion(expected);
  if ((apiVersion === "" || apiVersion === wanted) && (kind === "" || kind === expected.kind)) return;
  const version = typeof apiVersion === "string" ? versionOf(apiVersion) : "";
  const type = expected.group.split(".", 1).join("");
  const why = `converting (${version}.${String(kind)}) to (${type}.${expected.kind}): unknown conversion`;
  throw refused(String(kind), { ...expected, version }, why);
}

function versionOf(apiVersion: string): string {
  try {
    return parseApiVersion(apiVersion).version;
  } catch {
    return "";
  }
}

function refused(given: string, { version, kind }: ReviewKind, why: string): StatusError {
  return StatusError.badRequest(
    `${given} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${why}`,
  );
}

/** A body need not name its namespace, but it may not name another. That of a cluster-scoped kind does not matter. */
function assertNamespace(review: object, namespace: string): void {
  const metadata = getOwn(review, "metadata");
  const given = typeof metadata === "object" && metadata !== null ? getOwn(metadata, "namespace") : undefined;
  if (namespace === "" || given === undefined || given === "" || given === namespace) return;
  throw StatusError.badRequest("the namespace of the provided object does not match the namespace sent on the request");
}
