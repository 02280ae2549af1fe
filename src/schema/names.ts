import { dns1123SubdomainProblems } from "../model/index.ts";
import { SchemaError } from "./errors.ts";

/** The names in a definition. */
export interface ResourceNames {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

const label = /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const lowerCaseLabel =
  "at most 63 lower-case letters, digits and '-', beginning with a letter and ending with a letter or digit";

/** Throws unless a server would take the kind, from which other names are made. */
export function checkKind(kind: string): void {
  if (typeof kind === "string" && label.test(kind.toLowerCase())) return;
  throw wrongName("kind", kind, "letters, digits and '-', beginning with a letter, such as Network");
}

/** Throws unless a server would take the other names. */
export function checkNames(names: ResourceNames): void {
  const { group, version, plural, singular } = names;
  if (typeof group !== "string" || !group.includes(".") || dns1123SubdomainProblems(group).length > 0) {
    throw wrongName("group", group, "a domain name with at least one dot, such as example.com");
  }
  checkLabel("version", version);
  checkLabel("plural", plural);
  checkLabel("singular", singular);
  names.shortNames.forEach((name, index) => checkLabel(`shortNames[${index}]`, name));
  names.categories.forEach((name, index) => checkLabel(`categories[${index}]`, name));
  const definition = `${plural}.${group}`;
  if (dns1123SubdomainProblems(definition).length > 0) {
    throw wrongName("plural and group", definition, "at most 253 characters together");
  }
}

function checkLabel(place: string, name: string): void {
  if (typeof name !== "string" || !label.test(name)) throw wrongName(place, name, lowerCaseLabel);
}

function wrongName(place: string, name: unknown, expected: string): SchemaError {
  const shown = typeof name === "string" ? JSON.stringify(name) : typeof name;
  return new SchemaError({ code: "SETPOINT_SCHEMA_NAME", place, detail: `${shown} is no such name`, expected });
}
