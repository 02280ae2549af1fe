import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion as Version,
} from "../../types/apiextensions/v1/index.ts";
import { withoutNulls } from "./json-shape.ts";
import { withoutNullMembers } from "./schema-props.ts";

/** The versions of a definition that says nothing of any. */
export const noVersions: readonly Version[] = Object.freeze([]);

/** The definition with everything filled in that may be left out. Its members have the right types; nothing else is known of it yet. */
export function withDefaults(given: CustomResourceDefinition): CustomResourceDefinition {
  const definition = withoutNulls(given, "openAPIV3Schema") as CustomResourceDefinition;
  const spec: Partial<CustomResourceDefinition["spec"]> = definition.spec ?? {};
  const names: Partial<CustomResourceDefinition["spec"]["names"]> = spec.names ?? {};
  const kind = names.kind ?? "";
  return {
    ...definition,
    spec: {
      ...spec,
      group: spec.group ?? "",
      scope: spec.scope ?? "",
      versions: given.spec?.versions === noVersions ? noVersions : cleanVersions(spec.versions),
      conversion: spec.conversion ?? { strategy: "None" },
      names: {
        ...names,
        kind,
        plural: names.plural ?? "",
        singular: orElse(names.singular, kind.toLowerCase()),
        listKind: orElse(names.listKind, kind === "" ? "" : `${kind}List`),
      },
    },
  };
}

function cleanVersions(versions: readonly Version[] | undefined): readonly Version[] {
  return versions?.map(withCleanSchema) ?? noVersions;
}

function withCleanSchema(version: Version): Version {
  const schema = version.schema?.openAPIV3Schema;
  return schema ? { ...version, schema: { openAPIV3Schema: withoutNullMembers(schema) } } : version;
}

function orElse(text: string | undefined, otherwise: string): string {
  return text === undefined || text === "" ? otherwise : text;
}
