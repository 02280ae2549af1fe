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
import type { RuleCompiler } from "./rule-compiler.ts";

type Versions = CustomResourceDefinition["spec"]["versions"];

/** What is wrong with a definition whose defaults are filled in. The expressions of CEL rules are looked at if there is a compiler. */
export function checkDefinition(
  { metadata, spec }: CustomResourceDefinition,
  compiler?: RuleCompiler,
): readonly StatusCause[] {
  const expected = `${spec.names.plural}.${spec.group}`;
  return [
    ...(metadata.name === expected
      ? []
      : [invalid("metadata.name", metadata.name, 'must be spec.names.plural+"."+spec.group')]),
    ...groupCauses(spec.group),
    ...approvalCauses(spec.group, getOwn(metadata.annotations ?? {}, approvalAnnotation)),
    ...scopeCauses(spec.scope),
    ...(spec.preserveUnknownFields === true ? preserveCauses(spec.versions) : []),
    ...versionCauses(spec.versions),
    ...checkVersions(spec, compiler),
    ...conversionCauses(spec.conversion),
    ...nameCauses(spec.names),
  ];
}

/** What is wrong with a new definition in which no version is the one of storage: nothing could be kept. */
export function checkStoredVersions({ spec }: CustomResourceDefinition): readonly StatusCause[] {
  if (spec.versions.some(({ storage }) => storage)) return [];
  return [invalid("status.storedVersions", null, "must have at least one stored version")];
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
  const kept = (next.status?.storedVersions ?? []).flatMap((version, index) =>
    next.spec.versions.some(({ name }) => name === version)
      ? []
      : [invalid(`status.storedVersions[${index}]`, version, missingVersion(version))],
  );
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
  const problems = dns1123SubdomainProblems(group).map((problem) => invalid("spec.group", group, problem));
  return group.includes(".")
    ? problems
    : [...problems, invalid("spec.group", group, "should be a domain with at least one dot")];
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
  if (strategy === "None" || strategy === "") {
    const rule = "should not be set when strategy is not set to Webhook";
    return [
      ...(strategy === "" ? [required(`${place}.strategy`)] : []),
      ...(hasClient ? [forbidden(`${place}.webhookClientConfig`, rule)] : []),
    ];
  }
  if (strategy !== "Webhook") return [notSupported(`${place}.strategy`, strategy, ["None", "Webhook"])];
  const missing = [
    ...(hasClient ? [] : [required(`${place}.webhookClientConfig`, "required when strategy is set to Webhook")]),
    ...((webhook?.conversionReviewVersions ?? []).length > 0 ? [] : [required(`${place}.conversionReviewVersions`)]),
  ];
  return missing.length > 0 ? missing : [notSupported(`${place}.strategy`, strategy, ["None"])];
}

function versionCauses(versions: Versions): readonly StatusCause[] {
  const each = versions.flatMap(({ name, schema }, index) => [
    ...(schema?.openAPIV3Schema ? [] : [required(`spec.versions[${index}].schema.openAPIV3Schema`)]),
    ...versionNameCauses(`spec.versions[${index}].name`, name),
  ]);
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

/** That a version has a name at all is no rule of its own. */
function versionNameCauses(field: string, name = ""): readonly StatusCause[] {
  const problem = labelProblem(name);
  return problem === undefined ? [] : [invalid(field, name, problem)];
}

function nameCauses(names: CustomResourceDefinition["spec"]["names"]): readonly StatusCause[] {
  const { plural, singular = "", kind, listKind = "", shortNames, categories } = names;
  const same = kind !== "" && kind === listKind;
  return [
    ...labelCauses("spec.names.plural", plural),
    ...labelCauses("spec.names.singular", singular),
    ...labelCauses("spec.names.kind", kind, kind.toLowerCase()),
    ...labelCauses("spec.names.listKind", listKind, listKind.toLowerCase()),
    ...(same ? [invalid("spec.names.listKind", listKind, "kind and listKind may not be the same")] : []),
    ...(shortNames ?? []).flatMap((name, index) => labelCauses(`spec.names.shortNames[${index}]`, name)),
    ...(categories ?? []).flatMap((name, index) => labelCauses(`spec.names.categories[${index}]`, name)),
  ];
}

function labelCauses(field: string, value: string | undefined, checked = value): readonly StatusCause[] {
  if (checked === undefined || checked === "") return [required(field)];
  const problem = labelProblem(checked);
  if (problem === undefined) return [];
  const hint = checked === value ? "" : "may have mixed case, but should otherwise match: ";
  return [invalid(field, value, `${hint}${problem}`)];
}
