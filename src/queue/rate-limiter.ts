/** Decides how long a key that is to be tried again must wait. */
export interface RateLimiter {
  /** Counts one more try of `key` and says how many milliseconds it must wait. Every call counts. */
  when(key: string): number;
  /** The key succeeded, or is given up: its next failure is its first. Without this call a key that failed is remembered for ever. */
  forget(key: string): void;
  /** How often `key` was tried again since it was last forgotten. */
  retries(key: string): number;
}
