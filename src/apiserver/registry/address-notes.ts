import type { Catalog, ServedResource, Target } from "./contract.ts";
import { serverManager } from "./defaults.ts";
import { StatusError } from "./errors.ts";
import type { Writer } from "./writer.ts";

/** Where the notes of whose an address is are kept. */
export const addressCollection = "networking.k8s.io/ipaddresses";

const labels = Object.freeze({
  "ipaddress.kubernetes.io/ip-family": "IPv4",
  "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
});

/** Makes and removes the IPAddress objects, which tell which service has an address. */
export class AddressNotes {
  readonly #catalog: Catalog;
  readonly #writer: () => Writer;

  constructor(catalog: Catalog, writer: () => Writer) {
    this.#catalog = catalog;
    this.#writer = writer;
  }

  /** A note that is there already stays as it is. */
  async make(
    address: string,
    { namespace, name }: { readonly namespace: string; readonly name: string },
  ): Promise<void> {
    const document = {
      apiVersion: "networking.k8s.io/v1",
      kind: "IPAddress",
      metadata: { name: address, labels },
      spec: { parentRef: { resource: "services", namespace, name } },
    };
    await unlessRefused(this.#writer().create(this.#target(""), document, { manager: serverManager }));
  }

  async remove(address: string): Promise<void> {
    await unlessRefused(this.#writer().delete(this.#target(address), {}));
  }

  #target(name: string): Target {
    const served = this.#catalog.find("networking.k8s.io", "v1", "ipaddresses") as ServedResource;
    return { served, namespace: "", name };
  }
}

async function unlessRefused(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!StatusError.is(error)) throw error;
  }
}
