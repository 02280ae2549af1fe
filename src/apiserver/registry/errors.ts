import { statusCodes } from "../../model/index.ts";
import type { Status, StatusCause, StatusDetails, StatusReason } from "../../model/index.ts";
import { goQuoted } from "../crd/index.ts";
import { firstToTell } from "../schema/index.ts";

/** What a failure is about: a resource, whatever its version. */
export interface Subject {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
}

const code = "SETPOINT_STATUS";

/** The request cannot be done, and `status` is the answer that says so. Nothing has changed. */
export class StatusError extends Error {
  override readonly name = "StatusError";
  readonly code: typeof code = code;
  readonly status: Status & { readonly code: number };
  /** What whoever asked should know besides. */
  warnings: readonly string[] = [];

  constructor(reason: StatusReason, message: string, details?: StatusDetails) {
    super(`answer a request: ${message}`);
    this.status = {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message,
      ...(reason === "Unknown" ? {} : { reason }),
      ...(details === undefined ? {} : { details }),
      code: statusCodes[reason],
    };
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown): error is StatusError {
    return error instanceof Error && "code" in error && error.code === code;
  }

  /** No object of this name. */
  static notFound(subject: Subject, name: string): StatusError {
    return new StatusError("NotFound", `${called(subject, name)} not found`, detailsOf(subject, name));
  }

  /** No such path in a built-in group. */
  static noSuchResource(): StatusError {
    return new StatusError("NotFound", "the server could not find the requested resource", {});
  }

  /** The name is taken. */
  static alreadyExists(
    subject: Subject,
    name: string,
    { isDeleting = false }: { readonly isDeleting?: boolean } = {},
  ): StatusError {
    const message = `${isDeleting ? "object is being deleted: " : ""}${called(subject, name)} already exists`;
    return new StatusError("AlreadyExists", message, detailsOf(subject, name));
  }

  /** No free name was found for a `generateName`. */
  static nameNotGenerated(
    subject: Subject,
    name: string,
    { isDeleting = false }: { readonly isDeleting?: boolean } = {},
  ): StatusError {
    const why = "already exists, the server was not able to generate a unique name for the object";
    const message = `${isDeleting ? "object is being deleted: " : ""}${called(subject, name)} ${why}`;
    return new StatusError("AlreadyExists", message, { ...detailsOf(subject, name), retryAfterSeconds: 1 });
  }

  /** The object is not what the request took it for. Without a detail: it was modified. */
  static conflict(subject: Subject, name: string, detail: string = modified): StatusError {
    const message = `Operation cannot be fulfilled on ${called(subject, name)}: ${detail}`;
    return new StatusError("Conflict", message, detailsOf(subject, name));
  }

  /** The content is wrong: each cause tells one problem. Of very many only the first are told: a small request has no large answer. */
  static invalid(
    { group, kind }: Pick<Subject, "group" | "kind">,
    name: string,
    causes: readonly StatusCause[],
  ): StatusError {
    const first = firstToTell(causes, ({ field = "", message = "" }) => field.length + message.length);
    const told = [...new Set(first.map(({ field, message }) => `${field}: ${message}`))];
    if (first.length < causes.length) told.push("and more");
    const all = told.length === 1 ? told[0] : `[${told.join(", ")}]`;
    return new StatusError("Invalid", `${qualified(kind, group)} ${goQuoted(name)} is invalid: ${all}`, {
      ...textMembers({ name, group, kind }),
      causes: first,
    });
  }

  /** The request cannot be understood. */
  static badRequest(message: string): StatusError {
    return new StatusError("BadRequest", message);
  }

  /** Understood and refused. */
  static forbidden(
    subject: Pick<Subject, "group" | "plural">,
    name: string,
    { because, causes }: { readonly because: string; readonly causes?: readonly StatusCause[] },
  ): StatusError {
    const what = name === "" ? qualified(subject.plural, subject.group) : called(subject, name);
    const message = `${what} is forbidden: ${because}`;
    return new StatusError("Forbidden", message, {
      ...detailsOf(subject, name),
      ...(causes === undefined ? {} : { causes }),
    });
  }

  /** The resource can be listed and not watched. */
  static notWatchable(plural: string): StatusError {
    const message = `watch is not supported on resources of kind ${JSON.stringify(plural)}`;
    return new StatusError("MethodNotAllowed", message, { kind: plural });
  }

  /** The path is known, the method is not for it. */
  static methodNotAllowed(): StatusError {
    return new StatusError("MethodNotAllowed", "the server does not allow this method on the requested resource", {});
  }

  /** No credential, or a wrong one. */
  static unauthorized(): StatusError {
    return new StatusError("Unauthorized", "Unauthorized");
  }

  /** No answer in a form that is accepted. */
  static notAcceptable(offered: readonly string[]): StatusError {
    return new StatusError("NotAcceptable", `only the following media types are accepted: ${offered.join(", ")}`);
  }

  /** A body in a form that is not understood. */
  static unsupportedMediaType(understood: readonly string[]): StatusError {
    return new StatusError(
      "UnsupportedMediaType",
      `the body of the request was in an unknown format - accepted media types include: ${understood.join(", ")}`,
    );
  }

  /** The body is longer than allowed. */
  static tooLarge(limitBytes: number): StatusError {
    return new StatusError("RequestEntityTooLarge", `Request entity too large: limit is ${limitBytes}`);
  }

  /** The object has grown larger than one may be: etcd's own words, and the code that Kubernetes gives them. */
  static objectTooLarge(): StatusError {
    return StatusError.withoutReason("etcdserver: request is too large");
  }

  /** The version asked for is no longer kept. */
  static expired(message: string): StatusError {
    return new StatusError("Expired", message);
  }

  /** The state that a page is of is no longer kept; `token` leads on in the newest one. */
  static pageExpired(token: string): StatusError {
    const error = StatusError.expired(
      "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.",
    );
    return Object.assign(error, { status: { ...error.status, metadata: { continue: token } } });
  }

  /** The version asked for is not there yet. */
  static tooLargeVersion(wanted: number, current: number, retryAfterSeconds?: number): StatusError {
    const message = `Timeout: Too large resource version: ${wanted}, current: ${current}`;
    return new StatusError("Timeout", message, {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  }

  /** A mistake of the server's own. */
  static internal(message: string): StatusError {
    return new StatusError("InternalError", `Internal error occurred: ${message}`, { causes: [{ message }] });
  }

  /** A failure for which Kubernetes gives no reason. */
  static withoutReason(message: string): StatusError {
    return new StatusError("Unknown", message);
  }
}

const modified = "the object has been modified; please apply your changes to the latest version and try again";

function qualified(name: string, group: string): string {
  return group === "" ? name : `${name}.${group}`;
}

function called({ plural, group }: Pick<Subject, "group" | "plural">, name: string): string {
  return `${qualified(plural, group)} ${goQuoted(name)}`;
}

function detailsOf({ plural, group }: Pick<Subject, "group" | "plural">, name: string): StatusDetails {
  return textMembers({ name, group, kind: plural });
}

/** Empty members are left out, as on the wire. */
function textMembers(members: Readonly<Record<string, string>>): StatusDetails {
  return Object.fromEntries(Object.entries(members).filter(([, text]) => text !== ""));
}
