import type { Span } from "./json-text.ts";

/** A member of `metadata`: from its key's quote to behind its value. */
export interface MemberSpan extends Span {
  readonly isManagedFields: boolean;
}

/** Collects what to cut out of `metadata` so that what is left is JSON without managed fields, also where they are said twice. */
export class ManagedFieldsCuts {
  readonly #cuts: Span[] = [];
  /** Where the present run of managed fields begins; -1 outside of one. */
  #runStart = -1;
  /** Where the value before the run ends; -1 when there is none. */
  #beforeRun = -1;
  #lastEnd: number;

  /** `lastEnd`: where the value ends before the first member that is told; -1 when there is none. */
  constructor(lastEnd: number) {
    this.#lastEnd = lastEnd;
  }

  /** To be told of each member, in order, at the latest from the first managed fields on. */
  add({ isManagedFields, start, end }: MemberSpan): void {
    if (isManagedFields && this.#runStart === -1) {
      this.#runStart = start;
      this.#beforeRun = this.#lastEnd;
    } else if (!isManagedFields && this.#runStart !== -1) {
      this.#cuts.push({ start: this.#runStart, end: start });
      this.#runStart = -1;
    }
    this.#lastEnd = end;
  }

  /** After the last member: all cuts, in order. One that ends the metadata takes the comma before it along. */
  finish(): readonly Span[] {
    if (this.#runStart === -1) return this.#cuts;
    const start = this.#beforeRun === -1 ? this.#runStart : this.#beforeRun;
    return [...this.#cuts, { start, end: this.#lastEnd }];
  }
}
