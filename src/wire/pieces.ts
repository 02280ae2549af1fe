/** The beginning of something whose end has not arrived yet. */
export class Pieces {
  length = 0;
  #pieces: Uint8Array[] = [];

  /** Keeps a copy: a short piece must not hold the whole chunk in memory. */
  add(piece: Uint8Array): void {
    if (piece.length === 0) return;
    // `Buffer.slice` would be a view.
    this.#pieces.push(Uint8Array.prototype.slice.call(piece));
    this.length += piece.length;
  }

  /** The whole; after that nothing has begun. What had no beginning is returned as it is. */
  complete(rest: Uint8Array): Uint8Array {
    if (this.length === 0) return rest;
    const whole = new Uint8Array(this.length + rest.length);
    let offset = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, offset);
      offset += piece.length;
    }
    whole.set(rest, offset);
    this.length = 0;
    this.#pieces = [];
    return whole;
  }
}
