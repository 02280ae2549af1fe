import type { ServedResource } from "../registry/index.ts";

/** Keeps what was made from some served resources as long as those are the same. What failed is made again. */
export class ServedCache<T> {
  #kept: { readonly from: readonly ServedResource[]; readonly value: Promise<T> } | undefined;

  get(from: readonly ServedResource[], make: () => Promise<T>): Promise<T> {
    if (this.#kept !== undefined && isSame(this.#kept.from, from)) return this.#kept.value;
    const kept = { from, value: make() };
    this.#kept = kept;
    kept.value.catch(() => {
      if (this.#kept === kept) this.#kept = undefined;
    });
    return kept.value;
  }
}

function isSame(before: readonly ServedResource[], now: readonly ServedResource[]): boolean {
  return before.length === now.length && before.every((served, index) => served === now[index]);
}
