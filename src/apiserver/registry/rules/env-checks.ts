import { configKeyProblems, dns1123SubdomainProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { invalid, required } from "../../crd/index.ts";
import { formed, label, subdomain } from "./field-checks.ts";
import { partAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { fieldReference, resourceReference } from "./reference-checks.ts";
import { noBacksteps, variableNameProblems } from "./value-checks.ts";
import type { ValueCheck } from "./value-checks.ts";

const inVariables = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
] as const;

/** A text that has to be there and to be right. */
function needed(value: Fields, member: string, test: ValueCheck): (field: string) => readonly StatusCause[] {
  const text = textAt(value, member);
  return (field) => (text === "" ? [required(`${field}.${member}`)] : test(text, `${field}.${member}`));
}

/** A key of an object that is given by name. The name may be missing in the schema, not in fact. */
function keyReference(value: Fields, field: string): readonly StatusCause[] {
  return [
    ...subdomain(textAt(value, "name"), `${field}.name`),
    ...needed(value, "key", formed(configKeyProblems))(field),
  ];
}

function fileReference(value: Fields, field: string): readonly StatusCause[] {
  return [
    ...needed(value, "key", formed(variableNameProblems))(field),
    ...needed(value, "volumeName", label)(field),
    ...needed(value, "path", noBacksteps)(field),
  ];
}

/** Where the value of a variable can come from, in the order in which it is looked for. */
const sources: Readonly<Record<string, (value: Fields, field: string) => readonly StatusCause[]>> = {
  fieldRef: (value, field) => fieldReference(value, field, inVariables),
  resourceFieldRef: (value, field) => resourceReference(value, field),
  configMapKeyRef: keyReference,
  secretKeyRef: keyReference,
  fileKeyRef: fileReference,
};

const noSource =
  "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`";

/** One variable of a container. */
export function variableCauses(variable: Fields, field: string): readonly StatusCause[] {
  const from = partAt(variable, "valueFrom");
  return [
    ...needed(variable, "name", formed(variableNameProblems))(field),
    ...(from === undefined ? [] : sourceCauses(from, `${field}.valueFrom`, textAt(variable, "value") !== "")),
  ];
}

function sourceCauses(from: Fields, field: string, hasValue: boolean): readonly StatusCause[] {
  const given = Object.keys(sources).filter((name) => partAt(from, name) !== undefined);
  const causes = given.flatMap((name) => sources[name]?.(partAt(from, name) ?? {}, `${field}.${name}`) ?? []);
  if (given.length === 0) return [invalid(field, "", noSource)];
  if (hasValue) return [...causes, invalid(field, "", "may not be specified when `value` is not empty")];
  if (given.length === 1) return causes;
  return [...causes, invalid(field, "", "may not have more than one field specified at a time")];
}

/** Variables from all keys of an object. What is wrong with their number is said of the list, `list`. */
export function variablesCauses(from: Fields, field: string, list: string): readonly StatusCause[] {
  const prefix = textAt(from, "prefix");
  const given = ["configMapRef", "secretRef"].filter((name) => partAt(from, name) !== undefined);
  return [
    ...(prefix === "" ? [] : formed(variableNameProblems)(prefix, `${field}.prefix`)),
    ...given.flatMap((name) => needed(partAt(from, name) ?? {}, "name", prefixName)(`${field}.${name}`)),
    ...(given.length === 0 ? [invalid(list, "", "must specify one of: `configMapRef` or `secretRef`")] : []),
    ...(given.length > 1 ? [invalid(list, "", "may not have more than one field specified at a time")] : []),
  ];
}

/** A name that may still be completed: it may end with a dash. */
const prefixName: ValueCheck = (name, field) =>
  formed((text) => dns1123SubdomainProblems(text.replace(/(?<=.)-$/, "a")))(name, field);
