import { linkSignals, WaitQueue } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import { ApiError, isForbidden } from "../model/index.ts";
import type { KubeObject } from "../model/index.ts";
import type { Logger } from "../observe/index.ts";
import { ownReadTimeoutMs, ownWriteMs } from "./defaults.ts";
import type { DeltaFifo } from "./delta-fifo.ts";
import type { ObjectState } from "./identity.ts";
import type { LiveRead } from "./live-read.ts";
import type { Absence } from "./own-states.ts";

/** What the checks need. */
export interface OwnWriteChecksOptions<T extends KubeObject> {
  readonly clock: Clock;
  readonly log: Logger;
  readonly fifo: Pick<DeltaFifo<T>, "unconfirmed">;
  readonly read: LiveRead<T>;
  /** Gets what a read found of what was unconfirmed before it. */
  readonly onRead: (key: string, asked: ObjectState, live: T | Absence) => void;
}

/**
 * Asks the server for what own writes told and its stream has not told within ten seconds: the stream may be dead, or the server restored. It
 * is asked again every ten seconds, until it says that there is no such object or the stream has told it; for one object at a time.
 */
export class OwnWriteChecks<T extends KubeObject> {
  readonly #options: OwnWriteChecksOptions<T>;
  /** By key, when the server is to be asked. The first is the next. */
  readonly #due = new Map<string, number>();
  readonly #idle = new WaitQueue<void>();

  constructor(options: OwnWriteChecksOptions<T>) {
    this.#options = options;
  }

  /** An own write was told of the key. That it was answered shows what the server has now. */
  expect(key: string): void {
    this.#due.delete(key);
    this.#due.set(key, this.#options.clock.monotonic() + ownWriteMs);
    this.#idle.shift()?.resolve();
  }

  /** Runs until the signal is aborted, and rejects with its reason. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    for (;;) {
      const next = this.#next();
      if (next === undefined) {
        await this.#idle.wait(undefined, signal);
        continue;
      }
      const [key, dueMs] = next;
      const leftMs = dueMs - clock.monotonic();
      if (leftMs > 0) await clock.sleep(leftMs, signal);
      else await this.#check(key, signal);
    }
  }

  /** The first that the stream has not told. Those that it has are forgotten. */
  #next(): readonly [key: string, dueMs: number] | undefined {
    for (const entry of this.#due) {
      if (this.#options.fifo.unconfirmed(entry[0]) !== undefined) return entry;
      this.#due.delete(entry[0]);
    }
    return undefined;
  }

  /** What is told while it is being read is asked for anew. What is refused waits behind the others; while the server is away, all wait. */
  async #check(key: string, signal: AbortSignal): Promise<void> {
    const { clock, log, fifo, onRead } = this.#options;
    const asked = fifo.unconfirmed(key);
    if (asked === undefined) return;
    let live: T | Absence;
    try {
      live = await this.#read(key, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (isForbidden(error)) log.warn("What was written may not be read again, and is believed", { key, error });
      else log.debug("What was written could not be read again", { key, error });
      if (ApiError.is(error)) this.expect(key);
      else await clock.sleep(ownWriteMs, signal);
      return;
    }
    this.expect(key);
    if (fifo.unconfirmed(key) !== asked) return;
    if (typeof live === "string") this.#due.delete(key);
    onRead(key, asked, live);
  }

  async #read(key: string, signal: AbortSignal): Promise<T | Absence> {
    const { clock, read } = this.#options;
    using scope = linkSignals(signal);
    const timedOut = (): void =>
      scope.abort(new DOMException(`Read ${key}: no answer within ${ownReadTimeoutMs} ms`, "TimeoutError"));
    using _timer = clock.setTimeout(timedOut, ownReadTimeoutMs);
    return await read(key, scope.signal);
  }
}
