import type { Clock } from "./clock.ts";
import { InvalidArgumentError } from "./errors.ts";
import type { Random } from "./random.ts";

/** How long to wait between attempts. */
export interface BackoffPolicy {
  /** The first wait, before jitter. */
  readonly initialMs: number;
  /** No wait is longer, jitter included. */
  readonly maxMs: number;
  /** By how much each wait is longer than the one before. At least 1. */
  readonly factor: number;
  /** How much is added at random, as a part of the wait: with 1 a wait is stretched to up to twice its length. */
  readonly jitter: number;
  /** After this long without a failure the next wait is a first one again. Never, when not given. */
  readonly resetAfterMs?: number | undefined;
}

/** A policy, and where time and chance come from. */
export interface BackoffOptions extends BackoffPolicy {
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * The waits between attempts that fail: `initialMs`, then `factor` times longer each, never above `maxMs`. Jitter spreads all of them, also
 * the longest: the wait before jitter stops growing where jitter could take it over the maximum, so that a crowd never comes back in step.
 */
export class Backoff {
  readonly #options: BackoffOptions;
  readonly #longestBaseMs: number;
  #baseMs = 0;
  #attempts = 0;
  #lastAt = 0;

  constructor(options: BackoffOptions) {
    checkPolicy(options);
    this.#options = options;
    this.#longestBaseMs = options.maxMs / (1 + options.jitter);
    this.reset();
  }

  /** How many waits there were since the last reset. */
  get attempts(): number {
    return this.#attempts;
  }

  /** The length of the next wait. Counts as an attempt. */
  next(): number {
    const { clock, random, factor, jitter, maxMs, resetAfterMs = Infinity } = this.#options;
    const at = clock.monotonic();
    if (at - this.#lastAt > resetAfterMs) this.reset();
    this.#lastAt = at;
    this.#attempts += 1;
    const baseMs = this.#baseMs;
    this.#baseMs = Math.min(baseMs * factor, this.#longestBaseMs);
    return Math.min(baseMs * (1 + random.next() * jitter), maxMs);
  }

  /** Makes the next wait a first one: call it when an attempt has succeeded. */
  reset(): void {
    this.#attempts = 0;
    this.#baseMs = Math.min(this.#options.initialMs, this.#longestBaseMs);
  }

  /** Waits as long as `next` says. Rejects with the signal's reason as soon as that is aborted. */
  async wait(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await this.#options.clock.sleep(this.next(), signal);
  }
}

function checkPolicy({ initialMs, maxMs, factor, jitter, resetAfterMs = 0 }: BackoffPolicy): void {
  checkAtLeast(0, "Backoff.initialMs", initialMs);
  checkAtLeast(0, "Backoff.maxMs", maxMs);
  checkAtLeast(1, "Backoff.factor", factor);
  checkAtLeast(0, "Backoff.jitter", jitter);
  checkAtLeast(0, "Backoff.resetAfterMs", resetAfterMs);
}

function checkAtLeast(least: number, place: string, input: number): void {
  if (Number.isFinite(input) && input >= least) return;
  throw new InvalidArgumentError({ place, input, expected: `a finite number, ${least} or more` });
}
