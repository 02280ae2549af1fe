/** The members filed under one value. Most values of a selective index have one member, and then there is no set. */
export class Posting<E extends object> {
  readonly value: string;
  #only: E | undefined;
  #several: Set<E> | undefined;

  constructor(value: string) {
    this.value = value;
  }

  get size(): number {
    if (this.#several !== undefined) return this.#several.size;
    return this.#only === undefined ? 0 : 1;
  }

  add(member: E): void {
    if (this.#several !== undefined) {
      this.#several.add(member);
    } else if (this.#only === undefined || this.#only === member) {
      this.#only = member;
    } else {
      this.#several = new Set([this.#only, member]);
      this.#only = undefined;
    }
  }

  delete(member: E): void {
    if (this.#several !== undefined) this.#several.delete(member);
    else if (this.#only === member) this.#only = undefined;
  }

  [Symbol.iterator](): Iterator<E> {
    const members = this.#several ?? (this.#only === undefined ? [] : [this.#only]);
    return members[Symbol.iterator]();
  }
}
