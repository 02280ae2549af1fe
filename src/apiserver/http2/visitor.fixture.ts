import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { TLSSocket } from "node:tls";
import { systemRandom } from "../../async/index.ts";
import { silentLogger } from "../../observe/index.ts";
import type { Handle } from "../exchange.ts";
import { HttpsEndpoint } from "../https-endpoint.ts";
import type { EndpointOptions } from "../https-endpoint.ts";
import type { Frame } from "./frame-reader.ts";
import { data, get, greeting, ping, post, windowUpdate } from "./frames.fixture.ts";
import { HeaderDecoder } from "./header-decoder.ts";
import type { Header } from "./header-tables.ts";
import { frameFlags, frameTypes, protocolDefaults, settingIds } from "./protocol.ts";

/** A server that answers with `handle`. */
export async function open(handle: Handle, options: Partial<EndpointOptions> = {}): Promise<HttpsEndpoint> {
  const identify = (): object => ({});
  const parts = { token: "t", random: systemRandom, log: silentLogger, port: 0 };
  return HttpsEndpoint.open({ handle, identify, ...parts, ...options });
}

/** Windows as wide as they can be, for whoever is not interested in them. */
const wide: Readonly<Record<number, number>> = {
  [settingIds.initialWindowSize]: protocolDefaults.maxWindowBytes,
};

/** Widens the window of the connection to the utmost. */
const wideConnection: Readonly<Uint8Array> = windowUpdate(
  0,
  protocolDefaults.maxWindowBytes - protocolDefaults.windowBytes,
);

/** An answer that came to its end. */
export interface Answer {
  readonly status: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The last word of a server. */
export interface GoAway {
  readonly lastStreamId: number;
  readonly code: number;
}

/** Somebody who writes HTTP/2 by hand. */
export class Visitor implements Disposable {
  readonly socket: TLSSocket;
  /** Everything that came, in order. */
  readonly frames: Frame[] = [];
  /** How often something came. */
  reads = 0;
  /** Called for each frame when it has come. */
  onFrame: (frame: Frame) => void = () => undefined;
  readonly #line: Socket;
  readonly #decoder = new HeaderDecoder();
  readonly #heads = new Map<number, Readonly<Record<string, string>>>();
  #rest: Buffer = Buffer.alloc(0);
  #moved = Promise.withResolvers<void>();
  #lastId = -1;
  #pings = 0;

  private constructor(socket: TLSSocket, line: Socket) {
    this.socket = socket;
    this.#line = line;
    socket.on("error", () => undefined).on("close", () => this.#move());
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
  }

  /** Connects, and says first what is given: by default that it takes as much of each answer as there can be. */
  static async at(
    { url, ca }: Pick<HttpsEndpoint, "url" | "ca">,
    first: Uint8Array = Buffer.concat([greeting(wide), wideConnection]),
  ): Promise<Visitor> {
    const { hostname: host, port } = new URL(url);
    const line = connectTcp({ host, port: Number(port), noDelay: true });
    const socket = connectTls({ socket: line, host, ca, ALPNProtocols: ["h2"] });
    await once(socket, "secureConnect");
    const visitor = new Visitor(socket, line);
    visitor.send(first);
    return visitor;
  }

  /** Sends everything in one write. */
  send(...frames: readonly Uint8Array[]): void {
    this.socket.write(Buffer.concat(frames));
  }

  /** The number of a stream that was not used yet. */
  nextId(): number {
    return (this.#lastId += 2);
  }

  /** Asks, and gives the number of the stream. */
  ask(path: string, ...more: readonly Header[]): number {
    const id = this.nextId();
    this.send(get(id, path, ...more));
    return id;
  }

  /** Asks, and waits for the whole answer. */
  async get(path: string, ...more: readonly Header[]): Promise<Answer> {
    return this.answer(this.ask(path, ...more));
  }

  /** Sends a body that fits into one frame, and waits for the whole answer. */
  async post(path: string, body: Uint8Array): Promise<Answer> {
    const id = this.nextId();
    this.send(post(id, path), data(id, body, true));
    return this.answer(id);
  }

  /** Waits until the other side has read everything that was sent so far. */
  async settled(): Promise<void> {
    const payload = [0, 0, 0, 0, 0, 0, this.#pings >> 8, this.#pings & 0xff];
    this.#pings++;
    this.send(ping(payload));
    await this.until(() =>
      this.frames.find(({ type, payload: given }) => type === frameTypes.ping && given.equals(Buffer.from(payload))),
    );
  }

  /** Waits until there is something to be seen. Rejects when the connection closes before. */
  async until<T>(look: () => T | undefined): Promise<T> {
    for (;;) {
      const seen = look();
      if (seen !== undefined) return seen;
      if (this.socket.closed) throw new Error("read HTTP/2: the connection was closed");
      await this.#moved.promise;
    }
  }

  /** The frames of a kind, on a stream. */
  framesOf(type: number, streamId = 0): readonly Frame[] {
    return this.frames.filter((frame) => frame.type === type && frame.streamId === streamId);
  }

  /** The head of an answer, whether or not more has come of it. */
  async headOf(streamId: number): Promise<Readonly<Record<string, string>>> {
    return this.until(() => this.#heads.get(streamId));
  }

  /** What has come of the body of an answer. */
  bodyOf(streamId: number): Buffer {
    return Buffer.concat(this.framesOf(frameTypes.data, streamId).map(({ payload }) => payload));
  }

  /** Whether an answer has come to its end. */
  hasEnded(streamId: number): boolean {
    return this.frames.some(
      ({ type, flags, streamId: id }) =>
        id === streamId && type <= frameTypes.headers && (flags & frameFlags.endStream) !== 0,
    );
  }

  /** Waits for a whole answer. Rejects when the stream is reset. */
  async answer(streamId: number): Promise<Answer> {
    await this.until(() => {
      const [broken] = this.framesOf(frameTypes.reset, streamId);
      if (broken !== undefined) throw new Error(`read HTTP/2: reset with ${broken.payload.readUInt32BE()}`);
      return this.hasEnded(streamId) || undefined;
    });
    const { ":status": status = "", ...headers } = this.#heads.get(streamId) ?? {};
    return { status, headers, body: this.bodyOf(streamId) };
  }

  /** Waits until a stream is reset, and gives the code. */
  async resetOf(streamId: number): Promise<number> {
    return this.until(() => this.framesOf(frameTypes.reset, streamId)[0]?.payload.readUInt32BE());
  }

  /** Waits for the last word of the server, and for the end of the connection. */
  async goAway(): Promise<GoAway> {
    const { payload } = await this.until(() => this.framesOf(frameTypes.goAway)[0]);
    await this.closed;
    return { lastStreamId: payload.readUInt32BE(0), code: payload.readUInt32BE(4) };
  }

  /** Breaks the connection without any last word. */
  cut(): void {
    this.#line.resetAndDestroy();
  }

  get closed(): Promise<unknown> {
    return this.socket.closed ? Promise.resolve() : once(this.socket, "close");
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.reads++;
    let bytes = Buffer.concat([this.#rest, chunk]);
    while (bytes.length >= 9 && bytes.length >= 9 + bytes.readUIntBE(0, 3)) {
      const end = 9 + bytes.readUIntBE(0, 3);
      const streamId = bytes.readUInt32BE(5);
      this.#take({ type: bytes.readUInt8(3), flags: bytes.readUInt8(4), streamId, payload: bytes.subarray(9, end) });
      bytes = bytes.subarray(end);
    }
    this.#rest = bytes;
    this.#move();
  }

  #take(frame: Frame): void {
    this.frames.push(frame);
    if (frame.type === frameTypes.headers) {
      const headers: Record<string, string> = {};
      this.#decoder.decode(frame.payload, ([name, value]) => (headers[name] = value));
      this.#heads.set(frame.streamId, headers);
    }
    this.onFrame(frame);
  }

  #move(): void {
    this.#moved.resolve();
    this.#moved = Promise.withResolvers();
  }
}
