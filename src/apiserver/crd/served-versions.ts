import type { Resource } from "../../model/index.ts";
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from "../../types/apiextensions/v1/index.ts";
import { CustomVersion } from "./custom-version.ts";
import { isConditionTrue } from "./definition-status.ts";
import type { SchemaTools } from "./metadata-rules.ts";
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

/** The versions of a definition. */
export interface DefinedVersions {
  /** Those that the server serves: none until the definition is established. */
  readonly served: readonly ResourceVersion[];
  /** Those that it does not serve: owners of fields may still use them. */
  readonly unserved: readonly ResourceVersion[];
  /** The one in which objects are kept, served or not. */
  readonly stored: ResourceVersion | undefined;
}

/** The versions of a definition, each of which knows the others. */
export function definedVersions(definition: CustomResourceDefinition, tools: SchemaTools = {}): DefinedVersions {
  const { group, versions: given } = definition.spec;
  const versions = new Map<string, CustomVersion>();
  for (const one of given) versions.set(`${group}/${one.name}`, new CustomVersion(one, { ...tools, versions }));
  const resources = given.map((one) =>
    versionOf(definition, one, versions.get(`${group}/${one.name}`) as CustomVersion),
  );
  const isServed = isConditionTrue(definition, "Established");
  return {
    served: isServed ? resources.filter((_, index) => given[index]?.served) : [],
    unserved: resources.filter((_, index) => given[index]?.served !== true),
    stored: resources.find(({ isStorageVersion }) => isStorageVersion),
  };
}

const verbs: readonly string[] = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

function versionOf(
  { spec, status }: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  custom: CustomVersion,
): ResourceVersion {
  const { names } = spec;
  const { plural, singular = "", kind, listKind, shortNames, categories } = status?.acceptedNames ?? names;
  return {
    isStorageVersion: version.storage,
    listKind: (listKind === "" ? undefined : listKind) ?? names.listKind ?? `${names.kind}List`,
    deprecation: version.deprecated === true ? deprecationOf(spec, version) : undefined,
    custom,
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
