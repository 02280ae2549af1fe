import type { Store } from "../storage/index.ts";
import type { Target } from "./contract.ts";
import { decode } from "./document.ts";
import { StatusError } from "./errors.ts";
import { isTerminating } from "./namespace-rules.ts";

/** Where namespaces are kept. */
export const namespaceCollection = "/namespaces";

/** Throws unless the namespace of a new object exists and is not about to end. */
export async function assertNamespace(store: Store, { served, namespace }: Target, name: string): Promise<void> {
  if (served.resource.scope === "Cluster") return;
  const found = await store.get({ collection: namespaceCollection, namespace: "", name: namespace });
  if (found === undefined)
    throw StatusError.notFound({ group: "", plural: "namespaces", kind: "Namespace" }, namespace);
  if (!isTerminating(decode(found.bytes))) return;
  throw StatusError.forbidden(served.resource, name, {
    because: `unable to create new content in namespace ${namespace} because it is being terminated`,
    causes: [
      {
        reason: "NamespaceTerminating",
        message: `namespace ${namespace} is being terminated`,
        field: "metadata.namespace",
      },
    ],
  });
}
