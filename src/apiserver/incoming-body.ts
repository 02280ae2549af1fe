import type { IncomingMessage } from "node:http";
import { abortable } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import { joinBytes } from "../wire/index.ts";
import { serverDefaults } from "./defaults.ts";

const late = `answer a request: its body did not come within ${serverDefaults.requestTimeoutMs} ms`;

/** How much of the rest of a body that is too large is dropped before its connection ends. */
export const maxDroppedBytes: number = 4 * serverDefaults.maxBodyBytes;

/** The body of a request that the platform reads. */
export class IncomingBody {
  readonly #incoming: IncomingMessage;
  readonly #clock: Clock;
  #isCutOff = false;

  constructor(incoming: IncomingMessage, clock: Clock) {
    this.#incoming = incoming;
    this.#clock = clock;
  }

  /** Whether its end was not read: what comes next on the connection is no request. */
  get isCutOff(): boolean {
    return this.#isCutOff;
  }

  /** Of one that is too large only so much is kept that this can be seen. One that does not end in time ends the request. */
  async read(): Promise<Uint8Array> {
    const incoming = this.#incoming;
    const whole = bodyThatCame(incoming);
    if (whole !== undefined) return whole;
    using _patience = this.#clock.setTimeout(() => incoming.destroy(new Error(late)), serverDefaults.requestTimeoutMs);
    const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
    const chunks: Uint8Array[] = [];
    let size = 0;
    const receive = (chunk: Uint8Array): void => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > serverDefaults.maxBodyBytes) resolve();
    };
    const cutOff = (): void => {
      if (!incoming.complete) reject(new Error("answer a request: its body did not come to an end"));
    };
    // By events: an iteration over the stream costs as much as reading what came.
    incoming.on("data", receive).on("end", resolve).on("error", reject).on("close", cutOff);
    await ended;
    incoming.off("data", receive).pause();
    this.#isCutOff = size > serverDefaults.maxBodyBytes;
    return joinBytes(chunks);
  }

  /**
   * An answer that ends only after the rest was dropped, or as much of it as comes in time and is not too much. A connection that is closed
   * while something on it is unread is reset, and the answer could be lost with it.
   */
  async *before(answer: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
    yield* answer;
    const { promise: dropped, resolve } = Promise.withResolvers<void>();
    using _patience = this.#clock.setTimeout(resolve, serverDefaults.requestTimeoutMs);
    let size = 0;
    const drop = (chunk: Uint8Array): void => {
      size += chunk.length;
      if (size > maxDroppedBytes) resolve();
    };
    const incoming = this.#incoming;
    if (incoming.readableEnded) return;
    incoming.on("data", drop).on("end", resolve).resume();
    await abortable(dropped, signal);
    incoming.off("data", drop).pause();
  }
}

/** A short body comes with the head: nothing has to be waited for. */
function bodyThatCame(incoming: IncomingMessage): Uint8Array | undefined {
  if (incoming.readableLength > serverDefaults.maxBodyBytes) return undefined;
  const isWhole = incoming.complete || incoming.readableLength === Number(incoming.headers["content-length"]);
  return isWhole ? ((incoming.read() as Uint8Array | null) ?? new Uint8Array()) : undefined;
}
