import { cleanupFinalizer } from "../crd/index.ts";
import type { Store } from "../storage/index.ts";
import type { ServedCatalog } from "./catalog.ts";
import type { ServedResource, Target } from "./contract.ts";
import { definitionOf } from "./definition-rules.ts";
import { definitionName } from "./definitions.ts";
import type { Definitions } from "./definitions.ts";
import { decode } from "./document.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import type { WriteManner, Writer, Written } from "./writer.ts";

/** Where definitions are kept. */
export const definitionCollection = "apiextensions.k8s.io/customresourcedefinitions";

/** What the care of definitions works with. */
export interface DefinitionCareOptions {
  readonly store: Store;
  readonly writer: Writer;
  readonly catalog: ServedCatalog;
  readonly definitions: Definitions;
}

/**
 * Does what follows from writes: serves what a definition says as part of its write, removes the objects of one that is deleted, and the
 * definition itself when the last object is gone.
 */
export class DefinitionCare {
  readonly #options: DefinitionCareOptions;

  constructor(options: DefinitionCareOptions) {
    this.#options = options;
  }

  /** Serves the definitions that are in the store, and goes on with those that are being deleted. */
  async restore(): Promise<void> {
    const { store, definitions } = this.#options;
    const { objects } = await store.scan({ collection: definitionCollection });
    for (const { bytes } of objects) definitions.set(definitionOf(decode(bytes)));
    for (const name of definitions.terminating()) await this.#cleanUp(name);
  }

  /** Runs a write, and what follows from it: nothing, if it is only a dry run. */
  async run(
    { served, name }: Target,
    write: () => Promise<Written>,
    { isDryRun = false }: WriteManner = {},
  ): Promise<Written> {
    if (isDryRun) return write();
    if (served.collection !== definitionCollection) {
      const written = await write();
      if (served.isCustom) await this.#followObject(served, written);
      return written;
    }
    const written = await this.#options.definitions.turn.run(() => this.#follow(name, write));
    const { current } = written;
    if (current?.metadata.deletionTimestamp !== undefined) await this.#cleanUp(current.metadata.name);
    return written;
  }

  /** A store may take its time: what was admitted before its definition was deleted does not stay behind. */
  async #followObject(served: ServedResource, { status, current }: Written): Promise<void> {
    const { writer, definitions } = this.#options;
    const definition = definitionName(served.resource);
    if (current !== undefined) {
      if (status !== 201 || definitions.isOpen(definition)) return;
      const { namespace = "", name } = current.metadata;
      await ignoreMissing(writer.delete({ served, namespace, name }, {}));
    }
    await this.#finish(definition);
  }

  /** Only while holding the turn. */
  async #follow(name: string, write: () => Promise<Written>): Promise<Written> {
    const { definitions, writer } = this.#options;
    const written = await write();
    if (written.current === undefined) definitions.delete(name);
    else definitions.set(definitionOf(written.current));
    // A name may be free now that another definition wanted.
    for (const other of definitions.withConflicts()) {
      if (other === written.current?.metadata.name) continue;
      const { current } = await writer.update(this.#target(other), (old) => old);
      if (current !== undefined) definitions.set(definitionOf(current));
    }
    return written;
  }

  /** Deletes the objects of a definition. Those with finalizers stay, and the definition with them. */
  async #cleanUp(name: string): Promise<void> {
    const { store, writer, definitions } = this.#options;
    const stored = definitions.storedOf(name);
    const { objects } = stored === undefined ? { objects: [] } : await store.scan(stored);
    for (const { key } of objects) {
      if (stored === undefined) break;
      await ignoreMissing(writer.delete({ served: stored, namespace: key.namespace, name: key.name }, {}));
    }
    await this.#finish(name);
  }

  /** Lets a definition go that is being deleted, if it has no objects any more. */
  async #finish(name: string): Promise<void> {
    const { store, writer, definitions } = this.#options;
    if (!definitions.terminating().includes(name)) return;
    await definitions.turn.run(async () => {
      const stored = definitions.storedOf(name);
      if (!definitions.terminating().includes(name)) return;
      if (stored !== undefined && (await store.scan(stored)).objects.length > 0) return;
      await this.#follow(name, () => writer.update(this.#target(name), withoutCleanup));
    });
  }

  #target(name: string): Target {
    const served = this.#options.catalog.find(
      "apiextensions.k8s.io",
      "v1",
      "customresourcedefinitions",
    ) as ServedResource;
    return { served, namespace: "", name };
  }
}

function withoutCleanup(definition: Document): Document {
  const { metadata } = definition;
  const finalizers = metadata.finalizers?.filter((name) => name !== cleanupFinalizer);
  return { ...definition, metadata: { ...metadata, finalizers } };
}

async function ignoreMissing(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!StatusError.is(error) || error.status.reason !== "NotFound") throw error;
  }
}
