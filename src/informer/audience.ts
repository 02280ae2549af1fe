import type { Clock } from "../async/index.ts";
import type { KubeObject } from "../model/index.ts";
import type { Logger } from "../observe/index.ts";
import { ChangeStream } from "./change-stream.ts";
import { maxPending as defaultMaxPending } from "./defaults.ts";
import { HandlerLoop } from "./handler-loop.ts";
import { checkedPeriod, checkedCount } from "./informer-options.ts";
import type { Change, HandlerOptions, HandlerRegistration, ResourceEventHandler } from "./resource-event-handler.ts";
import type { TaskGroup } from "./task-group.ts";

/** What an audience needs. */
export interface AudienceOptions<T extends KubeObject> {
  readonly clock: Clock;
  readonly log: Logger;
  /** The period of handlers that have none of their own. */
  readonly resyncMs: number;
  readonly present: () => Iterable<readonly [key: string, object: T]>;
  readonly onFailure: (error: unknown, change: Change<T>) => void;
  readonly onMerged: () => void;
}

/** Those who hear of the changes of one informer: handlers, and readers of its stream. Each hears of everything and waits for nobody. */
export class Audience<T extends KubeObject> {
  readonly #options: AudienceOptions<T>;
  readonly #loops = new Set<HandlerLoop<T>>();
  readonly #streams = new Set<ChangeStream<T>>();
  #isSourceSynced = false;
  #isStopped = false;
  /** Where handlers are called. Not there while the informer does not run. */
  #group: TaskGroup | undefined;

  constructor(options: AudienceOptions<T>) {
    this.#options = options;
  }

  /** How many calls and changes wait for somebody. */
  get pending(): number {
    let pending = 0;
    for (const { pending: waiting } of [...this.#loops, ...this.#streams]) pending += waiting;
    return pending;
  }

  addHandler(handler: ResourceEventHandler<T>, options: HandlerOptions): HandlerRegistration & HandlerLoop<T> {
    const { clock, present, onFailure, resyncMs: defaultResyncMs } = this.#options;
    const { resyncMs = defaultResyncMs } = options;
    const loop: HandlerLoop<T> = new HandlerLoop<T>({
      ...this.#pendingOptions(options.maxPending),
      handler,
      clock,
      present,
      onFailure,
      resyncMs: checkedPeriod("HandlerOptions.resyncMs", resyncMs),
      onRemove: () => void this.#loops.delete(loop),
    });
    this.#tellPresent(loop);
    if (this.#isSourceSynced) loop.sourceSynced();
    this.#loops.add(loop);
    this.#group?.start((signal) => loop.run(signal));
    return loop;
  }

  /** What is there now as initial adds, and then each change, until the informer stops: of one that is stopped, only what is there. */
  async *changes({ signal, maxPending }: ChangesOptions): AsyncGenerator<Change<T>, void, void> {
    const stream = new ChangeStream<T>(this.#pendingOptions(maxPending));
    this.#tellPresent(stream);
    this.#streams.add(stream);
    if (this.#isStopped) stream.stop();
    try {
      yield* stream.values(signal);
    } finally {
      this.#streams.delete(stream);
    }
  }

  tell(change: Change<T>): void {
    for (const loop of this.#loops) loop.notify(change);
    for (const stream of this.#streams) stream.notify(change);
  }

  /** Says that what was there at the beginning was told. */
  sourceSynced(): void {
    this.#isSourceSynced = true;
    for (const loop of this.#loops) loop.sourceSynced();
  }

  /** Calls the handlers as a part of the group. */
  start(group: TaskGroup): void {
    this.#group = group;
    this.#isStopped = false;
    for (const loop of this.#loops) group.start((signal) => loop.run(signal));
  }

  /** Tells everybody that nothing will follow, until the next start. */
  stop(): void {
    this.#group = undefined;
    this.#isStopped = true;
    for (const loop of this.#loops) loop.stop();
    for (const stream of this.#streams) stream.stop();
  }

  #tellPresent(listener: { notify(change: Change<T>): void }): void {
    for (const [key, object] of this.#options.present()) listener.notify({ type: "add", key, object, isInitial: true });
  }

  #pendingOptions(maxPending = defaultMaxPending): {
    maxPending: number;
    onBehind: () => void;
    onMerged: () => void;
  } {
    const { log, onMerged } = this.#options;
    const onBehind = (): void =>
      log.warn("A handler has fallen behind: until it has caught up it hears of the last state of each object only", {
        maxPending,
      });
    return { maxPending: checkedCount("HandlerOptions.maxPending", maxPending), onBehind, onMerged };
  }
}

/** How to read an informer's changes as a stream. */
export interface ChangesOptions {
  readonly signal?: AbortSignal | undefined;
  /** As for a handler. */
  readonly maxPending?: number | undefined;
}
