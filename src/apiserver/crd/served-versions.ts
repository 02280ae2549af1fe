import type { Resource } from "../../model/index.ts";
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from "../../types/apiextensions/v1/index.ts";
import { CustomVersion } from "./custom-version.ts";
import { isConditionTrue } from "./definition-status.ts";
import type { RuleCompiler } from "./rule-compiler.ts";
import { compareVersions } from "./version-order.ts";

/** A version of a custom resource. */
export interface ResourceVersion {
  readonly resource: Resource;
  readonly isStorageVersion: boolean;
  /** What a list of its objects is called. */
  readonly listKind: string;
  /** What whoever uses a version is told that should no longer be used. */
  readonly deprecation: string | undefined;
  /** What the definition says of the objects in this version. */
  readonly custom: CustomVersion;
}

/** What a definition makes the server serve: nothing until it is established. */
export function servedVersions(
  definition: CustomResourceDefinition,
  compiler?: RuleCompiler,
): readonly ResourceVersion[] {
  if (!isConditionTrue(definition, "Established")) return [];
  const served = definition.spec.versions.filter((version) => version.served);
  return served.map((version) => versionOf(definition, version, compiler));
}

/** The versions that a definition has and does not serve: owners of fields may still use them. */
export function unservedVersions(definition: CustomResourceDefinition): readonly ResourceVersion[] {
  const unserved = definition.spec.versions.filter((version) => !version.served);
  return unserved.map((version) => versionOf(definition, version, undefined));
}

/** The version in which objects of a definition are kept, served or not. */
export function storageVersion(
  definition: CustomResourceDefinition,
  compiler?: RuleCompiler,
): ResourceVersion | undefined {
  const version = definition.spec.versions.find(({ storage }) => storage);
  return version && versionOf(definition, version, compiler);
}

const verbs: readonly string[] = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

function versionOf(
  { spec, status }: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  compiler: RuleCompiler | undefined,
): ResourceVersion {
  const { names } = spec;
  const { plural, singular = "", kind, listKind, shortNames, categories } = status?.acceptedNames ?? names;
  return {
    isStorageVersion: version.storage,
    listKind: (listKind === "" ? undefined : listKind) ?? names.listKind ?? `${names.kind}List`,
    deprecation: version.deprecated === true ? deprecationOf(spec, version) : undefined,
    custom: new CustomVersion(version, compiler),
    resource: {
      group: spec.group,
      version: version.name,
      kind: kind || names.kind,
      plural: plural || names.plural,
      singular,
      scope: spec.scope === "Cluster" ? "Cluster" : "Namespaced",
      shortNames: shortNames ?? [],
      categories: categories ?? [],
      verbs,
      subresources: [
        ...(version.subresources?.status ? ["status"] : []),
        ...(version.subresources?.scale ? ["scale"] : []),
      ],
    },
  };
}

/** In the definition's own words, or with the best version that is better and not deprecated itself. */
function deprecationOf(
  { group, names, versions }: CustomResourceDefinition["spec"],
  { name, deprecationWarning }: CustomResourceDefinitionVersion,
): string {
  if (deprecationWarning !== undefined) return deprecationWarning;
  const better = versions
    .filter((one) => one.served && one.deprecated !== true && compareVersions(one.name, name) < 0)
    .map((one) => one.name)
    .toSorted(compareVersions)[0];
  const advice = better === undefined ? "" : `; use ${group}/${better} ${names.kind}`;
  return `${group}/${name} ${names.kind} is deprecated${advice}`;
}
