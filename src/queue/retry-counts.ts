/** How often each key failed since it was last forgotten: the memory that per-key limiters share. */
export class RetryCounts {
  readonly #counts = new Map<string, number>();

  /** Counts one more failure and returns how many there were before. */
  next(key: string): number {
    const before = this.get(key);
    this.#counts.set(key, before + 1);
    return before;
  }

  get(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  forget(key: string): void {
    this.#counts.delete(key);
  }
}
