import { linkSignals, nextTurn, onAbort, realClock, runAll } from "../async/index.ts";
import type { KubeObject, Resource } from "../model/index.ts";
import { isNotFound } from "../model/index.ts";
import { silentLogger } from "../observe/index.ts";
import { sliceSize } from "./defaults.ts";
import type { Delta } from "./delta.ts";
import { DeltaFifo } from "./delta-fifo.ts";
import type { KnownObjects } from "./delta-fifo.ts";
import { InformerError } from "./errors.ts";
import { identityOf } from "./identity.ts";
import type { Identity, ObjectState } from "./identity.ts";
import type { Intake } from "./intake.ts";
import { Latch } from "./latch.ts";
import type { ListWatch } from "./list-watch.ts";
import type { LiveRead } from "./live-read.ts";
import { OwnWriteChecks } from "./own-write-checks.ts";
import type { Absence, Hiding } from "./own-states.ts";
import { Reflector } from "./reflector.ts";
import type { ReflectorOptions, ReflectorState } from "./reflector.ts";
import type { ReflectorDelta, ReplacedDelta } from "./reflector-delta.ts";
import type { Syncing } from "./resource-event-handler.ts";

/** What a list and watch is doing. `absent`: the server does not serve the kind, and is asked now and then whether it does. */
export type FeedState = ReflectorState | "absent";

/** What a feed is made from. */
export interface FeedOptions<T extends KubeObject> {
  readonly resource: Resource<T>;
  readonly source: ListWatch<T>;
  readonly reflector: ReflectorOptions;
  readonly intake: Intake<T>;
  /** Absent: own writes that the stream does not tell are not asked for. */
  readonly read?: LiveRead<T> | undefined;
  /** What `apply` has made of earlier deltas. */
  readonly known: KnownObjects<T>;
  readonly apply: (key: string, delta: Delta<T>, isInitial: boolean) => void;
  readonly onSynced: () => void;
  readonly onInterrupted: (error: unknown) => void;
  readonly onStopError: (error: unknown) => void;
}

/** One list and watch, and what it has told that is not applied yet. Can run, stop and run again. */
export class Feed<T extends KubeObject> implements Syncing {
  readonly #options: FeedOptions<T>;
  readonly #reflector: Reflector<T>;
  readonly #fifo: DeltaFifo<T>;
  readonly #checks: OwnWriteChecks<T> | undefined;
  readonly #synced = new Latch();
  readonly #removed = new AbortController();

  constructor(options: FeedOptions<T>) {
    this.#options = options;
    const { resource, source, reflector, intake, read } = options;
    this.#reflector = new Reflector(resource, source, { ...reflector, isCompact: intake.isCompact });
    this.#fifo = new DeltaFifo(options.known);
    const { clock = realClock, log = silentLogger } = reflector;
    const onRead = (key: string, asked: ObjectState, live: T | Absence): void => {
      this.#fifo.confirm(key, asked, typeof live === "string" ? live : intake.take(live));
      this.#fifo.flush(key, this.#apply);
    };
    this.#checks = read && new OwnWriteChecks<T>({ clock, log, fifo: this.#fifo, read, onRead });
  }

  get hasSynced(): boolean {
    return this.#synced.isOpen;
  }

  get state(): FeedState {
    const { state, lastError } = this.#reflector;
    return state !== "watching" && isNotFound(lastError) ? "absent" : state;
  }

  get lastError(): unknown {
    return this.#reflector.lastError;
  }

  get lastSyncResourceVersion(): string {
    return this.#reflector.lastSyncResourceVersion;
  }

  /** How many keys wait to be applied. */
  get queued(): number {
    return this.#fifo.size;
  }

  async waitForSync(signal?: AbortSignal): Promise<void> {
    await this.#synced.wait(signal);
  }

  /** Runs until the signal is aborted or the feed removed. */
  async run(signal: AbortSignal): Promise<void> {
    using scope = linkSignals(signal, this.#removed.signal);
    if (!scope.signal.aborted) this.#synced.revive();
    const { onStopError } = this.#options;
    const check = async (stop: AbortSignal): Promise<void> => this.#checks?.run(stop);
    await runAll([this.#reflect, this.#process, check], { signal: scope.signal, onStopError });
  }

  /** Says that it does not go on, unless it is run again. */
  stop(): void {
    const { plural } = this.#options.resource;
    this.#synced.fail(
      new InformerError("SETPOINT_INFORMER_STOPPED", `wait for the sync of the informer of ${plural}: it was stopped`),
    );
  }

  /** Ends it for good: nothing is applied any more. */
  remove(): void {
    this.#removed.abort();
    this.stop();
  }

  /** See `DeltaFifo.early`. */
  early(object: T): void {
    const taken = this.#options.intake.take(object);
    this.#own(identityOf(taken).key, () => this.#fifo.early(taken));
  }

  /** See `DeltaFifo.hide`. */
  hide(identity: Identity, how: Hiding): void {
    this.#own(identity.key, () => this.#fifo.hide(identity, how));
  }

  /** See `DeltaFifo.leave`. */
  leave(identity: Identity): void {
    this.#own(identity.key, () => this.#fifo.leave(identity));
  }

  /** See `DeltaFifo.reveal`. */
  reveal(object: T): void {
    const taken = this.#options.intake.take(object);
    this.#own(identityOf(taken).key, () => this.#fifo.reveal(taken));
  }

  /** Has an own write told and applied at once, and sees to it that the server confirms it. */
  #own(key: string, tell: () => void): void {
    const before = this.#fifo.unconfirmed(key);
    tell();
    this.#fifo.flush(key, this.#apply);
    const told = this.#fifo.unconfirmed(key);
    if (told !== undefined && told !== before) this.#checks?.expect(key);
  }

  readonly #reflect = async (signal: AbortSignal): Promise<void> => {
    const batches = this.#reflector.batches({ signal });
    const takeStep = (step: IteratorResult<readonly ReflectorDelta<T>[], void>): boolean | Promise<boolean> =>
      step.done !== true && this.#takeNext(step.value, signal);
    try {
      // No `for await`: its variable would hold a whole list until the next change comes.
      while (await batches.next().then(takeStep));
    } finally {
      await batches.return();
    }
  };

  /** Always true. While nobody has time for what was told, the stream is not read on. */
  #takeNext(deltas: readonly ReflectorDelta<T>[], signal: AbortSignal): true | Promise<true> {
    for (const delta of deltas) {
      // A list comes alone.
      if (delta.type === "replaced") return this.#replace(delta, signal).then(() => true);
      this.#take(delta);
    }
    return this.#fifo.room(signal)?.then(() => true) ?? true;
  }

  readonly #process = async (signal: AbortSignal): Promise<void> => {
    // One listener for the whole run: one for each wait would cost more than the change.
    using _interrupt = onAbort(signal, (reason) => this.#fifo.interrupt(reason));
    // Also a stream that always has something to tell leaves handlers, timers and sockets their turn.
    for (let left = sliceSize; ;) {
      left -= this.#fifo.drain(this.#apply, left);
      this.#checkSynced();
      if (left > 0) {
        // Whoever is called above may have aborted it, and then nobody interrupts the wait.
        signal.throwIfAborted();
        await this.#fifo.pop(this.#apply);
        left -= 1;
        this.#checkSynced();
      }
      if (left === 0) {
        await nextTurn();
        left = sliceSize;
      }
    }
  };

  readonly #apply = (key: string, deltas: readonly Delta<T>[]): void => {
    const isInitial = !this.#fifo.hasSynced;
    for (const delta of deltas) this.#options.apply(key, delta, isInitial);
  };

  async #replace({ objects, resourceVersion }: ReplacedDelta<T>, signal: AbortSignal): Promise<void> {
    const taken: T[] = [];
    for (const object of objects) {
      taken.push(this.#fifo.held(this.#options.intake.take(object)));
      if (taken.length % sliceSize === 0) await nextTurn();
    }
    signal.throwIfAborted();
    this.#fifo.replace(taken, resourceVersion);
    this.#checkSynced();
    await this.#fifo.room(signal);
  }

  #take(delta: Exclude<ReflectorDelta<T>, ReplacedDelta<T>>): void {
    const { intake, onInterrupted } = this.#options;
    switch (delta.type) {
      case "added":
        this.#fifo.add(intake.take(delta.object));
        break;
      case "updated":
        this.#fifo.update(intake.take(delta.object));
        break;
      case "deleted":
        this.#fifo.delete(intake.take(delta.object));
        break;
      case "bookmark":
        this.#fifo.progress(delta.resourceVersion);
        break;
      case "interrupted":
        onInterrupted(delta.error);
        break;
    }
  }

  #checkSynced(): void {
    if (this.#synced.isOpen || !this.#fifo.hasSynced) return;
    this.#synced.open();
    this.#options.onSynced();
  }
}
