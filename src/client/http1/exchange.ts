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

/** A request on its way. */
export interface SentMessage {
  /** Resolves when the answer begins; rejects with what the message's line says. */
  readonly answer: Promise<HttpResponse>;
  /** Whether a byte of the answer has come. */
  readonly hasBegun: boolean;
  /** Whether another request went before it on its connection: the server may have closed that, and nobody noticed. */
  readonly isOnUsedConnection: boolean;
}

/** What an exchange asks of the connection that carries it. */
export interface Carrier {
  readonly isUsedAgain: boolean;
  pause(): void;
  resume(): void;
  /** Gives the exchange up, and the connection with it. Says whether it was still under way. */
  end(exchange: Exchange): boolean;
}

/** One request on a connection and its answer. Owns no socket. */
export class Exchange implements SentMessage, BodySource {
  readonly #message: Message;
  readonly #answer = Promise.withResolvers<HttpResponse>();
  readonly #body: IncomingBody;
  readonly #parser: ResponseParser;
  readonly #carrier: Carrier;
  #listening: Disposable | undefined;

  constructor(message: Message, carrier: Carrier) {
    this.#message = message;
    this.#carrier = carrier;
    this.#body = new IncomingBody(this, message.signal);
    this.#parser = new ResponseParser({
      method: message.line.method,
      maxHeaderBytes: clientDefaults.maxHeaderBytes,
      onHead: ({ status, headers }) => this.#answer.resolve({ status, headers, body: this.#body }),
      onData: (bytes) => this.#body.push(bytes),
    });
  }

  /** Follows the message's signal from now on. It may end before this returns. */
  listen(): void {
    this.#listening = onAbort(this.#message.signal, (reason) => {
      if (this.#carrier.end(this)) this.#fail(reason);
    });
  }

  get answer(): Promise<HttpResponse> {
    return this.#answer.promise;
  }

  get hasBegun(): boolean {
    return this.#parser.hasBegun;
  }

  get isOnUsedConnection(): boolean {
    return this.#carrier.isUsedAgain;
  }

  get isDone(): boolean {
    return this.#parser.isDone;
  }

  /** Whether the connection may carry another one after this. */
  get keepsAlive(): boolean {
    return this.#parser.keepsAlive;
  }

  pause(): void {
    this.#carrier.pause();
  }

  resume(): void {
    this.#carrier.resume();
  }

  leave(): void {
    if (this.#carrier.end(this)) this.#free();
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

  /** The connection failed. */
  break(error: unknown): void {
    this.#fail(TransportError.is(error) ? error : transportFailure(error, this.#message.line));
  }

  /** The client is closed. */
  close(): void {
    this.#fail(closedError(this.#message.line));
  }

  #fail(reason: unknown): void {
    this.#answer.reject(reason);
    this.#body.fail(reason);
    this.#free();
  }

  #free(): void {
    this.#listening?.[Symbol.dispose]();
    this.#message.onFree();
  }
}
