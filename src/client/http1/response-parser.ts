import { ProtocolError } from "../errors.ts";
import { framingOf, keepsAlive } from "./framing.ts";
import { LineReader } from "./line-reader.ts";
import type { Cursor } from "./line-reader.ts";
import { addField, canBeginStatusLine, HeadBuilder } from "./response-head.ts";
import type { ResponseHead } from "./response-head.ts";

/** What an answer is read for and how large its parts may be. */
export interface ResponseParserOptions {
  /** Of the request: the answer to a HEAD has no body. */
  readonly method: string;
  /** Of all headers together, also of the answers that announce another, and of those behind the body. */
  readonly maxHeaderBytes: number;
  readonly onHead: (head: ResponseHead) => void;
  /** A part of the body. Never empty. Shares its memory with what came. */
  readonly onData: (bytes: Uint8Array) => void;
}

/** A line with the size of a chunk and what else it may say. */
const maxSizeLineBytes = 512;
const sizeLine = /^([\da-f]{1,12})(?:[ \t]*;[\t\x20-\x7e\x80-\xff]*)?$/i;

type State = "head" | "length" | "size" | "chunk" | "chunk-end" | "trailers" | "close" | "done";

/**
 * Reads one answer, wherever its bytes are cut. Strict: what RFC 9112 lets a client forgive is refused with a `ProtocolError`, as our servers
 * have no need of it and every liberty is one more way to read an answer differently from whoever stands in between. Answers that only
 * announce another (1xx) are skipped; 101, which nobody asked for, is refused. Headers behind the body are checked and dropped.
 */
export class ResponseParser {
  readonly #options: ResponseParserOptions;
  readonly #lines = new LineReader();
  readonly #head = new HeadBuilder();
  #state: State = "head";
  /** Bytes of the body, or of the chunk, that are still to come. */
  #left = 0;
  #keepsAlive = false;
  #hasBegun = false;

  constructor(options: ResponseParserOptions) {
    this.#options = options;
    this.#lines.allow(options.maxHeaderBytes);
  }

  /** Whether the whole answer is there. */
  get isDone(): boolean {
    return this.#state === "done";
  }

  /** Whether a byte of the answer has come. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Whether the connection may carry another answer, once this one is done. */
  get keepsAlive(): boolean {
    return this.#keepsAlive;
  }

  /** Reads on, up to the end of the answer, and says how many of the bytes belong to it. */
  push(bytes: Buffer): number {
    if (bytes.length > 0) this.#hasBegun = true;
    const cursor: Cursor = { bytes, at: 0 };
    while (cursor.at < bytes.length && this.#state !== "done") this.#step(cursor);
    return cursor.at;
  }

  /** The other side will send no more. Says whether the answer is whole. */
  end(): boolean {
    if (this.#state === "close") this.#state = "done";
    return this.#state === "done";
  }

  #step(cursor: Cursor): void {
    switch (this.#state) {
      case "head":
        return this.#readHead(cursor);
      case "length":
      case "chunk":
      case "close":
        return this.#readBody(cursor);
      default:
        return this.#readChunkLine(cursor);
    }
  }

  #readHead(cursor: Cursor): void {
    const block = this.#head.isEmpty ? this.#lines.takeBlock(cursor) : undefined;
    if (block !== undefined) {
      this.#endHead(this.#head.addAll(block));
      return;
    }
    const line = this.#lines.take(cursor);
    if (line === undefined) {
      if (!this.#head.isEmpty || canBeginStatusLine(this.#lines.begun)) return;
      throw new ProtocolError("a status line of HTTP/1.1");
    }
    const head = this.#head.add(line);
    if (head !== undefined) this.#endHead(head);
  }

  #endHead(head: ResponseHead): void {
    const framing = framingOf(head, this.#options.method);
    if (head.status === 101) throw new ProtocolError("no other protocol, as nobody asked for one");
    if (head.status < 200) return;
    this.#keepsAlive = keepsAlive(head, framing);
    if (framing.kind === "length") this.#begin(framing.bytes === 0 ? "done" : "length", framing.bytes);
    else if (framing.kind === "close") this.#begin("close", Infinity);
    else this.#beginLine("size", maxSizeLineBytes);
    this.#options.onHead(head);
  }

  #readBody(cursor: Cursor): void {
    const { bytes, at } = cursor;
    const end = Math.min(bytes.length, at + this.#left);
    this.#left -= end - at;
    cursor.at = end;
    if (this.#left === 0) {
      if (this.#state === "chunk") this.#beginLine("chunk-end", "\r\n".length);
      else this.#state = "done";
    }
    this.#options.onData(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end));
  }

  /** The lines between the chunks and after the last one. */
  #readChunkLine(cursor: Cursor): void {
    const line = this.#lines.take(cursor);
    if (line === undefined) return;
    if (this.#state === "size") this.#beginChunk(line);
    else if (this.#state === "chunk-end") this.#endChunk(line);
    else if (line === "") this.#state = "done";
    else addField({}, line);
  }

  #beginChunk(line: string): void {
    const [, digits] = sizeLine.exec(line) ?? [];
    if (digits === undefined) throw new ProtocolError("the size of a chunk, in hexadecimal digits");
    const size = Number.parseInt(digits, 16);
    if (size === 0) this.#beginLine("trailers", this.#options.maxHeaderBytes);
    else this.#begin("chunk", size);
  }

  #endChunk(line: string): void {
    if (line !== "") throw new ProtocolError("a chunk that ends where its size says");
    this.#beginLine("size", maxSizeLineBytes);
  }

  #begin(state: State, left: number): void {
    this.#state = state;
    this.#left = left;
  }

  #beginLine(state: State, maxBytes: number): void {
    this.#state = state;
    this.#lines.allow(maxBytes);
  }
}
