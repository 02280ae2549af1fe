import type { Socket } from "node:net";
import type { HttpResponse } from "../transport.ts";
import { Exchange } from "./exchange.ts";
import type { Message } from "./exchange.ts";

/** Who keeps connections, and is told what becomes of one. */
export interface ConnectionHooks {
  /** It may carry another request. */
  readonly onIdle: (connection: Connection) => void;
  /** Its socket is closed. */
  readonly onClosed: (connection: Connection) => void;
}

/** A body up to this size is copied behind its head, so that both go out as one. */
const maxCopiedBytes = 32 * 1_024;

/**
 * One socket that carries one request at a time. What comes while none is under way ends it, as does any answer after which it is not
 * certain where the next one begins.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #hooks: ConnectionHooks;
  #current: Exchange | undefined;
  #uses = 0;

  /** Takes over a connected socket. */
  constructor(socket: Socket, hooks: ConnectionHooks) {
    this.#socket = socket;
    this.#hooks = hooks;
    socket.on("data", (bytes: Buffer) => this.#receive(bytes));
    socket.on("end", () => this.#endOfInput());
    socket.on("error", (error) => this.#break(error));
    socket.on("timeout", () => this.#expire());
    socket.on("close", () => {
      this.#break(closedEarly());
      this.#hooks.onClosed(this);
    });
  }

  /** Whether another request went before: the server may have closed in the meantime, and nobody noticed. */
  get isUsedAgain(): boolean {
    return this.#uses > 1;
  }

  /** Sends a request. Resolves when its answer begins, which has to be read or left; rejects with what the message's line says. */
  send(message: Message): SentMessage {
    const exchange = new Exchange(message, {
      pause: () => void this.#socket.pause(),
      resume: () => void this.#socket.resume(),
      leave: () => this.#end(exchange, () => exchange.left()),
      abort: (reason) => this.#end(exchange, () => exchange.abort(reason)),
    });
    this.#uses += 1;
    this.#current = exchange;
    exchange.listen();
    if (this.#current === exchange) this.#write(message);
    return exchange;
  }

  /** From now on it keeps no process alive, and is closed after so long. */
  rest(timeoutMs: number): void {
    this.#socket.unref();
    this.#socket.setTimeout(timeoutMs);
  }

  /** Back to work. Says whether it can. */
  wake(): boolean {
    if (this.#socket.destroyed || this.#socket.readableEnded) return false;
    this.#socket.setTimeout(0);
    this.#socket.ref();
    return true;
  }

  /** Closes it. What is under way ends with `SETPOINT_TRANSPORT_CLOSED`. */
  destroy(): void {
    const current = this.#current;
    if (current === undefined) this.#socket.destroy();
    else this.#end(current, () => current.close());
  }

  #write({ head, body }: Message): void {
    if (body === undefined || body.length === 0) {
      this.#socket.write(head, "latin1");
    } else if (body.length > maxCopiedBytes) {
      this.#socket.cork();
      this.#socket.write(head, "latin1");
      this.#socket.write(body);
      this.#socket.uncork();
    } else {
      const bytes = Buffer.allocUnsafe(head.length + body.length);
      bytes.write(head, "latin1");
      bytes.set(body, head.length);
      this.#socket.write(bytes);
    }
  }

  #receive(bytes: Buffer): void {
    const current = this.#current;
    if (current === undefined) {
      this.#socket.destroy();
      return;
    }
    try {
      const used = current.push(bytes);
      if (current.isDone) this.#finish(current, used === bytes.length);
    } catch (error) {
      this.#break(error);
    }
  }

  #endOfInput(): void {
    const current = this.#current;
    if (current?.endOfInput() === true) this.#finish(current, false);
    else this.#break(closedEarly());
    this.#socket.destroy();
  }

  /** The answer is whole. An answer may come before its request was sent to the end: then nobody knows what the rest will do. */
  #finish(exchange: Exchange, isClean: boolean): void {
    this.#current = undefined;
    const socket = this.#socket;
    if (isClean && exchange.keepsAlive && socket.writableLength === 0 && !socket.destroyed) {
      if (socket.isPaused()) socket.resume();
      this.#hooks.onIdle(this);
    } else {
      socket.destroy();
    }
    exchange.complete();
  }

  #break(error: unknown): void {
    const current = this.#current;
    if (current !== undefined) this.#end(current, () => current.break(error));
  }

  #end(exchange: Exchange, tell: () => void): void {
    if (this.#current !== exchange) return;
    this.#current = undefined;
    this.#socket.destroy();
    tell();
  }

  #expire(): void {
    if (this.#current === undefined) this.#socket.destroy();
  }
}

/** A request on its way. */
export interface SentMessage {
  readonly answer: Promise<HttpResponse>;
  /** Whether a byte of the answer has come. */
  readonly hasBegun: boolean;
}

function closedEarly(): Error {
  return Object.assign(new Error("the connection was closed before the answer was whole"), { code: "ECONNRESET" });
}
