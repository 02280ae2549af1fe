import type { Clock, Timer } from "./clock.ts";
import { defaultSettleTurns, defaultTimerLimit, defaultVirtualStartMs } from "./defaults.ts";
import { ClockRunawayError, InvalidArgumentError } from "./errors.ts";
import { sleep } from "./sleep.ts";
import { TimerList } from "./timer-list.ts";
import { nextTurn } from "./turn.ts";

/** How a virtual clock begins. */
export interface VirtualClockOptions {
  /** The wall time at the beginning. Monotonic time always begins at 0. */
  readonly startMs?: number | undefined;
  /**
   * How many turns of the event loop pass between two timers. One lets every promise settle; each further one lets work that hops through
   * the task queue do one more hop.
   */
  readonly settleTurns?: number | undefined;
}

/** How long `runUntilIdle` goes on. */
export interface RunUntilIdleOptions {
  /** How many timers created during the run may run before it gives up. */
  readonly limit?: number | undefined;
}

/**
 * Time that stands still until a test moves it.
 *
 * Moving it runs the due timers in order of due time and then of creation, each at its own time, also those created on the way. Before the
 * first and after each, promises settle fully; work outside the event loop (sockets, threads) is not waited for. A callback that throws
 * stops no other: the move ends as it would have, and then rejects with what was thrown. Moves that overlap run one after the other.
 */
export class VirtualClock implements Clock {
  readonly #timers = new TimerList();
  readonly #settleTurns: number;
  #monotonicMs = 0;
  #wallOffsetMs: number;
  #lastMove: Promise<unknown> = Promise.resolve();

  constructor({ startMs = defaultVirtualStartMs, settleTurns = defaultSettleTurns }: VirtualClockOptions = {}) {
    this.#wallOffsetMs = finite("VirtualClock.startMs", startMs);
    this.#settleTurns = atLeastZero("VirtualClock.settleTurns", settleTurns);
  }

  now(): number {
    return this.#monotonicMs + this.#wallOffsetMs;
  }

  monotonic(): number {
    return this.#monotonicMs;
  }

  setTimeout(callback: () => void, delayMs: number): Timer {
    return this.#add(callback, delayMs, true);
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return sleep(this, delayMs, signal);
  }

  timeout(delayMs: number): AbortSignal {
    const controller = new AbortController();
    const expire = (): void =>
      controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
    this.#add(expire, delayMs, false);
    return controller.signal;
  }

  /** How many timers wait to run. Signals made by `timeout` are not counted: nobody can take them back. */
  get pending(): number {
    return this.#timers.awaited;
  }

  /** Moves wall time, not monotonic time, as a correction of the system's clock does. No timer runs. */
  jump(byMs: number): void {
    this.#wallOffsetMs += finite("VirtualClock.jump", byMs);
  }

  /** Sets wall time, not monotonic time. No timer runs. */
  setWallTime(nowMs: number): void {
    this.#wallOffsetMs = finite("VirtualClock.setWallTime", nowMs) - this.#monotonicMs;
  }

  /** Moves time on by `byMs`; 0 runs what is due already. */
  advance(byMs: number): Promise<void> {
    return this.#move((failures) => this.#advance(atLeastZero("VirtualClock.advance", byMs), failures));
  }

  /** Moves time on until `now()` is `nowMs`. Rejects when that is in the past. */
  advanceTo(nowMs: number): Promise<void> {
    return this.#move((failures) => this.#advance(atLeastZero("VirtualClock.advanceTo", nowMs - this.now()), failures));
  }

  /** Moves time on to the next timer and runs that one only. Resolves to `false` when there is none. */
  runNext(): Promise<boolean> {
    return this.#move(async (failures) => {
      const isAny = this.#timers.peek() !== undefined;
      if (isAny) await this.#runFirst(failures);
      return isAny;
    });
  }

  /** Moves time on until no timer is pending. Signals made by `timeout` that are due later stay as they are. */
  runUntilIdle({ limit = defaultTimerLimit }: RunUntilIdleOptions = {}): Promise<void> {
    return this.#move(async (failures) => {
      const firstNew = this.#timers.made;
      let newTimers = 0;
      for (let timer = this.#timers.peek(); timer && this.pending > 0; timer = this.#timers.peek()) {
        if (timer.order >= firstNew && ++newTimers > limit) {
          failures.push(new ClockRunawayError("run timers until idle", limit));
          return;
        }
        await this.#runFirst(failures);
      }
    });
  }

  #add(callback: () => void, delayMs: number, isAwaited: boolean): Timer {
    if (delayMs === Infinity) return never;
    const dueAt = this.#monotonicMs + (delayMs > 0 ? delayMs : 0);
    return this.#timers.add({ dueAt, callback, isAwaited });
  }

  async #advance(byMs: number, failures: unknown[]): Promise<void> {
    const targetMs = this.#monotonicMs + byMs;
    let firstNew = this.#timers.made;
    let newTimers = 0;
    for (let timer = this.#timers.peek(); timer && timer.dueAt <= targetMs; timer = this.#timers.peek()) {
      if (timer.dueAt > this.#monotonicMs) {
        firstNew = this.#timers.made;
        newTimers = 0;
      } else if (timer.order >= firstNew && ++newTimers > defaultTimerLimit) {
        failures.push(new ClockRunawayError(`advance time past ${this.#monotonicMs} ms`, defaultTimerLimit));
        return;
      }
      await this.#runFirst(failures);
    }
    this.#monotonicMs = targetMs;
  }

  async #runFirst(failures: unknown[]): Promise<void> {
    this.#monotonicMs = Math.max(this.#monotonicMs, this.#timers.peek()?.dueAt ?? 0);
    try {
      this.#timers.take()?.();
    } catch (error) {
      failures.push(error);
    }
    await this.#settle();
  }

  async #settle(): Promise<void> {
    for (let turn = 0; turn < this.#settleTurns; turn += 1) await nextTurn();
  }

  #move<R>(work: (failures: unknown[]) => Promise<R>): Promise<R> {
    const move = this.#lastMove.then(async () => {
      await this.#settle();
      const failures: unknown[] = [];
      const result = await work(failures);
      if (failures.length === 1) throw failures[0];
      if (failures.length > 1) throw new AggregateError(failures, `run due timers: ${failures.length} callbacks threw`);
      return result;
    });
    this.#lastMove = move.catch(() => {});
    return move;
  }
}

const never: Timer = Object.freeze<Timer>({ cancel: () => {}, [Symbol.dispose]: () => {} });

function finite(place: string, input: number): number {
  if (Number.isFinite(input)) return input;
  throw new InvalidArgumentError({ place, input, expected: "a finite number of milliseconds" });
}

function atLeastZero(place: string, input: number): number {
  if (Number.isFinite(input) && input >= 0) return input;
  throw new InvalidArgumentError({ place, input, expected: "a finite number, zero or more" });
}
