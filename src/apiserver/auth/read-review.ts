import { formatApiVersion, getOwn, parseApiVersion } from "../../model/index.ts";
import { StatusError } from "../registry/index.ts";
import { builtInSchemas, normalized, typeProblem } from "../schema/index.ts";
import type { BuiltInSchemas } from "../schema/index.ts";

/** The kind of a body that is answered and not kept. */
export interface ReviewKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Reads bodies that are answered and not kept. */
export class ReviewReader {
  #schemas: BuiltInSchemas | undefined;

  /** The body as Kubernetes would write it; its types are right then. Throws 400 if it cannot be read as one of that kind in that namespace. */
  read(body: unknown, expected: ReviewKind, namespace: string): object {
    if (typeof body !== "object" || body === null || Array.isArray(body)) {
      throw StatusError.badRequest(
        `the object provided is unrecognized (must be of type ${expected.kind}): couldn't get version/kind; json parse error: expected an object`,
      );
    }
    assertKind(body, expected);
    this.#schemas ??= builtInSchemas();
    const schema = this.#schemas.schemaOf({ apiVersion: formatApiVersion(expected), kind: expected.kind });
    if (schema === undefined) throw StatusError.noSuchResource();
    const problem = typeProblem(body, schema);
    if (problem !== undefined) throw refused(expected.kind, expected, problem);
    const review = normalized(body, schema) as object;
    assertNamespace(review, namespace);
    return review;
  }
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
