import { linkSignals, onAbort } from "../async/index.ts";
import type { Clock, SignalScope, Timer } from "../async/index.ts";
import type { KubeObject, WatchEvent } from "../model/index.ts";

/** What a stream is read with. */
export interface WatchStreamOptions<T extends KubeObject> {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly open: (signal: AbortSignal) => AsyncIterable<readonly WatchEvent<T>[]>;
}

/**
 * One watch, cut when it grows too old or is silent for too long: reading then throws the reason at once, also if the watch listens to no
 * signal. Disposing it tells the watch to end, and leaves no timer and no listener behind; a watch that hangs is not waited for.
 */
export class WatchStream<T extends KubeObject> implements Disposable {
  readonly #clock: Clock;
  readonly #scope: SignalScope;
  readonly #open: WatchStreamOptions<T>["open"];
  readonly #openedAtMs: number;
  // One listener for the whole stream: one for each read would cost more than the read.
  readonly #link: Disposable;
  #cut: (reason: unknown) => void = () => {};
  /** Not there before the first read. */
  #batches: AsyncIterator<readonly WatchEvent<T>[], unknown> | undefined;
  /** What was read and put back. */
  #left: readonly WatchEvent<T>[] = [];
  #age: Timer | undefined;
  #silence: Timer | undefined;
  #isReading = false;
  #wasHeard = false;
  #isEnded = false;
  #count = 0;

  constructor({ clock, signal, open }: WatchStreamOptions<T>) {
    this.#clock = clock;
    this.#open = open;
    this.#openedAtMs = clock.monotonic();
    this.#scope = linkSignals(signal);
    this.#link = onAbort(this.#scope.signal, (reason) => this.#cut(reason));
  }

  /** How many events there were. */
  get count(): number {
    return this.#count;
  }

  get ageMs(): number {
    return this.#clock.monotonic() - this.#openedAtMs;
  }

  /** The next events; undefined after the last ones. Throws what made the stream fail, or why it was cut. One read at a time. */
  next(): Promise<readonly WatchEvent<T>[] | undefined> {
    return new Promise((resolve, reject) => {
      const { signal } = this.#scope;
      signal.throwIfAborted();
      if (this.#left.length > 0) return resolve(this.#take({ done: false, value: this.#takeLeft() }));
      this.#cut = reject;
      this.#isReading = true;
      this.#batches ??= this.#open(signal)[Symbol.asyncIterator]();
      this.#batches.next().then((step) => resolve(this.#take(step)), reject);
    });
  }

  /** Has events read again, before all others: those of the last read that its reader has no use for. */
  putBack(events: readonly WatchEvent<T>[]): void {
    this.#left = events;
    this.#count -= events.length;
  }

  /** Cuts the stream after so long, with the reason that is made then. */
  cutAfter(ageMs: number, reason: () => Error): void {
    this.#age?.cancel();
    this.#age = this.#clock.setTimeout(() => this.#scope.abort(reason()), ageMs);
  }

  /**
   * Cuts the stream, with the reason that is made then unless there is none, when nothing has come for at least so long and at most twice as
   * long. Time in which nobody waited for an event does not count. Replaces what was said before.
   */
  cutWhenSilent(silentMs: number, reason: () => Error | undefined): void {
    this.#silence?.cancel();
    this.#wasHeard = false;
    this.#silence = this.#clock.setTimeout(() => {
      const error = this.#isReading && !this.#wasHeard ? reason() : undefined;
      if (error !== undefined) return this.#scope.abort(error);
      this.cutWhenSilent(silentMs, reason);
      // Who begins to read within this time has not waited for all of it.
      this.#wasHeard = !this.#isReading;
    }, silentMs);
  }

  [Symbol.dispose](): void {
    this.#age?.cancel();
    this.#silence?.cancel();
    this.#link[Symbol.dispose]();
    this.#scope.abort();
    this.#scope[Symbol.dispose]();
    if (!this.#isEnded) Promise.try(() => this.#batches?.return?.()).catch(() => {});
  }

  #takeLeft(): readonly WatchEvent<T>[] {
    const left = this.#left;
    this.#left = [];
    return left;
  }

  #take(step: IteratorResult<readonly WatchEvent<T>[], unknown>): readonly WatchEvent<T>[] | undefined {
    this.#isReading = false;
    this.#wasHeard = true;
    if (step.done === true) {
      this.#isEnded = true;
      return undefined;
    }
    this.#count += step.value.length;
    return step.value;
  }
}
