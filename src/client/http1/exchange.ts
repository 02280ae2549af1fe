import { onAbort } from "../../async/index.ts";
import { clientDefaults } from "../defaults.ts";
import { closedError, TransportError } from "../errors.ts";
import type { RequestLine } from "../errors.ts";
import { transportFailure } from "../transport-failure.ts";
import type { HttpResponse } from "../transport.ts";
import { IncomingBody } from "./incoming-body.ts";
import type { BodySource } from "./incoming-body.ts";
import { ResponseParser } from "./response-parser.ts";

/** One request, ready to be written, and who wants its answer. */
export interface Message {
  readonly line: RequestLine;
  /** The lines before the body, in Latin-1. */
  readonly head: string;
  readonly body?: Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The connection has no more to do with it: the answer is whole, was left or failed. Called once. */
  readonly onFree: () => void;
}

/** What an exchange asks of the connection that carries it. */
export interface ExchangeSource extends BodySource {
  abort(reason: unknown): void;
}

/** One request on a connection and its answer. Owns no socket. */
export class Exchange {
  readonly #message: Message;
  readonly #answer = Promise.withResolvers<HttpResponse>();
  readonly #body: IncomingBody;
  readonly #parser: ResponseParser;
  readonly #source: ExchangeSource;
  #listening: Disposable | undefined;

  constructor(message: Message, source: ExchangeSource) {
    this.#message = message;
    this.#source = source;
    this.#body = new IncomingBody(source, message.signal);
    this.#parser = new ResponseParser({
      method: message.line.method,
      maxHeaderBytes: clientDefaults.maxHeaderBytes,
      onHead: ({ status, headers }) => this.#answer.resolve({ status, headers, body: this.#body }),
      onData: (bytes) => this.#body.push(bytes),
    });
  }

  /** Follows the message's signal from now on. The source may be told to abort before this returns. */
  listen(): void {
    this.#listening = onAbort(this.#message.signal, (reason) => this.#source.abort(reason));
  }

  /** Resolves when the answer begins. */
  get answer(): Promise<HttpResponse> {
    return this.#answer.promise;
  }

  /** Whether a byte of the answer has come. */
  get hasBegun(): boolean {
    return this.#parser.hasBegun;
  }

  get isDone(): boolean {
    return this.#parser.isDone;
  }

  /** Whether the connection may carry another one after this. */
  get keepsAlive(): boolean {
    return this.#parser.keepsAlive;
  }

  /** Takes what came and says how much of it belongs to the answer. Throws a `ProtocolError`. */
  push(bytes: Buffer): number {
    return this.#parser.push(bytes);
  }

  /** The other side sends no more. Says whether the answer is whole. */
  endOfInput(): boolean {
    return this.#parser.end();
  }

  /** The answer is whole. */
  complete(): void {
    this.#body.end();
    this.#free();
  }

  /** Nobody wants the answer any more. */
  left(): void {
    this.#free();
  }

  /** The connection failed. */
  break(error: unknown): void {
    this.abort(TransportError.is(error) ? error : transportFailure(error, this.#message.line));
  }

  /** The client is closed. */
  close(): void {
    this.abort(closedError(this.#message.line));
  }

  /** Ends with exactly this reason. */
  abort(reason: unknown): void {
    this.#answer.reject(reason);
    this.#body.fail(reason);
    this.#free();
  }

  #free(): void {
    this.#listening?.[Symbol.dispose]();
    this.#message.onFree();
  }
}
