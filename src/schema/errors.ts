const codes = ["SETPOINT_SCHEMA_NAME", "SETPOINT_SCHEMA_UNSUPPORTED"] as const;

/** What was wrong with a definition: a name in it, or a schema that Kubernetes could not hold. */
export type SchemaErrorCode = (typeof codes)[number];

/** What a `SchemaError` is made from. */
export interface SchemaProblem {
  readonly code: SchemaErrorCode;
  /** The field of the definition, or the path inside its schema: `spec.routes[].port`. */
  readonly place: string;
  readonly detail: string;
  readonly expected: string;
}

/** A resource cannot be defined as it was written. It is the author's to mend: no server was asked. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
  readonly code: SchemaErrorCode;
  readonly place: string;
  readonly expected: string;

  constructor({ code, place, detail, expected }: SchemaProblem, options?: ErrorOptions) {
    super(`Cannot define the resource: ${place}: ${detail} (expected ${expected})`, options);
    this.code = code;
    this.place = place;
    this.expected = expected;
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. Without codes, any of them will do. */
  static is(error: unknown, ...wanted: readonly SchemaErrorCode[]): error is SchemaError {
    if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return false;
    const accepted: readonly string[] = wanted.length === 0 ? codes : wanted;
    return accepted.includes(error.code);
  }
}

/** A part of a schema that no CustomResourceDefinition can hold. */
export function unsupported(place: string, detail: string, expected: string): SchemaError {
  return new SchemaError({ code: "SETPOINT_SCHEMA_UNSUPPORTED", place, detail, expected });
}
