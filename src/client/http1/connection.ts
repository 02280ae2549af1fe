import type { Socket } from "node:net";
import type { Batch } from "./batch.ts";
import { Exchange } from "./exchange.ts";
import type { Carrier, Message, SentMessage } from "./exchange.ts";

/** Who keeps connections, for how long, and is told what becomes of one. */
export interface ConnectionHooks {
  /** A connection without work is closed when nothing has passed over it for so long. */
  readonly idleMs: number;
  /** Calls `write` soon, before anything else can come. */
  readonly departures: Batch<Connection>;
  /** Calls `read` at the end of the turn of the event loop. */
  readonly arrivals: Batch<Connection>;
  /** Whether no other connection is at work: then there is nobody to wait for. */
  readonly isAlone: () => boolean;
  /** It may carry another request. */
  readonly onIdle: (connection: Connection) => void;
  /** Its socket is closed. */
  readonly onClosed: (connection: Connection) => void;
}

/** A body up to this size is copied behind its head, so that both go out as one. */
const maxCopiedBytes = 32 * 1_024;

/** So much of an answer is read at the end of the turn in which it comes. What is longer has company of its own. */
const maxWaitingBytes = 64 * 1_024;

/**
 * One socket that carries one request at a time. What comes while none is under way ends it, as does any answer after which it is not
 * certain where the next one begins.
 */
export class Connection implements Carrier {
  readonly #socket: Socket;
  readonly #hooks: ConnectionHooks;
  #current: Exchange | undefined;
  #uses = 0;
  /** Of the exchange under way: what is still to be written. */
  #unsent: Message | undefined;
  /** What came in this turn while an exchange was under way, and is still to be read. */
  #arrived: Buffer[] = [];
  /** How much of the answer may still wait for the end of a turn. */
  #mayWait = 0;

  /** Takes over a connected socket. */
  constructor(socket: Socket, hooks: ConnectionHooks) {
    this.#socket = socket;
    this.#hooks = hooks;
    // Once and for all, as setting it for each rest would cost more than a request can afford: see `#expire`.
    socket.setTimeout(hooks.idleMs);
    socket.on("data", (bytes: Buffer) => this.#arrive(bytes));
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

  /** Sends a request, whose answer has to be read or left. */
  send(message: Message): SentMessage {
    const exchange = new Exchange(message, this);
    this.#uses += 1;
    this.#current = exchange;
    this.#mayWait = maxWaitingBytes;
    exchange.listen();
    if (this.#current !== exchange) return exchange;
    this.#unsent = message;
    this.#hooks.departures.add(this);
    return exchange;
  }

  /** Writes the request, if it is still wanted. */
  write(): void {
    const message = this.#unsent;
    this.#unsent = undefined;
    if (message !== undefined) this.#write(message);
  }

  /** Reads what came of the answer. */
  read(): void {
    const arrived = this.#arrived;
    if (arrived.length === 0) return;
    this.#arrived = [];
    for (const bytes of arrived) this.#receive(bytes);
  }

  /** From now on it keeps no process alive, and is closed after a while. */
  rest(): void {
    this.#socket.unref();
  }

  /** Back to work. Says whether it can. */
  wake(): boolean {
    if (this.#socket.destroyed || this.#socket.readableEnded) return false;
    this.#socket.ref();
    return true;
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  end(exchange: Exchange): boolean {
    if (this.#current !== exchange) return false;
    this.#current = undefined;
    this.#unsent = undefined;
    this.#socket.destroy();
    return true;
  }

  /** Closes it. What is under way ends with `SETPOINT_TRANSPORT_CLOSED`. */
  destroy(): void {
    const current = this.#current;
    if (current === undefined) this.#socket.destroy();
    else if (this.end(current)) current.close();
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

  #arrive(bytes: Buffer): void {
    this.#mayWait -= bytes.length;
    if (this.#current === undefined || this.#mayWait < 0 || this.#hooks.isAlone()) {
      this.read();
      this.#receive(bytes);
    } else if (this.#arrived.push(bytes) === 1) {
      this.#hooks.arrivals.add(this);
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
    this.read();
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
    this.read();
    const current = this.#current;
    if (current !== undefined && this.end(current)) current.break(error);
  }

  /** Nothing has passed for a while. Whatever does pass sets the time anew. */
  #expire(): void {
    if (this.#current === undefined) this.#socket.destroy();
  }
}

function closedEarly(): Error {
  return Object.assign(new Error("the connection was closed before the answer was whole"), { code: "ECONNRESET" });
}
