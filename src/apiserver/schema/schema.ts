/**
 * What is known of the values of one field, the same for built-in kinds and for custom resources. References are resolved when they are
 * read, so that a schema may contain itself. Read-only.
 */
export interface Schema {
  /** The full name under which OpenAPI publishes it: `io.k8s.api.core.v1.PodSpec`. Absent for what has no name of its own. */
  readonly name?: string | undefined;
  /** Absent: any JSON value. */
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean" | undefined;
  readonly format?: string | undefined;
  readonly isNullable?: boolean | undefined;
  readonly isIntOrString?: boolean | undefined;
  /** Fields that the schema does not name are kept. */
  readonly preservesUnknown?: boolean | undefined;
  /** The value is an object with `apiVersion`, `kind` and `metadata` of its own. */
  readonly isEmbeddedResource?: boolean | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  /** The schema of the values of a map. */
  readonly values?: Schema | undefined;
  readonly items?: Schema | undefined;
  readonly required?: readonly string[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly default?: unknown;
  /** OpenAPI names the zero of the type as the default: what Go has when nothing was set. `default` is absent then. */
  readonly hasZeroDefault?: boolean | undefined;
  /** What a built-in kind does with an empty value: writes it even if it was not set, keeps it if it was, or (absent) leaves it out. */
  readonly emptyValue?: "written" | "kept" | undefined;
  /** The embedded Go structs in which the field stands: `VolumeSource`. Messages show it. */
  readonly embeddedIn?: string | undefined;
  /** The type in Go, where another one than the schema suggests: `v1.Protocol`. Messages show it. */
  readonly goType?: string | undefined;
  readonly listType?: "atomic" | "set" | "map" | undefined;
  /** The fields that identify an item of a list of type `map`. */
  readonly listKeys?: readonly string[] | undefined;
  /** An object or a map that is one value for server-side apply. */
  readonly isAtomic?: boolean | undefined;
  /** How a strategic merge patch treats the field. */
  readonly patch?: StrategicField | undefined;
}

/** How a strategic merge patch treats a field. */
export interface StrategicField {
  readonly strategies: readonly ("merge" | "replace" | "retainKeys")[];
  readonly mergeKey?: string | undefined;
}

/** Finds the schemas of kinds. */
export interface SchemaSource {
  schemaOf(kind: { readonly apiVersion: string; readonly kind: string }): Schema | undefined;
}
