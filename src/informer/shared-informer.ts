import { InvalidArgumentError, linkSignals, nextTurn, realClock, runAll } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import type { KubeObject, Resource } from "../model/index.ts";
import { silentLogger } from "../observe/index.ts";
import type { Logger } from "../observe/index.ts";
import { viewOf } from "../wire/index.ts";
import type { Delta } from "./delta.ts";
import { DeltaFifo } from "./delta-fifo.ts";
import { sliceSize } from "./defaults.ts";
import { InformerError } from "./errors.ts";
import { HandlerLoop } from "./handler-loop.ts";
import { IndexedStore } from "./indexed-store.ts";
import type { Indexer } from "./indexer.ts";
import { Latch } from "./latch.ts";
import type { ListWatch } from "./list-watch.ts";
import { Lister } from "./lister.ts";
import { isTooOld } from "./recovery.ts";
import { Reflector } from "./reflector.ts";
import type { ReflectorOptions, ReflectorState } from "./reflector.ts";
import type { ReflectorDelta } from "./reflector-delta.ts";
import type { HandlerRegistration, Notification, ResourceEventHandler } from "./resource-event-handler.ts";

/** How an informer works. */
export interface SharedInformerOptions extends ReflectorOptions {
  /** Every so often all objects are told again as updates that change nothing. Default 0: never. */
  readonly resyncMs?: number | undefined;
}

/** What an informer is doing. */
export type InformerState = "idle" | ReflectorState | "stopped";

/**
 * A local copy of one collection, kept up to date, and those who want to hear of its changes.
 *
 * Nothing that the server, a handler or an index function does ends it; the copy stays readable while the server is away and after the end.
 * A change is in the copy before any handler hears of it. Every handler hears of everything, in the order in which it happened to each
 * object: for each presence of an object (a UID) one add, updates, one delete.
 */
export class SharedInformer<T extends KubeObject> {
  readonly resource: Resource<T>;
  readonly indexer: Indexer<T>;
  readonly lister: Lister<T>;
  readonly #reflector: Reflector<T>;
  readonly #store: IndexedStore<T>;
  readonly #fifo: DeltaFifo<T>;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #resyncMs: number;
  readonly #synced = new Latch();
  readonly #loops = new Set<HandlerLoop<T>>();
  /** The loops that run, and those that are removed but not yet at their end. */
  readonly #tasks = new Set<Promise<void>>();
  /** Not there before the start. */
  #stop: AbortSignal | undefined;
  #isStopped = false;

  constructor(resource: Resource<T>, source: ListWatch<NoInfer<T>>, options: SharedInformerOptions = {}) {
    const { clock = realClock, log = silentLogger, resyncMs = 0 } = options;
    this.resource = resource;
    this.#clock = clock;
    this.#log = log.with({ kind: resource.kind });
    this.#resyncMs = checkedPeriod(resyncMs);
    this.#store = new IndexedStore({
      onIndexError: (error, failure) => this.#log.error("An index function failed", { ...failure, error }),
    });
    this.indexer = this.#store;
    this.lister = new Lister(this.#store);
    this.#fifo = new DeltaFifo(this.#store);
    this.#reflector = new Reflector(resource, source, { ...options, log: this.#log });
  }

  /** Whether the first list is in the copy. Never becomes false again. Whether handlers have heard of it is theirs to say. */
  get hasSynced(): boolean {
    return this.#synced.isOpen;
  }

  get state(): InformerState {
    if (this.#isStopped) return "stopped";
    return this.#stop === undefined ? "idle" : this.#reflector.state;
  }

  /** Why the server could not be reached last, until it could. */
  get lastError(): unknown {
    return this.#reflector.lastError;
  }

  /** The version up to which the server was heard of. Empty before the first list. */
  get lastSyncResourceVersion(): string {
    return this.#reflector.lastSyncResourceVersion;
  }

  /** Adds a handler, at any time before the end. It hears of what is there as initial adds, and then of each change. */
  addHandler(handler: ResourceEventHandler<T>): HandlerRegistration {
    if (this.#isStopped) throw this.#stopped("add a handler");
    const loop = new HandlerLoop<T>({ handler, log: this.#log, onRemove: () => this.#loops.delete(loop) });
    for (const object of this.#store.list()) loop.notify({ type: "add", object, isInitial: true });
    if (this.#synced.isOpen) loop.sourceSynced();
    this.#loops.add(loop);
    if (this.#stop !== undefined) this.#launch(loop, this.#stop);
    return loop;
  }

  /** Resolves once it has synced. Rejects when it was stopped before that. */
  async waitForSync(signal?: AbortSignal): Promise<void> {
    await this.#synced.wait(signal);
  }

  /** Runs until the signal is aborted, and returns when no handler is called any more. Can be called once. */
  async run({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    if (this.#stop !== undefined) {
      throw new InformerError("SETPOINT_INFORMER_STARTED", `run the informer of ${this.resource.plural}: it runs once`);
    }
    using scope = linkSignals(signal);
    this.#stop = scope.signal;
    for (const loop of this.#loops) this.#launch(loop, scope.signal);
    const onStopError = (error: unknown): void => this.#log.error("The informer failed while stopping", { error });
    const resync = this.#resyncMs > 0 ? [this.#resync] : [];
    try {
      await runAll([this.#reflect, this.#process, ...resync], { signal: scope.signal, onStopError });
    } finally {
      this.#isStopped = true;
      scope.abort();
      this.#synced.fail(this.#stopped("wait for the sync"));
      for (const loop of this.#loops) loop.stop();
      await Promise.all(this.#tasks);
    }
  }

  readonly #reflect = async (signal: AbortSignal): Promise<void> => {
    for await (const delta of this.#reflector.deltas({ signal })) this.#take(delta);
  };

  readonly #process = async (signal: AbortSignal): Promise<void> => {
    const apply = this.#apply.bind(this);
    for (let keys = 1; await this.#fifo.pop(apply, signal); keys += 1) {
      this.#checkSynced();
      if (keys % sliceSize === 0) await nextTurn();
    }
  };

  readonly #resync = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      await this.#clock.sleep(this.#resyncMs, signal);
      this.#fifo.resync();
    }
  };

  #take(delta: ReflectorDelta<T>): void {
    switch (delta.type) {
      case "replaced":
        this.#fifo.replace(delta.objects.map(viewOf), delta.resourceVersion);
        this.#checkSynced();
        break;
      case "added":
        this.#fifo.add(viewOf(delta.object));
        break;
      case "updated":
        this.#fifo.update(viewOf(delta.object));
        break;
      case "deleted":
        this.#fifo.delete(viewOf(delta.object));
        break;
      case "bookmark":
        break;
      case "interrupted":
        this.#log[isTooOld(delta.error) ? "info" : "warn"]("The informer was interrupted", { error: delta.error });
        break;
    }
  }

  #apply(key: string, deltas: readonly Delta<T>[]): void {
    const isInitial = !this.#fifo.hasSynced;
    for (const { type, object, isFinalStateUnknown } of deltas) {
      const old = this.#store.get(key);
      if (type === "Deleted") {
        this.#store.delete(key);
        this.#notify({ type: "delete", object, isFinalStateUnknown });
      } else {
        if (old !== object) this.#store.set(key, object);
        this.#notify(old === undefined ? { type: "add", object, isInitial } : { type: "update", old, object });
      }
    }
  }

  #notify(notification: Notification<T>): void {
    for (const loop of this.#loops) loop.notify(notification);
  }

  #checkSynced(): void {
    if (this.#synced.isOpen || !this.#fifo.hasSynced) return;
    this.#synced.open();
    for (const loop of this.#loops) loop.sourceSynced();
  }

  #launch(loop: HandlerLoop<T>, signal: AbortSignal): void {
    const task = loop.run(signal).then(() => void this.#tasks.delete(task));
    this.#tasks.add(task);
  }

  #stopped(attempt: string): InformerError {
    return new InformerError(
      "SETPOINT_INFORMER_STOPPED",
      `${attempt} of the informer of ${this.resource.plural}: it was stopped`,
    );
  }
}

function checkedPeriod(input: number): number {
  if (Number.isFinite(input) && input >= 0) return input;
  const expected = "a finite number of milliseconds, zero or more";
  throw new InvalidArgumentError({ place: "SharedInformer.resyncMs", input, expected });
}
