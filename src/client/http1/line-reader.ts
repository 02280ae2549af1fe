import { ProtocolError } from "../errors.ts";

/** A place in bytes that came. */
export interface Cursor {
  readonly bytes: Buffer;
  at: number;
}

/**
 * Takes lines out of bytes, wherever those are cut. A line ends in CR LF and nothing else: what others would take for an end of a line is
 * refused, since two readers that disagree about it can be made to disagree about where an answer ends.
 */
export class LineReader {
  #begun = "";
  #budget = 0;

  /** The beginning of a line whose end has not come. */
  get begun(): string {
    return this.#begun;
  }

  /** From here on so many bytes of lines are accepted, their ends included. */
  allow(bytes: number): void {
    this.#budget = bytes;
  }

  /** The next line without its end. `undefined` when it is not whole; its beginning is kept and the cursor at the end. */
  take(cursor: Cursor): string | undefined {
    const { bytes, at } = cursor;
    const feed = bytes.indexOf(lineFeed, at);
    const end = feed === -1 ? bytes.length : feed + 1;
    this.#budget -= end - at;
    if (this.#budget < 0) throw new ProtocolError("shorter headers or lines");
    cursor.at = end;
    const text = this.#begun + bytes.toString("latin1", at, end);
    if (feed === -1) {
      this.#begun = text;
      return undefined;
    }
    this.#begun = "";
    if (!text.endsWith("\r\n")) throw new ProtocolError("lines that end in CR LF");
    return text.slice(0, -2);
  }

  /**
   * All lines up to the first empty one, with their ends, if they are there and none has begun: much faster than one by one. They are not
   * checked to end in CR LF, but for the last two.
   */
  takeBlock(cursor: Cursor): string | undefined {
    const { bytes, at } = cursor;
    const last = this.#begun === "" ? bytes.indexOf("\r\n\r\n", at, "latin1") : -1;
    const end = last + emptyLineEnd;
    if (last === -1 || end - at > this.#budget) return undefined;
    this.#budget -= end - at;
    cursor.at = end;
    return bytes.toString("latin1", at, end);
  }
}

const lineFeed = 10;
const emptyLineEnd = 4;
