import { getOwn } from "../model/index.ts";
import { unsupported } from "./errors.ts";
import type { Document, Place } from "./place.ts";
import { without } from "./settle.ts";

const scalars: readonly unknown[] = ["string", "integer", "number", "boolean"];

/** What may stand beside the type of a field but not in the branches of its union. */
const notInBranches: readonly string[] = ["type", "title", "description", "default", "nullable"];

/**
 * The one field that a union is. Kubernetes wants one type for each field, outside of the union; so its converted branches must be of one
 * simple type, or be integer and string.
 */
export function unionOf(keyword: "allOf" | "anyOf" | "oneOf", branches: readonly Document[], at: Place): Document {
  const types = new Set(branches.map((branch) => getOwn(branch, "type")));
  const constraints = branches.map((branch) => without(branch, ...notInBranches));
  const isNullable = branches.some((branch) => getOwn(branch, "nullable") === true) ? { nullable: true } : {};
  const [type] = types;
  if (types.size === 1 && scalars.includes(type)) {
    const values = keyword === "anyOf" ? joinedEnum(constraints) : undefined;
    return { type, ...(values === undefined ? { [keyword]: constraints } : { enum: values }), ...isNullable };
  }
  if (keyword !== "allOf" && isIntOrString(branches, types)) {
    // What constrains texts does not concern numbers, and the other way round.
    const both = Object.fromEntries(constraints.flatMap((constraint) => Object.entries(constraint)));
    return { "x-kubernetes-int-or-string": true, ...both, ...isNullable };
  }
  throw unsupported(
    at.path,
    `${keyword} of ${branches.length === 0 ? "nothing but null" : [...types].map(String).join(", ")}`,
    "one type for each field: a union may be of one simple type, of integer and string, or of something and null",
  );
}

function isIntOrString(branches: readonly Document[], types: ReadonlySet<unknown>): boolean {
  if (branches.length !== 2 || !types.has("integer") || !types.has("string")) return false;
  return branches.every((branch) => getOwn(branch, "enum") === undefined && getOwn(branch, "format") === undefined);
}

function joinedEnum(branches: readonly Document[]): readonly unknown[] | undefined {
  const isOnlyEnum = (branch: Document): boolean => Object.keys(branch).length === 1 && Object.hasOwn(branch, "enum");
  return branches.every(isOnlyEnum) ? branches.flatMap((branch) => getOwn(branch, "enum") as unknown[]) : undefined;
}
