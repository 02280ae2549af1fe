import { once } from "node:events";
import type { ServerResponse as Http1Response } from "node:http";
import type { TLSSocket } from "node:tls";
import { serverDefaults } from "./defaults.ts";
import { endWhenIdle, idleLimitMs } from "./end-when-idle.ts";
import { answerTo, breakOff, patienceFor, sendAnswer, whenTaken } from "./exchange.ts";
import type { ExchangeParts, Sending } from "./exchange.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";
import type { OpenExchange } from "./open-exchanges.ts";
import { keepAlive } from "./plain-answer.ts";
import type { PlainAnswers } from "./plain-answer.ts";
import { readPlainRequest } from "./plain-request.ts";
import type { TurnEnd } from "./turn-end.ts";

/** What a piece that was received takes at least, however short it is. */
const leastCost = 512;

/** What a connection is answered with. */
export interface PlainConnectionOptions {
  readonly parts: ExchangeParts;
  readonly answers: PlainAnswers;
  /** When short answers go out. */
  readonly turn: TurnEnd;
  /** How long the first request may take to come. */
  readonly firstMs: number;
  /** Gives the connection to the platform, which reads on from where nothing was answered. */
  readonly handOver: (socket: TLSSocket) => void;
}

/**
 * A connection of HTTP/1.1 on which plain requests are read and answered without the parser and the streams of the platform: those cost as
 * much as a short answer. With the first request that is not plain the platform gets the connection, for good: nothing that could be read
 * in two ways is read here.
 */
export class PlainConnection {
  readonly #socket: TLSSocket;
  readonly #options: PlainConnectionOptions;
  readonly #idle: Disposable;
  /** What is being answered. */
  #scope: OpenExchange | undefined;
  /** The answer to it, until it goes out. */
  #ready: Uint8Array | undefined;
  /** What came meanwhile. */
  readonly #early: Buffer[] = [];
  #earlyBytes = 0;
  #idleSince: number;
  #limitMs: number;

  constructor(socket: TLSSocket, options: PlainConnectionOptions) {
    const { clock } = options.parts;
    this.#socket = socket;
    this.#options = options;
    this.#idleSince = clock.monotonic();
    this.#limitMs = options.firstMs;
    this.#idle = endWhenIdle({
      clock,
      idleSince: () => (this.#scope === undefined ? this.#idleSince : undefined),
      limitMs: () => this.#limitMs,
      end: () => socket.destroy(),
    });
    socket.on("data", this.#read).on("end", this.#end).on("error", this.#abort).on("close", this.#gone);
  }

  readonly #read = (chunk: Buffer): void => {
    if (this.#scope !== undefined) {
      this.#keep(chunk);
      return;
    }
    const request = readPlainRequest(chunk);
    if (request !== undefined) void this.#answer(request);
    // Some end a body with an empty line that belongs to nothing.
    else if (chunk.length !== 2 || chunk.toString("latin1") !== "\r\n") this.#leave([chunk]);
  };

  /**
   * Whoever sends the next request before the answer has to wait for it. Much is not kept, and it is not left in the network either: as long
   * as that is not read nobody would notice when the other side goes away.
   */
  #keep(chunk: Buffer): void {
    this.#early.push(chunk);
    this.#earlyBytes += Math.max(chunk.length, leastCost);
    if (this.#earlyBytes > serverDefaults.maxHeaderBytes) this.#socket.destroy();
  }

  /** Whoever does not take what is still to be sent is idle, and ends so. */
  readonly #end = (): void => {
    this.#writeReady();
    this.#abort();
    this.#socket.end();
  };

  readonly #gone = (): void => {
    this.#idle[Symbol.dispose]();
    this.#abort();
  };

  readonly #abort = (): void => {
    this.#scope?.abort(new Error("answer a request: the connection was closed"));
  };

  #leave(unread: readonly Buffer[]): void {
    const socket = this.#socket;
    this.#idle[Symbol.dispose]();
    socket.off("data", this.#read).off("end", this.#end).off("error", this.#abort).off("close", this.#gone);
    socket.unshift(Buffer.concat(unread));
    this.#options.handOver(socket);
  }

  /** Never rejects: a socket that fails is destroyed. */
  async #answer(request: ServerRequest): Promise<void> {
    const { open, clock } = this.#options.parts;
    const scope = open.enter();
    this.#scope = scope;
    try {
      const head = { ...request, signal: scope.signal };
      const { answer, isLast } = await answerTo(this.#options.parts, { head, scope, readBody: () => request.body });
      await this.#send(head, answer, { isLast, scope });
    } catch {
      this.#socket.destroy();
    } finally {
      scope.leave();
      this.#scope = undefined;
      this.#idleSince = clock.monotonic();
      this.#limitMs = idleLimitMs;
    }
    if (this.#early.length > 0 && this.#socket.writable) this.#leave(this.#early.splice(0));
  }

  async #send(request: ServerRequest, answer: ServerResponse, sending: Sending): Promise<void> {
    const whole = sending.isLast ? undefined : this.#options.answers.whole(answer);
    if (whole === undefined) {
      await this.#sendLong(request, answer, sending);
      return;
    }
    this.#ready = whole;
    await this.#options.turn.wait();
    // Whoever does not read its answers gets no more of them.
    if (!this.#writeReady()) await whenTaken(this.#socket, patienceFor(sending.scope, this.#options.parts.clock));
  }

  /** Gives whether the other side keeps up. */
  #writeReady(): boolean {
    const ready = this.#ready;
    this.#ready = undefined;
    return ready === undefined || this.#socket.write(ready);
  }

  /** The platform writes it, and gives the connection back if it stays open. */
  async #sendLong(request: ServerRequest, answer: ServerResponse, sending: Sending): Promise<void> {
    const { pieces, clock, open } = this.#options.parts;
    const outgoing = answerOn(this.#socket, request);
    if (!sending.isLast) outgoing.setHeader("keep-alive", keepAlive);
    try {
      await sendAnswer({ outgoing, pieces, clock }, answer, sending);
      const { stall, signal } = patienceFor(sending.scope, clock);
      using _patience = stall();
      if (!outgoing.writableFinished) await once(outgoing, "finish", { signal });
    } catch {
      breakOff({ outgoing, open });
      return;
    }
    outgoing.detachSocket(this.#socket);
    if (sending.isLast) this.#socket.destroySoon();
  }
}

/** By name, an import of this module would load everything of it, a client for HTTP included. */
function answerOn(socket: TLSSocket, { method }: ServerRequest): Http1Response {
  const { IncomingMessage, ServerResponse: Outgoing } = process.getBuiltinModule("node:http");
  const incoming = Object.assign(new IncomingMessage(socket), { method, httpVersionMajor: 1, httpVersionMinor: 1 });
  const outgoing = new Outgoing(incoming);
  outgoing.assignSocket(socket);
  return outgoing;
}
