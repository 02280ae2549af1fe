import type { Resource } from "../../model/index.ts";
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from "../../types/apiextensions/v1/index.ts";
import { isConditionTrue } from "./definition-status.ts";

/** A version of a custom resource. */
export interface ResourceVersion {
  readonly resource: Resource;
  readonly isStorageVersion: boolean;
}

/** What a definition makes the server serve: nothing until it is established. */
export function servedVersions(definition: CustomResourceDefinition): readonly ResourceVersion[] {
  if (!isConditionTrue(definition, "Established")) return [];
  return definition.spec.versions.filter(({ served }) => served).map((version) => versionOf(definition, version));
}

/** The version in which objects of a definition are kept, served or not. */
export function storageVersion(definition: CustomResourceDefinition): ResourceVersion | undefined {
  const version = definition.spec.versions.find(({ storage }) => storage);
  return version && versionOf(definition, version);
}

const verbs: readonly string[] = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

function versionOf(
  { spec, status }: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
): ResourceVersion {
  const { names } = spec;
  const { plural, singular = "", kind, shortNames, categories } = status?.acceptedNames ?? names;
  return {
    isStorageVersion: version.storage,
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
      subresources: version.subresources?.status ? ["status"] : [],
    },
  };
}
