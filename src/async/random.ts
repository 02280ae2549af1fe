/** The only source of randomness. Everything that draws lots is given one, so that a test can replay a run from its seed. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number in [0, bound). */
  integer(bound: number): number;
  /** A version 4 UUID. */
  uuid(): string;
  /** `length` random bytes. */
  bytes(length: number): Uint8Array;
}
