import { serverDefaults } from "../defaults.ts";
import type { ServerRequest } from "../http-message.ts";
import { GatheredBytes } from "./gathered-bytes.ts";
import { http2Limits } from "./limits.ts";
import type { ErrorCode } from "./protocol.ts";
import type { RequestHead } from "./request-head.ts";
import type { SendingHalf } from "./sender.ts";

/** What a stream needs of its connection. */
export interface StreamLine {
  sendHead(stream: Http2Stream, head: AnswerHead): void;
  send(stream: Http2Stream, piece: Uint8Array, isLast: boolean): Promise<void> | undefined;
  /** More of the body may come. */
  widen(stream: Http2Stream): void;
  reset(stream: Http2Stream, reason: ErrorCode): void;
}

/** The head of an answer, and whether that is all of it. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly isLast: boolean;
}

/** What is done with a body: nobody has asked for it, it is read, or it is dropped as it comes. */
type Reading = "awaited" | "read" | "dropped";

/** One request over HTTP/2, and the way back for its answer. */
export class Http2Stream {
  readonly id: number;
  /** Its head. */
  readonly request: ServerRequest;
  readonly half: SendingHalf;
  /** How much of the body may come before more is asked for. */
  receiveWindow: number = http2Limits.streamWindowBytes;
  /** Called when the stream is closed before its answer was sent. */
  onBrokenOff: () => void = () => undefined;
  /** Runs out when the rest of its body takes too long. */
  patience: Disposable | undefined;
  readonly #line: StreamLine;
  readonly #length: number | undefined;
  readonly #body = new GatheredBytes();
  #received = 0;
  #reading: Reading;
  #whenRead: PromiseWithResolvers<void> | undefined;
  #isReceived = false;
  #isHeadSent = false;
  #isSent = false;
  #isClosed = false;

  constructor(line: StreamLine, half: SendingHalf, { request, length }: RequestHead) {
    this.id = half.id;
    this.half = half;
    this.request = request;
    this.#line = line;
    this.#length = length;
    // Requests that only read have no body: whatever comes is not kept.
    this.#reading = request.method === "GET" || request.method === "HEAD" ? "dropped" : "awaited";
  }

  /** Whether everything that the other side has to say has come. */
  get isReceived(): boolean {
    return this.#isReceived;
  }

  get isHeadSent(): boolean {
    return this.#isHeadSent;
  }

  /** Whether the whole answer is on its way, or waits to be. */
  get isSent(): boolean {
    return this.#isSent;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether something was sent that the other side does not take. */
  get isBlocked(): boolean {
    return this.half.left !== undefined;
  }

  /** Whether more of the body may be asked for. What nobody reads yet is no more than a window. */
  get mayWiden(): boolean {
    return this.#reading !== "awaited" && !this.#isReceived;
  }

  /** Takes a piece of the body. Gives whether it agrees with the length that was told. */
  receive(piece: Uint8Array, isLast: boolean): boolean {
    // Of one that is too large only so much is kept that this can be seen.
    const isKept = this.#reading !== "dropped" && this.#received <= serverDefaults.maxBodyBytes;
    this.#received += piece.length;
    this.#isReceived = isLast;
    const length = this.#length ?? this.#received;
    if (this.#received > length || (isLast && this.#received < length)) return false;
    if (isKept && piece.length > 0) this.#body.add(piece);
    if (this.#isComplete) this.#whenRead?.resolve();
    return true;
  }

  /** The body, once it has come; rejects when the stream is closed before. One that is too large is cut off somewhere beyond what is allowed. */
  body(): Promise<Uint8Array> | Uint8Array {
    if (this.#reading === "awaited") this.#reading = "read";
    if (this.#isComplete) return this.#body.take();
    this.#whenRead = Promise.withResolvers();
    if (this.#isClosed) this.#failReading();
    else this.#line.widen(this);
    return this.#whenRead.promise.then(() => this.#body.take());
  }

  /** Sends a head. The body of whoever is answered is not read any further. */
  sendHead(head: AnswerHead): void {
    this.#assertOpen();
    this.#isHeadSent = true;
    this.#isSent = head.isLast;
    this.#dropBody();
    this.#line.sendHead(this, head);
  }

  /** Asks for a body that is not sent before that. */
  invite(): void {
    this.#assertOpen();
    this.#line.sendHead(this, { status: 100, headers: {}, isLast: false });
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
    this.#dropBody();
    if (!this.#isComplete) this.#failReading();
    if (!this.#isSent || this.isBlocked) this.onBrokenOff();
  }

  get #isComplete(): boolean {
    return this.#isReceived || this.#received > serverDefaults.maxBodyBytes;
  }

  #dropBody(): void {
    if (this.#reading === "dropped") return;
    this.#reading = "dropped";
    // Whoever waits for it gets it first.
    if (this.#whenRead === undefined) this.#body.clear();
  }

  #failReading(): void {
    this.#whenRead?.reject(new Error("answer a request: its body did not come to an end"));
  }

  #assertOpen(): void {
    if (this.#isClosed || this.#isSent) throw new Error("answer a request: its stream was closed");
  }
}
