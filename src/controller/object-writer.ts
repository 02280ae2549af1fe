import { linkSignals } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import type { Client, ResourceClient } from "../client/index.ts";
import type { SharedInformer } from "../informer/index.ts";
import { deepEqual, formatKey, isNotFound, keyOf } from "../model/index.ts";
import type { KubeObject, MergePatch } from "../model/index.ts";
import { viewOf } from "../wire/index.ts";
import { controllerDefaults } from "./defaults.ts";
import type { ControllerDefinition } from "./definition.ts";
import { ControllerError } from "./errors.ts";
import type { OwnEchoes } from "./own-echoes.ts";

/** What the framework writes with. */
export interface ObjectWriterOptions<T extends KubeObject> {
  readonly definition: ControllerDefinition<T>;
  readonly client: Client;
  readonly clock: Clock;
  /** Gets each answer, so that the next run sees it. */
  readonly informer: Pick<SharedInformer<T>, "observe">;
  readonly echoes: OwnEchoes<T>;
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

  /** Replaces the status whole: a patch could not say that a field is to be `null`. */
  async writeStatus(object: T, status: unknown): Promise<T | undefined> {
    if (deepEqual((object as { readonly status?: unknown }).status, status)) return object;
    return this.#write(object, (handle, signal) => handle.updateStatus({ ...object, status }, { signal }));
  }

  /** The object as the server has it now, or nothing when it is gone. */
  async readLive(object: T): Promise<T | undefined> {
    const { uid, name } = object.metadata;
    try {
      const live = viewOf(await this.#ask(object, (handle, signal) => handle.get(name, { signal })));
      return live.metadata.uid === uid ? live : undefined;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  #patchFinalizers(object: T, finalizers: readonly string[]): Promise<T | undefined> {
    const { uid, resourceVersion, name } = object.metadata;
    // What must still be true of the object when the patch is applied.
    const patch = { metadata: { uid, resourceVersion, finalizers } } as MergePatch<T>;
    return this.#write(object, (handle, signal) => handle.patch(name, patch, { signal }));
  }

  async #write(object: T, request: ObjectRequest<T>): Promise<T | undefined> {
    const { informer, echoes } = this.#options;
    const key = formatKey(keyOf(object));
    try {
      // What the run goes on with must be as read-only as what the cache gives.
      const answer = await echoes.write(key, async () => viewOf(await this.#ask(object, request)));
      informer.observe(answer);
      return answer;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      if ((await this.readLive(object)) === undefined) return undefined;
      throw this.#notServed(key, error);
    }
  }

  async #ask(object: T, request: ObjectRequest<T>): Promise<T> {
    const { definition, client, clock, signal } = this.#options;
    const { namespace } = object.metadata;
    signal.throwIfAborted();
    using scope = linkSignals(signal);
    const { requestTimeoutMs } = controllerDefaults;
    const timedOut = (): void => scope.abort(timeout(definition.for.kind, requestTimeoutMs));
    using _timer = clock.setTimeout(timedOut, requestTimeoutMs);
    return await request(client.resource(definition.for, { namespace }), scope.signal);
  }

  #notServed(key: string, cause: unknown): ControllerError {
    const { name, for: resource } = this.#options.definition;
    return new ControllerError(
      "SETPOINT_CONTROLLER_NOT_SERVED",
      `Write ${resource.kind} ${key} in the controller ${name}: the server has the object but not what was written to; bring its definition (CRD) up to date`,
      { cause },
    );
  }
}

type ObjectRequest<T extends KubeObject> = (handle: ResourceClient<T>, signal: AbortSignal) => Promise<T>;

function timeout(kind: string, ms: number): DOMException {
  return new DOMException(`Ask the server for the ${kind}: no answer within ${ms} ms`, "TimeoutError");
}
