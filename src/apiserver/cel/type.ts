/** What a type is, apart from its name and parameters. */
export type TypeKind =
  | "bool"
  | "bytes"
  | "double"
  | "duration"
  | "dyn"
  | "error"
  | "int"
  | "list"
  | "map"
  | "null"
  | "opaque"
  | "parameter"
  | "string"
  | "struct"
  | "timestamp"
  | "type"
  | "uint";

/** A type of the expression language. Types are values: two that look alike are the same. */
export interface Type {
  readonly kind: TypeKind;
  readonly name: string;
  readonly parameters: readonly Type[];
}

const none: readonly Type[] = [];

function simple(kind: TypeKind, name: string = kind): Readonly<Type> {
  return { kind, name, parameters: none };
}

/** The types that have neither parameters nor fields. */
export const boolType: Readonly<Type> = simple("bool");
export const bytesType: Readonly<Type> = simple("bytes");
export const doubleType: Readonly<Type> = simple("double");
export const durationType: Readonly<Type> = simple("duration", "google.protobuf.Duration");
export const dynType: Readonly<Type> = simple("dyn");
export const errorType: Readonly<Type> = simple("error", "*error*");
export const intType: Readonly<Type> = simple("int");
export const nullType: Readonly<Type> = simple("null", "null_type");
export const stringType: Readonly<Type> = simple("string");
export const timestampType: Readonly<Type> = simple("timestamp", "google.protobuf.Timestamp");
export const uintType: Readonly<Type> = simple("uint");

/** The type of lists of something. */
export function listOf(item: Type): Type {
  return { kind: "list", name: "list", parameters: [item] };
}

/** The type of maps from something to something. */
export function mapOf(key: Type, value: Type): Type {
  return { kind: "map", name: "map", parameters: [key, value] };
}

/** The type of values that may be absent. */
export function optionalOf(inner: Type): Type {
  return { kind: "opaque", name: "optional_type", parameters: [inner] };
}

/** The type of a type. */
export function typeOf(inner: Type): Type {
  return { kind: "type", name: "type", parameters: [inner] };
}

/** A type with a name of its own and nothing that can be said about its inside. */
export function opaqueType(name: string): Type {
  return simple("opaque", name);
}

/** A type with fields, found by its name. */
export function structType(name: string): Type {
  return simple("struct", name);
}

/** Stands for a type that is not known yet. */
export function typeParameter(name: string): Type {
  return simple("parameter", name);
}

/** Whether a type is an optional one. */
export function isOptional(type: Type): boolean {
  return type.kind === "opaque" && type.name === "optional_type";
}

/** What an optional type is about; the type itself if it is not optional. */
export function withoutOptional(type: Type): Type {
  return isOptional(type) ? (type.parameters[0] ?? dynType) : type;
}

/** Whether two types are the same, parameters included. */
export function isSameType(one: Type, other: Type): boolean {
  if (one === other) return true;
  if (one.kind !== other.kind || one.name !== other.name) return false;
  if (one.parameters.length !== other.parameters.length) return false;
  return one.parameters.every((inner, index) => isSameType(inner, other.parameters[index] ?? errorType));
}

const shown: Readonly<Partial<Record<TypeKind, string>>> = {
  duration: "duration",
  error: "!error!",
  null: "null",
  timestamp: "timestamp",
};

/** A type as messages write it: `map(string, list(int))`. */
export function typeText(type: Type): string {
  const name = shown[type.kind];
  if (name !== undefined) return name;
  if (type.parameters.length === 0) return type.name;
  return `${type.name}(${type.parameters.map(typeText).join(", ")})`;
}
