import { abortable } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import type { Logger } from "../observe/index.ts";
import { readLimited } from "./read-limited.ts";
import type { NamedFile } from "./read-limited.ts";

/** Which files to follow, and what they mean. */
export interface ReloadedOptions<T> {
  readonly files: readonly NamedFile[];
  /** What the texts of the files mean. Throws if they mean nothing: then the last good value stays. */
  readonly decode: (texts: readonly string[]) => T;
  /** Used while the files have never been readable. */
  readonly initial?: T | undefined;
  /** The files are read at most so often. */
  readonly intervalMs: number;
  readonly clock: Pick<Clock, "monotonic">;
  readonly log: Logger;
}

/**
 * The value of files that others renew. It is read again when somebody asks for it and the last reading is old enough; those who ask at
 * the same time share one. A reading that fails leaves the last good value in use and is logged once; it is thrown only if there is none.
 */
export class Reloaded<T> {
  readonly #options: ReloadedOptions<T>;
  #value: { readonly of: T } | undefined;
  #texts: readonly string[] = [];
  #readAtMs = -Infinity;
  #reading: Promise<T> | undefined;
  #lastProblem = "";

  constructor(options: ReloadedOptions<T>) {
    this.#options = options;
    if (options.initial !== undefined) this.#value = { of: options.initial };
  }

  async current(signal?: AbortSignal): Promise<T> {
    const { clock, intervalMs } = this.#options;
    if (this.#value !== undefined && clock.monotonic() - this.#readAtMs < intervalMs) return this.#value.of;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return abortable(this.#reading, signal);
  }

  /** The last value, if there was one. */
  get last(): T | undefined {
    return this.#value?.of;
  }

  /** Lets the next call of `current` read again. */
  expire(): void {
    this.#readAtMs = -Infinity;
  }

  async #read(): Promise<T> {
    const { files, decode, clock, log } = this.#options;
    this.#readAtMs = clock.monotonic();
    try {
      const texts = await Promise.all(files.map(readLimited));
      if (this.#value === undefined || texts.some((text, index) => text !== this.#texts[index])) {
        this.#value = { of: decode(texts) };
        this.#texts = texts;
      }
      this.#lastProblem = "";
    } catch (error) {
      if (this.#value === undefined) throw error;
      const problem = error instanceof Error ? error.message : "unknown";
      if (problem !== this.#lastProblem)
        log.warn("A file could not be read again; what it said stays in use", { problem });
      this.#lastProblem = problem;
    }
    return this.#value.of;
  }
}
