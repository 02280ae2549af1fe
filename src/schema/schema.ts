/** What a schema says of a value: the value, or what is wrong with it. */
export type SchemaResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] };

/**
 * A schema of a library that follows Standard Schema and can write itself as JSON Schema (Zod does). Nothing else of the library is used.
 */
export interface StandardSchema<T = unknown> {
  readonly "~standard": {
    readonly types?: { readonly input: unknown; readonly output: T } | undefined;
    readonly validate: (value: unknown) => SchemaResult<T> | Promise<SchemaResult<T>>;
    readonly jsonSchema: { readonly input: (options: { readonly target: "openapi-3.0" }) => Record<string, unknown> };
  };
}

/** A schema written out as JSON Schema, with the type that it stands for. */
export interface JsonSchema<T = unknown> {
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  /** Never present at run time: carries `T` for inference. */
  readonly "~type"?: T;
}

/** How a part of a resource may be described. */
export type Schema<T = unknown> = StandardSchema<T> | JsonSchema<T>;
