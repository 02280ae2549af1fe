import type { RateLimiter } from "./rate-limiter.ts";

/** The longest wait that any member asks for. Every member is asked every time, so that all of them count. */
export class MaxOfLimiter implements RateLimiter {
  readonly #members: readonly RateLimiter[];

  constructor(members: readonly RateLimiter[]) {
    this.#members = [...members];
  }

  when(key: string): number {
    return this.#members.reduce((longest, member) => Math.max(longest, member.when(key)), 0);
  }

  forget(key: string): void {
    for (const member of this.#members) member.forget(key);
  }

  retries(key: string): number {
    return this.#members.reduce((most, member) => Math.max(most, member.retries(key)), 0);
  }
}
