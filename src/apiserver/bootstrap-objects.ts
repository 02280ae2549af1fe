import type { Clock } from "../async/index.ts";
import { formatApiVersion } from "../model/index.ts";
import { bootstrapObjects } from "../types/pack/index.ts";
import { ownObjects } from "./own-objects.ts";
import type { BootstrapObject } from "./own-objects.ts";
import { StatusError, timestamp } from "./registry/index.ts";
import type { Catalog, ServedResource, Target, Verbs } from "./registry/index.ts";

/** What the objects are written with. */
export interface BootstrapOptions {
  readonly verbs: Verbs;
  readonly catalog: Catalog;
  readonly clock: Clock;
}

/**
 * The objects that every server has from the beginning. They are made when somebody first asks for their collection, whatever for: nobody can
 * see it without them, and most servers in tests never need them. Those that are there already stay as they are.
 */
export class BootstrapObjects {
  readonly #options: BootstrapOptions;
  /** By collection. Nothing to wait for: undefined. */
  readonly #prepared = new Map<string, Promise<void> | undefined>();

  constructor(options: BootstrapOptions) {
    this.#options = options;
  }

  /** Resolves when the objects of a collection are there; undefined if they are there already. */
  prepare(served: ServedResource): Promise<void> | undefined {
    const { collection, isCustom } = served;
    if (isCustom || this.#prepared.has(collection)) return this.#prepared.get(collection);
    const objects = this.#objectsOf(served);
    const writing =
      objects.length === 0
        ? undefined
        : this.#writeAll(objects).then(
            () => void this.#prepared.set(collection, undefined),
            (error: unknown) => {
              this.#prepared.delete(collection);
              throw error;
            },
          );
    this.#prepared.set(collection, writing);
    return writing;
  }

  /** The form of the lines is described where they are made, in the code generator. */
  #objectsOf({ resource: { group, plural } }: ServedResource): readonly BootstrapObject[] {
    const at = `${group}/v1/${plural}`;
    const lines = bootstrapObjects.split("\n").filter((line) => line.startsWith(`{"at":"${at}"`));
    const same = lines.map((line) => JSON.parse(line) as BootstrapObject);
    return [...same, ...ownObjects().filter((own) => own.at === at || own.shownBy === at)];
  }

  async #writeAll(objects: readonly BootstrapObject[]): Promise<void> {
    for (const object of objects) {
      try {
        await this.#write(object);
      } catch (error) {
        // What a used store has no place for, such as an address that is taken, is left out: it may not keep others from their objects.
        if (!StatusError.is(error)) throw error;
      }
    }
  }

  async #write({ at, body, manager, statusManager, conditions }: BootstrapObject): Promise<void> {
    const [group = "", version = "", plural = ""] = at.split("/");
    const served = this.#options.catalog.find(group, version, plural);
    if (served === undefined) return;
    const { name, namespace = "" } = body.metadata;
    const target: Target = { served, namespace, name };
    const { verbs, clock } = this.#options;
    if (await this.#has(target)) return;
    await verbs.create({ ...target, name: "" }, body, { fieldManager: manager });
    if (conditions === undefined) return;
    const status = { conditions: conditions.map((one) => ({ lastTransitionTime: timestamp(clock), ...one })) };
    const part = { ...target, subresource: "status" };
    if (statusManager === undefined) {
      await verbs.patch(part, { type: "merge", value: { status } }, { fieldManager: manager });
      return;
    }
    const value = {
      apiVersion: formatApiVersion(served.resource),
      kind: served.resource.kind,
      metadata: { name },
      status,
    };
    await verbs.patch(part, { type: "apply", value }, { fieldManager: statusManager });
  }

  async #has(target: Target): Promise<boolean> {
    try {
      await this.#options.verbs.get(target);
      return true;
    } catch (error) {
      if (StatusError.is(error) && error.status.reason === "NotFound") return false;
      throw error;
    }
  }
}
