const leastBytes = 4_096;

/**
 * Bytes that come piece by piece. The first piece is kept as it is: mostly it is all. From the second on they are copied together: many
 * small pieces would each keep alive what they were cut from.
 */
export class GatheredBytes {
  #memory: Uint8Array = new Uint8Array();
  #size = 0;

  add(piece: Uint8Array): void {
    if (this.#size === 0) this.#memory = piece;
    else this.#append(piece);
    this.#size += piece.length;
  }

  /** All of them. Nothing is kept any more. */
  take(): Uint8Array {
    const bytes = this.#memory.subarray(0, this.#size);
    this.clear();
    return bytes;
  }

  clear(): void {
    this.#memory = new Uint8Array();
    this.#size = 0;
  }

  #append(piece: Uint8Array): void {
    const size = this.#size + piece.length;
    if (size > this.#memory.length) {
      const memory = new Uint8Array(Math.max(size, 2 * this.#memory.length, leastBytes));
      memory.set(this.#memory.subarray(0, this.#size));
      this.#memory = memory;
    }
    this.#memory.set(piece, this.#size);
  }
}
