import { parseJson } from "../../model/index.ts";
import type { KubeObject } from "../../model/index.ts";
import { StatusError } from "../registry/index.ts";
import type { Catalog, Verbs } from "../registry/index.ts";

/** What objects are read with. */
export interface ObjectSource {
  readonly verbs: Verbs;
  readonly catalog: Catalog;
}

/** An object of the core group. */
export interface CoreObject {
  readonly plural: "serviceaccounts" | "pods" | "secrets" | "nodes";
  /** Empty for a node. */
  readonly namespace: string;
  readonly name: string;
}

/** Reads an object of the core group. Throws the 404 of Kubernetes when there is none. */
export async function readCoreObject(
  { verbs, catalog }: ObjectSource,
  { plural, namespace, name }: CoreObject,
): Promise<KubeObject & Readonly<Record<string, unknown>>> {
  const served = catalog.find("", "v1", plural);
  if (served === undefined) throw StatusError.noSuchResource();
  const bytes = await verbs.get({ served, namespace, name });
  return parseJson(new TextDecoder().decode(bytes)) as KubeObject & Readonly<Record<string, unknown>>;
}

/** Reads an object of the core group; undefined when there is none. */
export async function findCoreObject(
  source: ObjectSource,
  place: CoreObject,
): Promise<(KubeObject & Readonly<Record<string, unknown>>) | undefined> {
  try {
    return await readCoreObject(source, place);
  } catch (error) {
    if (StatusError.is(error) && error.status.reason === "NotFound") return undefined;
    throw error;
  }
}
