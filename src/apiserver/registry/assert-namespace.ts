import type { Store } from "../storage/index.ts";
import type { Target } from "./contract.ts";
import { decode } from "./document.ts";
import { StatusError } from "./errors.ts";
import { isTerminating } from "./namespace-rules.ts";

/** Where namespaces are kept. */
export const namespaceCollection = "/namespaces";

/** Where namespaces are looked at before something is made in them. Each state of one is read once. */
export class NamespaceGate {
  readonly #store: Store;
  /** The states that were found open. */
  readonly #open = new WeakSet<Uint8Array>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Throws unless the namespace of a new object exists and is not about to end. */
  async assertOpen(target: Target, name: string): Promise<void> {
    const { served, namespace } = target;
    if (served.resource.scope === "Cluster") return;
    const found = await this.#store.get({ collection: namespaceCollection, namespace: "", name: namespace });
    if (found === undefined)
      throw StatusError.notFound({ group: "", plural: "namespaces", kind: "Namespace" }, namespace);
    if (this.#open.has(found.bytes)) return;
    if (isTerminating(decode(found.bytes))) throw terminating(target, name);
    this.#open.add(found.bytes);
  }
}

function terminating({ served, namespace }: Target, name: string): StatusError {
  return StatusError.forbidden(served.resource, name, {
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
