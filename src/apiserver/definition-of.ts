import { parseJson } from "../model/index.ts";
import type { CustomResourceDefinition } from "../types/apiextensions/v1/index.ts";
import { StatusError } from "./registry/index.ts";
import type { Catalog, ServedResource, Verbs } from "./registry/index.ts";

/** Where definitions can be read. */
export interface DefinitionSource {
  readonly verbs: Pick<Verbs, "get">;
  readonly catalog: Catalog;
}

/** The CustomResourceDefinition that a resource comes from; undefined if it has just gone. */
export async function definitionOf(
  { verbs, catalog }: DefinitionSource,
  { resource }: ServedResource,
): Promise<CustomResourceDefinition | undefined> {
  const served = catalog.find("apiextensions.k8s.io", "v1", "customresourcedefinitions");
  if (served === undefined) return undefined;
  try {
    const bytes = await verbs.get({ served, namespace: "", name: `${resource.plural}.${resource.group}` });
    return parseJson(new TextDecoder().decode(bytes)) as CustomResourceDefinition;
  } catch (error) {
    if (StatusError.is(error)) return undefined;
    throw error;
  }
}
