import type { Store } from "../storage/index.ts";
import { namespaceCollection } from "./assert-namespace.ts";
import type { Catalog, ServedResource, Verbs } from "./contract.ts";
import { bootstrapNamespaces, serverManager } from "./defaults.ts";

/** Makes the namespaces that every server has, unless they are there already. */
export async function makeNamespaces(
  verbs: Verbs,
  { store, catalog }: { store: Store; catalog: Catalog },
): Promise<void> {
  const served = catalog.find("", "v1", "namespaces") as ServedResource;
  for (const name of bootstrapNamespaces) {
    if ((await store.get({ collection: namespaceCollection, namespace: "", name })) !== undefined) continue;
    await verbs.create({ served, namespace: "", name: "" }, { metadata: { name } }, { fieldManager: serverManager });
  }
}
