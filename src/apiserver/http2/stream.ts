import { joinBytes } from "../../wire/index.ts";
import { serverDefaults } from "../defaults.ts";
import type { ServerRequest } from "../http-message.ts";
import { http2Limits } from "./limits.ts";
import type { RequestHead } from "./request-head.ts";
import type { SendingHalf } from "./sender.ts";
import type { ErrorCode } from "./protocol.ts";

/** What a stream needs of its connection. */
export interface StreamLine {
  sendHead(stream: Http2Stream, block: HeadBlock): void;
  send(stream: Http2Stream, piece: Uint8Array, isLast: boolean): Promise<void> | undefined;
  reset(stream: Http2Stream, reason: ErrorCode): void;
}

/** The head of an answer, and whether that is all of it. */
export interface HeadBlock {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly isLast: boolean;
}

/** One request over HTTP/2, and the way back for its answer. */
export class Http2Stream {
  readonly id: number;
  /** Its head. */
  readonly request: ServerRequest;
  readonly half: SendingHalf;
  /** How much of the body may still come before more is asked for. */
  receiveWindow: number = http2Limits.streamWindowBytes;
  /** Called when the stream is closed before its answer was sent. */
  onBrokenOff: () => void = () => undefined;
  /** Runs out when the rest of its body takes too long. */
  patience: Disposable | undefined;
  readonly #line: StreamLine;
  readonly #length: number | undefined;
  #chunks: Uint8Array[] = [];
  #received = 0;
  #isWanted: boolean;
  #isReceived = false;
  #isHeadSent = false;
  #isSent = false;
  #isClosed = false;
  #reading: PromiseWithResolvers<void> | undefined;

  constructor(line: StreamLine, half: SendingHalf, { request, length }: RequestHead) {
    this.id = half.id;
    this.half = half;
    this.request = request;
    this.#line = line;
    this.#length = length;
    // Requests that only read have no body: whatever comes is not kept.
    this.#isWanted = request.method !== "GET" && request.method !== "HEAD";
  }

  /** Whether everything that the other side has to say has come. */
  get isReceived(): boolean {
    return this.#isReceived;
  }

  get isHeadSent(): boolean {
    return this.#isHeadSent;
  }

  /** Whether the whole answer is on its way. */
  get isSent(): boolean {
    return this.#isSent;
  }

  /** Whether something was sent that the other side does not take. */
  get isBlocked(): boolean {
    return this.half.left !== undefined;
  }

  /** Takes a piece of the body. Gives whether it agrees with the length that was told. */
  receive(piece: Uint8Array, isLast: boolean): boolean {
    this.#received += piece.length;
    this.#isReceived = isLast;
    const length = this.#length ?? this.#received;
    if (this.#received > length || (isLast && this.#received < length)) return false;
    if (this.#isWanted && piece.length > 0) this.#chunks.push(piece);
    if (this.#isComplete) this.#reading?.resolve();
    return true;
  }

  /** The body, once it has come; rejects when the stream is closed before. Of one that is too large only so much is kept that this can be seen. */
  body(): Promise<Uint8Array> | Uint8Array {
    if (this.#isComplete) return this.#takeBody();
    this.#reading = Promise.withResolvers();
    return this.#reading.promise.then(() => this.#takeBody());
  }

  /** The rest of the body is dropped as it comes. */
  stopReading(): void {
    this.#isWanted = false;
    this.#chunks = [];
  }

  sendHead(head: HeadBlock): void {
    this.#assertOpen();
    this.#isHeadSent = true;
    this.#isSent = head.isLast;
    this.#line.sendHead(this, head);
  }

  /** Sends a piece of the answer. Undefined if the other side keeps up; otherwise it resolves when the piece is on its way. */
  send(piece: Uint8Array, isLast = false): Promise<void> | undefined {
    this.#assertOpen();
    this.#isSent = isLast;
    return this.#line.send(this, piece, isLast);
  }

  /** Ends the stream at once, unless it is closed. */
  reset(reason: ErrorCode): void {
    if (!this.#isClosed) this.#line.reset(this, reason);
  }

  /** Nothing comes or goes on it any more. */
  close(): void {
    this.#isClosed = true;
    this.patience?.[Symbol.dispose]();
    this.#reading?.reject(new Error("answer a request: its body did not come to an end"));
    if (!this.#isSent || this.isBlocked) this.onBrokenOff();
  }

  get #isComplete(): boolean {
    return this.#isReceived || this.#received > serverDefaults.maxBodyBytes;
  }

  #takeBody(): Uint8Array {
    const [only, ...more] = this.#chunks;
    const body = only !== undefined && more.length === 0 ? only : joinBytes(this.#chunks);
    this.stopReading();
    this.#reading = undefined;
    return body;
  }

  #assertOpen(): void {
    if (this.#isClosed || this.#isSent) throw new Error("answer a request: its stream was closed");
  }
}
