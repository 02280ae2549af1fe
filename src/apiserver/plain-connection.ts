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

interface ReadyAnswer {
  readonly bytes: Uint8Array;
  readonly scope: OpenExchange;
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
  /** The answer to it while it waits to go out. Nothing came early then. */
  #ready: ReadyAnswer | undefined;
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
    this.#sendReady();
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

  /** What is ready is sent. Whoever does not take what is still to be sent is idle, and ends so. */
  readonly #end = (): void => {
    this.#sendReady();
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
    const scope = this.#options.parts.open.enter();
    this.#scope = scope;
    try {
      const head = { ...request, signal: scope.signal };
      const { answer, isLast } = await answerTo(this.#options.parts, { head, scope, readBody: () => request.body });
      await this.#send(head, answer, { isLast, scope });
    } catch {
      this.#socket.destroy();
    } finally {
      this.#finish(scope);
    }
    const isDone = this.#scope === undefined;
    if (isDone && this.#early.length > 0 && this.#socket.writable) this.#leave(this.#early.splice(0));
  }

  /** Idempotent: the next request may be there already. */
  #finish(scope: OpenExchange): void {
    if (this.#scope !== scope) return;
    scope.leave();
    this.#scope = undefined;
    this.#idleSince = this.#options.parts.clock.monotonic();
    this.#limitMs = idleLimitMs;
  }

  async #send(request: ServerRequest, answer: ServerResponse, sending: Sending): Promise<void> {
    const whole = sending.isLast ? undefined : this.#options.answers.whole(answer);
    if (whole === undefined) {
      await this.#sendLong(request, answer, sending);
      return;
    }
    const { scope } = sending;
    const ready = { bytes: whole, scope };
    this.#ready = ready;
    // Whoever has sent more already is awake, and is answered at once.
    if (this.#early.length === 0) await this.#options.turn.wait();
    if (this.#ready === ready) this.#sendReady();
    // Whoever does not read its answers gets no more of them.
    const isBehind = this.#scope === scope && this.#socket.writableNeedDrain;
    if (isBehind) await whenTaken(this.#socket, patienceFor(scope, this.#options.parts.clock));
  }

  /** Sends the answer that waits, if there is one. That is the end of its request, unless the other side does not keep up. */
  #sendReady(): void {
    const ready = this.#ready;
    this.#ready = undefined;
    if (ready !== undefined && this.#socket.write(ready.bytes)) this.#finish(ready.scope);
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
