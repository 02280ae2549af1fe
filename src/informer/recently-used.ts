/** The members that were used last, up to a number. */
export class RecentlyUsed<E extends object> {
  /** Longest unused first. */
  readonly #members = new Set<E>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** Says which member is now one too many. */
  use(member: E): E | undefined {
    this.#members.delete(member);
    this.#members.add(member);
    if (this.#members.size <= this.#max) return undefined;
    for (const oldest of this.#members) {
      this.#members.delete(oldest);
      return oldest;
    }
    return undefined;
  }

  delete(member: E): void {
    this.#members.delete(member);
  }
}
