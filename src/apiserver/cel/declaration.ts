import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  nullType,
  opaqueType,
  optionalOf,
  stringType,
  structType,
  timestampType,
  typeOf,
  typeParameter,
  uintType,
} from "./type.ts";
import type { Type } from "./type.ts";
import type { Value } from "./value.ts";

/** What a function does with values of the types that it declares. */
export type Run = (...args: Value[]) => Value;

/** One signature of a function. */
export interface Overload {
  readonly id: string;
  readonly isMember: boolean;
  readonly args: readonly Type[];
  readonly result: Type;
  /** The names of the types that it leaves open. */
  readonly open: readonly string[];
  /** Absent for what the interpreter does itself. */
  readonly run: Run | undefined;
}

/** A function: all signatures under one name. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
}

/** A signature called as `name(…)`: `"list(A), int -> A"`. */
export function global(id: string, signature: string, run?: Run): Overload {
  return overload({ id, signature, run, isMember: false });
}

/** A signature called as `value.name(…)`; the value is the first argument. */
export function member(id: string, signature: string, run?: Run): Overload {
  return overload({ id, signature, run, isMember: true });
}

/** Puts signatures under the name of a function. */
export function declare(name: string, ...overloads: readonly Overload[]): FunctionDeclaration {
  return { name, overloads };
}

interface Declared {
  readonly id: string;
  readonly signature: string;
  readonly isMember: boolean;
  readonly run: Run | undefined;
}

function overload({ id, signature, isMember, run }: Declared): Overload {
  const [left = "", right = ""] = signature.split("->");
  const args = left.trim() === "" ? [] : split(left).map(typeNamed);
  const open = [...new Set(signature.match(/\b[A-Z]\b/g) ?? [])];
  return { id, isMember, args, result: typeNamed(right.trim()), open, run };
}

/** At the commas that are in no parentheses. */
function split(text: string): readonly string[] {
  const parts: string[] = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

const named: Readonly<Record<string, Type>> = {
  bool: boolType,
  bytes: bytesType,
  double: doubleType,
  duration: durationType,
  dyn: dynType,
  int: intType,
  null: nullType,
  string: stringType,
  timestamp: timestampType,
  uint: uintType,
  IP: opaqueType("net.IP"),
  CIDR: opaqueType("net.CIDR"),
  Format: structType("kubernetes.NamedFormat"),
  Quantity: structType("kubernetes.Quantity"),
  Semver: structType("kubernetes.Semver"),
  URL: structType("kubernetes.URL"),
  Authorizer: structType("kubernetes.authorization.Authorizer"),
  PathCheck: structType("kubernetes.authorization.PathCheck"),
  GroupCheck: structType("kubernetes.authorization.GroupCheck"),
  ResourceCheck: structType("kubernetes.authorization.ResourceCheck"),
  Decision: structType("kubernetes.authorization.Decision"),
};

/** The type that a signature names so. */
export function typeNamed(text: string): Type {
  const [, head = "", inner = ""] = /^(\w+)\((.*)\)$/.exec(text) ?? [];
  const [first = dynType, second = dynType] = inner === "" ? [] : split(inner).map(typeNamed);
  if (head === "list") return listOf(first);
  if (head === "map") return mapOf(first, second);
  if (head === "optional") return optionalOf(first);
  if (head === "type") return typeOf(first);
  return named[text] ?? typeParameter(text);
}
