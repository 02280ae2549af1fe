import { dns1123SubdomainProblems, getOwn } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import type { CustomResourceDefinition } from "../../types/apiextensions/v1/index.ts";
import { invalid, notSupported, required } from "./causes.ts";
import { approvalAnnotation } from "./defaults.ts";
import { checkVersions } from "./check-version.ts";
import { isConditionTrue } from "./definition-status.ts";
import { labelProblem } from "./label-problem.ts";
import { isProtected } from "./protected-group.ts";
import type { RuleCompiler } from "./rule-compiler.ts";

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
    ...(spec.preserveUnknownFields === true ? [invalid("spec.preserveUnknownFields", true, preserveRule)] : []),
    ...versionCauses(spec.versions),
    ...checkVersions(spec, compiler),
    ...conversionCauses(spec.conversion?.strategy),
    ...nameCauses(spec.names),
  ];
}

const preserveRule =
  "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";

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
function conversionCauses(strategy = "None"): readonly StatusCause[] {
  return strategy === "None" ? [] : [notSupported("spec.conversion.strategy", strategy, ["None"])];
}

function versionCauses(versions: CustomResourceDefinition["spec"]["versions"]): readonly StatusCause[] {
  const each = versions.flatMap(({ name, schema }, index) => [
    ...(schema?.openAPIV3Schema ? [] : [required(`spec.versions[${index}].schema.openAPIV3Schema`)]),
    ...labelCauses(`spec.versions[${index}].name`, name),
  ]);
  const told = versions.map(({ name, served, storage }) => ({ name, served, storage }));
  const isUnique = new Set(versions.map(({ name }) => name)).size === versions.length;
  const stored = versions.filter(({ storage }) => storage);
  return [
    ...each,
    ...(isUnique ? [] : [invalid("spec.versions", told, "must contain unique version names")]),
    ...(stored.length === 1
      ? []
      : [invalid("spec.versions", told, "must have exactly one version marked as storage version")]),
  ];
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
