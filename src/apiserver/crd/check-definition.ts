import { dns1123SubdomainProblems, getOwn } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import type { CustomResourceDefinition, JSONSchemaProps } from "../../types/apiextensions/v1/index.ts";
import { forbidden, invalid, notSupported, required } from "./causes.ts";
import { approvalAnnotation } from "./defaults.ts";
import { checkVersions } from "./check-version.ts";
import { noVersions } from "./definition-defaults.ts";
import { isConditionTrue } from "./definition-status.ts";
import { labelProblem } from "./label-problem.ts";
import { isProtected } from "./protected-group.ts";
import type { SchemaTools } from "./metadata-rules.ts";

type Versions = CustomResourceDefinition["spec"]["versions"];
type Names = CustomResourceDefinition["spec"]["names"];

/**
 * What is wrong with a definition whose defaults are filled in. The expressions of CEL rules are looked at if there is a compiler; what is as
 * it was in `old` is not refused for what it costs.
 */
export function checkDefinition(
  { metadata, spec }: CustomResourceDefinition,
  tools: SchemaTools = {},
  old?: CustomResourceDefinition,
): readonly StatusCause[] {
  const expected = `${spec.names.plural}.${spec.group}`;
  const said = Object.groupBy(checkVersions(spec, tools, old?.spec), ({ field = "" }) =>
    field.startsWith("spec.versions[") ? "version" : "definition",
  );
  return [
    ...ownNameCauses(metadata.generateName, "metadata.generateName", expected),
    ...ownNameCauses(metadata.name, "metadata.name", expected),
    ...groupCauses(spec.group),
    ...approvalCauses(spec.group, getOwn(metadata.annotations ?? {}, approvalAnnotation)),
    ...scopeCauses(spec.scope),
    ...(spec.preserveUnknownFields === true ? preserveCauses(spec.versions) : []),
    ...versionCauses(spec.versions, said.version ?? []),
    ...nameCauses(spec.names),
    ...(said.definition ?? []),
    ...conversionCauses(spec.conversion),
  ];
}

/** A name that is generated begins with all of it already. */
function ownNameCauses(name: string | undefined, field: string, expected: string): readonly StatusCause[] {
  if (name === undefined || name === "" || name === expected) return [];
  return [invalid(field, name, 'must be spec.names.plural+"."+spec.group')];
}

/** What is wrong with the versions in which the objects of a definition are kept, compared with those that it has. */
export function checkStoredVersions(
  { spec }: CustomResourceDefinition,
  stored: readonly string[] | undefined = storageVersions(spec.versions),
): readonly StatusCause[] {
  const field = "status.storedVersions";
  if (stored.length === 0) return [invalid(field, null, "must have at least one stored version")];
  const left = new Set(stored);
  const missing = spec.versions.flatMap(({ name, storage }) =>
    left.delete(name) || !storage ? [] : [invalid(field, stored, `must have the storage version ${name}`)],
  );
  return [
    ...missing,
    ...[...left].map((version) => invalid(`${field}[${stored.indexOf(version)}]`, version, missingVersion(version))),
  ];
}

/** The versions in which new objects are kept: what a new definition begins with. */
function storageVersions(versions: Versions): readonly string[] {
  return [...new Set(versions.filter(({ storage }) => storage).map(({ name }) => name))];
}

function preserveCauses(versions: Versions): readonly StatusCause[] {
  const field = "spec.preserveUnknownFields";
  const hasDefaults = versions.some(({ schema }) => hasDefault(schema?.openAPIV3Schema));
  const rule =
    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
  return [
    ...(hasDefaults ? [invalid(field, true, "must be false in order to use defaults in the schema")] : []),
    invalid(field, true, rule),
  ];
}

function hasDefault(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  const { default: given, properties = {}, items, additionalProperties } = schema as JSONSchemaProps;
  return (
    (given !== undefined && given !== null) ||
    [...Object.values(properties), items, additionalProperties].some(hasDefault)
  );
}

/** What an update may not change, compared with the definition as it is. */
export function checkDefinitionUpdate(
  next: CustomResourceDefinition,
  old: CustomResourceDefinition,
): readonly StatusCause[] {
  const stored = new Set([...(next.status?.storedVersions ?? []), ...storageVersions(next.spec.versions)]);
  const kept = checkStoredVersions(next, [...stored]);
  const fixed: readonly (readonly [string, string, string])[] = [
    ["spec.scope", next.spec.scope, old.spec.scope],
    ["spec.names.kind", next.spec.names.kind, old.spec.names.kind],
    ["spec.group", next.spec.group, old.spec.group],
    ["spec.names.plural", next.spec.names.plural, old.spec.names.plural],
  ];
  if (!isConditionTrue(old, "Established")) return kept;
  const changed = fixed.filter(([, now, before]) => now !== before);
  return [...changed.map(([field, now]) => invalid(field, now, "field is immutable")), ...kept];
}

function missingVersion(version: string): string {
  return `missing from spec.versions; ${version} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${version} and removes ${version} from status.storedVersions`;
}

function groupCauses(group: string): readonly StatusCause[] {
  if (group === "") return [required("spec.group")];
  const problems = dns1123SubdomainProblems(group);
  if (problems.length > 0) return [invalid("spec.group", group, problems.join(","))];
  return group.includes(".") ? [] : [invalid("spec.group", group, "should be a domain with at least one dot")];
}

function approvalCauses(group: string, annotation: unknown): readonly StatusCause[] {
  if (!isProtected(group)) return [];
  const field = `metadata.annotations[${approvalAnnotation}]`;
  const rule = `protected groups must have approval annotation "${approvalAnnotation}"`;
  const see = "see https://github.com/kubernetes/enhancements/pull/1111";
  if (typeof annotation !== "string" || annotation === "") return [required(field, `${rule}, ${see}`)];
  if (annotation.startsWith("unapproved") || URL.canParse(annotation)) return [];
  return [invalid(field, annotation, `${rule} with either a URL or a reason starting with "unapproved", ${see}`)];
}

function scopeCauses(scope: string): readonly StatusCause[] {
  if (scope === "") return [required("spec.scope")];
  const scopes = ["Cluster", "Namespaced"];
  return scopes.includes(scope) ? [] : [notSupported("spec.scope", scope, scopes)];
}

/** Webhooks are not called yet: a definition that needs one is refused rather than served wrongly. */
function conversionCauses(conversion: CustomResourceDefinition["spec"]["conversion"]): readonly StatusCause[] {
  const { strategy = "None", webhook } = conversion ?? {};
  const place = "spec.conversion";
  const hasClient = (webhook?.clientConfig ?? undefined) !== undefined;
  const hasVersions = (webhook?.conversionReviewVersions ?? []).length > 0;
  if (strategy !== "Webhook") {
    const rule = "should not be set when strategy is not set to Webhook";
    return [
      ...(strategy === "" ? [required(`${place}.strategy`)] : []),
      ...(strategy === "" || strategy === "None"
        ? []
        : [notSupported(`${place}.strategy`, strategy, ["None", "Webhook"])]),
      ...(hasClient ? [forbidden(`${place}.webhookClientConfig`, rule)] : []),
      ...(hasVersions ? [forbidden(`${place}.conversionReviewVersions`, rule)] : []),
    ];
  }
  const missing = [
    ...(hasClient ? [] : [required(`${place}.webhookClientConfig`, "required when strategy is set to Webhook")]),
    ...(hasVersions ? [] : [required(`${place}.conversionReviewVersions`)]),
  ];
  return missing.length > 0 ? missing : [notSupported(`${place}.strategy`, strategy, ["None"])];
}

/** What is wrong with the versions themselves; `said` is what is wrong with what they say. */
function versionCauses(versions: Versions, said: readonly StatusCause[]): readonly StatusCause[] {
  const each = [
    ...versions.flatMap(({ schema }, index) =>
      schema?.openAPIV3Schema ? [] : [required(`spec.versions[${index}].schema.openAPIV3Schema`)],
    ),
    ...versions.flatMap(({ name }, index) => labelCauses(`spec.versions[${index}].name`, name ?? "")),
    ...said,
  ];
  const told =
    versions === noVersions ? null : versions.map(({ name, served, storage }) => ({ name, served, storage }));
  // Kubernetes has the first version a second time, from before there could be several.
  const first = versions[0]?.name ?? "";
  const isUnique = new Set(versions.map(({ name }) => name)).size === versions.length;
  const stored = versions.filter(({ storage }) => storage);
  return [
    ...each,
    ...(isUnique ? [] : [invalid("spec.versions", told, "must contain unique version names")]),
    ...(stored.length === 1
      ? []
      : [invalid("spec.versions", told, "must have exactly one version marked as storage version")]),
    ...(first === "" ? [] : labelCauses("spec.version", first)),
  ];
}

function nameCauses(names: Names): readonly StatusCause[] {
  const needed = ["plural", "singular", "kind", "listKind"] as const;
  return [
    ...needed.filter((name) => (names[name] ?? "") === "").map((name) => required(`spec.names.${name}`)),
    ...formCauses(names, "spec.names"),
  ];
}

/** What is wrong with names that were accepted: any may be missing. */
export function acceptedNameCauses(names: Partial<Names>): readonly StatusCause[] {
  return formCauses(names, "status.acceptedNames");
}

function formCauses(names: Partial<Names>, field: string): readonly StatusCause[] {
  const { plural = "", singular = "", kind = "", listKind = "", shortNames = [], categories = [] } = names;
  const same = kind !== "" && kind === listKind;
  const given = (at: string, name: string): readonly StatusCause[] => (name === "" ? [] : labelCauses(at, name));
  const mixed = "may have mixed case, but should otherwise match: ";
  const kindCauses = (at: string, name: string): readonly StatusCause[] => {
    const problem = name === "" ? undefined : labelProblem(name.toLowerCase());
    return problem === undefined ? [] : [invalid(at, name, mixed + problem)];
  };
  return [
    ...given(`${field}.plural`, plural),
    ...given(`${field}.singular`, singular),
    ...kindCauses(`${field}.kind`, kind),
    ...kindCauses(`${field}.listKind`, listKind),
    ...shortNames.flatMap((name, index) => labelCauses(`${field}.shortNames[${index}]`, name)),
    ...(same ? [invalid(`${field}.listKind`, listKind, "kind and listKind may not be the same")] : []),
    ...categories.flatMap((name, index) => labelCauses(`${field}.categories[${index}]`, name)),
  ];
}

function labelCauses(field: string, name: string): readonly StatusCause[] {
  const problem = labelProblem(name);
  return problem === undefined ? [] : [invalid(field, name, problem)];
}
