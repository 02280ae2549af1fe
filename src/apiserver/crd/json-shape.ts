import { exactIntegerText, getOwn, isExactInteger } from "../../model/index.ts";
import { is64Bits } from "./integers.ts";

/**
 * What types a document's members must have: a JSON type, a list (`[shape]`), a map from any text (`{ "*": shape }`), members by name, or
 * what a function says about a value, which is also how a shape contains itself. Members that it does not name may be anything.
 */
export type Shape =
  | "string"
  | "bool"
  | "int64"
  | "float64"
  | "any"
  | "object"
  | "time"
  | readonly [Shape]
  | ((value: unknown) => Shape)
  | { readonly [member: string]: Shape };

type SettledShape = Exclude<Shape, (value: unknown) => Shape>;
type CompoundShape = Exclude<SettledShape, string>;

/** A place in a document, for messages: `ObjectMeta.metadata.name`. */
export type Place = string;

/**
 * Says, in the words of Kubernetes' decoder, which member has the wrong type; `undefined` when none has. A member that is `null` counts as absent;
 * an item of a list or map may not be `null`. Looks at own members only.
 */
export function typeProblem(value: unknown, shape: Shape, place: Place): string | undefined {
  if (value === undefined || shape === "any") return undefined;
  if (typeof shape === "function") return typeProblem(value, shape(value), place);
  if (shape === "time") return timeProblem(value, place);
  const found = jsonType(value);
  if (found !== wanted(shape))
    return `json: cannot unmarshal ${found} into Go struct field ${place} of type ${goType(shape)}`;
  if (shape === "int64" && !is64Bits(value)) {
    return `json: cannot unmarshal number ${exactIntegerText(value) ?? String(value)} into Go struct field ${place} of type int64`;
  }
  return typeof shape === "string" ? undefined : memberProblem(value as object, shape, place);
}

function memberProblem(value: object, shape: CompoundShape, place: Place): string | undefined {
  for (const [key, member, expected] of membersOf(value, shape)) {
    const problem = typeProblem(member, expected, key === "" ? place : `${place}.${key}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Items of lists and maps carry no name in Go's messages. */
function membersOf(value: object, shape: CompoundShape): readonly (readonly [string, unknown, Shape])[] {
  if (isList(shape)) return (value as readonly unknown[]).map((item) => ["", item, shape[0]] as const);
  const any = shape["*"];
  if (any !== undefined) return Object.values(value).map((item: unknown) => ["", item, any] as const);
  return Object.entries(shape).map(([key, expected]) => [key, getOwn(value, key) ?? undefined, expected] as const);
}

function timeProblem(value: unknown, place: Place): string | undefined {
  if (typeof value !== "string") return typeProblem(value, "string", place);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value)) return undefined;
  return `parsing time ${JSON.stringify(value)} as "2006-01-02T15:04:05Z07:00": cannot parse ${JSON.stringify(value)}`;
}

/** The type of a value as messages of Go name it. */
export function jsonType(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (value === null) return "null";
  if (isExactInteger(value)) return "number";
  return typeof value === "boolean" ? "bool" : typeof value;
}

function wanted(shape: SettledShape): string {
  if (typeof shape !== "string") return isList(shape) ? "array" : "object";
  return shape === "int64" || shape === "float64" ? "number" : shape;
}

function goType(shape: Shape): string {
  if (typeof shape === "function") return "struct";
  if (typeof shape === "string") return shape === "object" ? "struct" : shape;
  if (isList(shape)) return `[]${goType(shape[0])}`;
  return shape["*"] === undefined ? "struct" : `map[string]${goType(shape["*"])}`;
}

function isList(shape: CompoundShape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

/** The same document without the members that are `null`, at any depth, but as it is under `kept`. */
export function withoutNulls(value: unknown, kept?: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, kept));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([key, member]) => [key, key === kept ? member : withoutNulls(member, kept)]));
}
