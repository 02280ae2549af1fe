import { ApiError, isConflict } from "../model/index.ts";
import type { StatusCause } from "../model/index.ts";

/** A field that somebody else owns. */
export interface FieldConflict {
  /** Its path: `.spec.template.spec.containers[name="web"].image`. */
  readonly field: string;
  /** Who owns it, if the server says so in a way that is understood. */
  readonly manager: string | undefined;
  /** What the server says of the owner, with subresource, version and time where it has them. */
  readonly message: string;
}

/** An apply was refused, as it would change fields that others own. Nothing was written. The `ApiError` of the server is the cause. */
export class ApplyConflictError extends Error {
  override readonly name = "ApplyConflictError";
  readonly code = "SETPOINT_APPLY_CONFLICT";
  readonly conflicts: readonly FieldConflict[];

  constructor(cause: ApiError) {
    const conflicts = conflictsOf(cause);
    const told = conflicts.map(({ field, manager, message }) => `${field} (${manager ?? message})`).join(", ");
    super(`${cause.method} ${cause.path}: apply fields that others own: ${told}; expected others, or \`force\``, {
      cause,
    });
    this.conflicts = conflicts;
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown): error is ApplyConflictError {
    return error instanceof Error && "code" in error && error.code === "SETPOINT_APPLY_CONFLICT";
  }

  /** What the failure of an apply means: an `ApplyConflictError` when the server names conflicting fields, else the failure itself. */
  static from(error: unknown): unknown {
    return ApiError.is(error) && isConflict(error) && error.causes.some(isFieldConflict)
      ? new ApplyConflictError(error)
      : error;
  }
}

function isFieldConflict({ reason }: StatusCause): boolean {
  return reason === "FieldManagerConflict";
}

function conflictsOf({ causes }: ApiError): readonly FieldConflict[] {
  return causes.filter(isFieldConflict).map(({ field = "", message = "" }) => {
    return { field, manager: managerIn(message), message };
  });
}

/** The server tells the owner only in a sentence, where its name stands first, quoted as Go does it. */
function managerIn(message: string): string | undefined {
  const [quoted] = /"(?:[^"\\]|\\.)*"/.exec(message) ?? [];
  if (quoted === undefined) return undefined;
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted.slice(1, -1);
  }
}
