import { linkSignals } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import type { Client, ResourceClient } from "../client/index.ts";
import { createMergePatch, formatKey, isNotFound, keyOf } from "../model/index.ts";
import type { KubeObject, MergePatch } from "../model/index.ts";
import { viewOf } from "../wire/index.ts";
import { controllerDefaults } from "./defaults.ts";
import type { ControllerDefinition } from "./definition.ts";
import type { OwnWrites } from "./own-writes.ts";

/** What the framework writes with. */
export interface ObjectWriterOptions<T extends KubeObject> {
  readonly definition: ControllerDefinition<T>;
  readonly client: Client;
  readonly clock: Clock;
  readonly ownWrites: OwnWrites<T>;
  /** Ends requests that are under way. */
  readonly signal: AbortSignal;
}

/**
 * The writes that the framework makes on the object itself: its finalizer and its status. Each changes only that, writes nothing when
 * nothing changes, takes effect only on exactly the object and version that it was given, and ends in a bounded time. Each gives the object
 * as the server then has it, or nothing when the object is gone.
 */
export class ObjectWriter<T extends KubeObject> {
  readonly #options: ObjectWriterOptions<T>;

  constructor(options: ObjectWriterOptions<T>) {
    this.#options = options;
  }

  holds(object: T): boolean {
    const { finalizer } = this.#options.definition;
    return finalizer !== undefined && object.metadata.finalizers?.includes(finalizer) === true;
  }

  async hold(object: T): Promise<T | undefined> {
    const { finalizer } = this.#options.definition;
    if (finalizer === undefined || this.holds(object)) return object;
    return this.#patchFinalizers(object, [...(object.metadata.finalizers ?? []), finalizer]);
  }

  async letGo(object: T): Promise<T | undefined> {
    const { finalizer } = this.#options.definition;
    return this.#patchFinalizers(object, object.metadata.finalizers?.filter((name) => name !== finalizer) ?? []);
  }

  async writeStatus(object: T, status: unknown): Promise<T | undefined> {
    const change = createMergePatch((object as { readonly status?: unknown }).status, status);
    if (change === undefined) return object;
    return this.#write(object, (handle, { name }, signal) =>
      handle.patchStatus(name, patchOf<T>(object, { status: change }), { signal }),
    );
  }

  #patchFinalizers(object: T, finalizers: readonly string[]): Promise<T | undefined> {
    return this.#write(object, (handle, { name }, signal) =>
      handle.patch(name, patchOf<T>(object, { metadata: { finalizers } }), { signal }),
    );
  }

  async #write(object: T, request: WriteRequest<T>): Promise<T | undefined> {
    const { definition, client, clock, ownWrites, signal } = this.#options;
    const { namespace } = object.metadata;
    signal.throwIfAborted();
    using scope = linkSignals(signal);
    const { writeTimeoutMs } = controllerDefaults;
    using _timer = clock.setTimeout(() => scope.abort(timeout(definition.for.kind, writeTimeoutMs)), writeTimeoutMs);
    try {
      const handle = client.resource(definition.for, namespace === undefined ? {} : { namespace });
      return await ownWrites.write(formatKey(keyOf(object)), async () =>
        // What the next run is given must be as read-only as what the cache gives.
        viewOf(await request(handle, object.metadata, scope.signal)),
      );
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }
}

type WriteRequest<T extends KubeObject> = (
  handle: ResourceClient<T>,
  metadata: T["metadata"],
  signal: AbortSignal,
) => Promise<T>;

/** The patch, with what must still be true of the object when it is applied. */
function patchOf<T extends KubeObject>(object: T, change: { metadata?: object; status?: unknown }): MergePatch<T> {
  const { uid, resourceVersion } = object.metadata;
  return { ...change, metadata: { uid, resourceVersion, ...change.metadata } } as MergePatch<T>;
}

function timeout(kind: string, ms: number): DOMException {
  return new DOMException(`Write the ${kind}: no answer within ${ms} ms`, "TimeoutError");
}
