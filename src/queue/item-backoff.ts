import type { Clock, Random } from "../async/index.ts";
import { checkNumber } from "./errors.ts";

/** How the waits of `ItemBackoff` grow and when they are forgotten. */
export interface ItemBackoffOptions {
  readonly initialMs: number;
  readonly maxMs: number;
  /** Each step is lengthened by up to this share. */
  readonly jitter?: number | undefined;
  readonly clock: Clock;
  readonly random: Random;
  /** Whether an entry that was last lengthened `idleMs` ago starts over. Default: after twice `maxMs`. */
  readonly hasExpired?: ((idleMs: number) => boolean) | undefined;
}

interface Entry {
  delayMs: number;
  updatedAt: number;
}

/**
 * A back-off for each of many things, asked "may it run again?" rather than "when?": restarts of a container, pulls of an image.
 * Unlike a limiter it forgets by itself what has been quiet long enough. Times are those of `clock.monotonic()`.
 */
export class ItemBackoff {
  readonly #options: ItemBackoffOptions;
  readonly #hasExpired: (idleMs: number) => boolean;
  readonly #entries = new Map<string, Entry>();

  constructor(options: ItemBackoffOptions) {
    checkNumber("ItemBackoff initialMs", options.initialMs);
    checkNumber("ItemBackoff maxMs", options.maxMs);
    checkNumber("ItemBackoff jitter", options.jitter ?? 0);
    this.#options = options;
    this.#hasExpired = options.hasExpired ?? ((idleMs) => idleMs > 2 * options.maxMs);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The present wait of `key`; 0 when it has none. */
  get(key: string): number {
    return this.#entries.get(key)?.delayMs ?? 0;
  }

  /** Lengthens the wait of `key` and returns it: the first is `initialMs`, each next one double, none above `maxMs`, jitter included. */
  next(key: string): number {
    const { initialMs, maxMs, jitter = 0, random, clock } = this.#options;
    const entry = this.#live(key);
    const spread = 1 + jitter * random.next();
    const delayMs = Math.min(maxMs, entry === undefined ? initialMs * spread : entry.delayMs * (1 + spread));
    this.#entries.set(key, { delayMs, updatedAt: clock.monotonic() });
    return delayMs;
  }

  /** Whether something that last happened at `eventAt` must still wait. */
  isWaitingSince(key: string, eventAt: number): boolean {
    const entry = this.#live(key);
    return entry !== undefined && this.#options.clock.monotonic() - eventAt < entry.delayMs;
  }

  /** Whether something that happens at `eventAt` comes within the wait that began with the last `next`. */
  isWaitingAt(key: string, eventAt: number): boolean {
    const entry = this.#live(key);
    return entry !== undefined && eventAt - entry.updatedAt < entry.delayMs;
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }

  /** Drops every entry that has expired. Call it now and then: nothing else frees the entries of keys that never come back. */
  collect(): void {
    for (const key of this.#entries.keys()) if (this.#live(key) === undefined) this.#entries.delete(key);
  }

  #live(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    return this.#hasExpired(this.#options.clock.monotonic() - entry.updatedAt) ? undefined : entry;
  }
}
