import { ChannelClosedError, InvalidArgumentError } from "./errors.ts";
import { Ring } from "./ring.ts";
import { WaitQueue } from "./wait-queue.ts";

/** How a channel ended: by `close`, or by `fail` with an error. */
type End = { readonly failed: false } | { readonly failed: true; readonly error: unknown };

/**
 * Values on their way from senders to receivers, at most `capacity` of them; with 0 each sender waits for its receiver.
 *
 * Values arrive in the order sent, each exactly once; senders and receivers that wait are served in the order in which they came. A `send`
 * that rejects has sent nothing and a `receive` that rejects has taken nothing. What was accepted before the end is still received.
 */
export class Channel<T> implements AsyncIterable<T> {
  readonly capacity: number;
  readonly #buffer = new Ring<T>();
  /** Somebody waits here only while the buffer is full. */
  readonly #senders = new WaitQueue<void, T>();
  /** Somebody waits here only while the buffer is empty and no sender waits. */
  readonly #receivers = new WaitQueue<T>();
  #end: End | undefined;

  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 0) {
      throw new InvalidArgumentError({
        place: "Channel.capacity",
        input: capacity,
        expected: "a whole number, zero or more",
      });
    }
    this.capacity = capacity;
  }

  /** How many values are buffered. */
  get size(): number {
    return this.#buffer.size;
  }

  get isClosed(): boolean {
    return this.#end !== undefined;
  }

  /** Sends without waiting. `false` when there is no room; throws a `ChannelClosedError` when closed. */
  trySend(value: T): boolean {
    if (this.#end !== undefined) throw closedFor("send", this.#end);
    const receiver = this.#receivers.shift();
    if (receiver !== undefined) {
      receiver.resolve(value);
      return true;
    }
    if (this.#buffer.size >= this.capacity) return false;
    this.#buffer.push(value);
    return true;
  }

  /** Resolves when the value is in the channel, waiting while that is full. Rejects with a `ChannelClosedError` when closed. */
  async send(value: T, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (!this.trySend(value)) await this.#senders.wait(value, signal);
  }

  /** Resolves to the oldest value, waiting for one. After the end rejects with the error given to `fail`, or a `ChannelClosedError`. */
  async receive(signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#buffer.size > 0) {
      const value = this.#buffer.shift() as T;
      this.#admitSender();
      return value;
    }
    const sender = this.#senders.shift();
    if (sender !== undefined) {
      sender.resolve();
      return sender.item;
    }
    if (this.#end !== undefined) throw endFor(this.#end);
    return await this.#receivers.wait(undefined, signal);
  }

  /** Ends the channel. Senders that wait are refused; receivers get what is buffered and then the end. Only the first end counts. */
  close(): void {
    this.#finish({ failed: false });
  }

  /** Ends the channel like `close`, but receivers get `error` at the end. */
  fail(error: unknown): void {
    this.#finish({ failed: true, error });
  }

  /** The values until the channel is closed or the signal aborted; both end the loop quietly. Throws the error given to `fail`. Stopping early closes nothing. */
  async *values(signal?: AbortSignal): AsyncGenerator<T, void, void> {
    while (!signal?.aborted && !this.#isSpent) {
      let value: T;
      try {
        value = await this.receive(signal);
      } catch (error) {
        if (signal?.aborted || this.#end?.failed === false) return;
        throw error;
      }
      yield value;
    }
  }

  [Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    return this.values();
  }

  get #isSpent(): boolean {
    return this.#end?.failed === false && this.#buffer.size === 0;
  }

  #admitSender(): void {
    const sender = this.#senders.shift();
    if (sender === undefined) return;
    this.#buffer.push(sender.item);
    sender.resolve();
  }

  #finish(end: End): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    for (let sender = this.#senders.shift(); sender !== undefined; sender = this.#senders.shift()) {
      sender.reject(closedFor("send", end));
    }
    for (let receiver = this.#receivers.shift(); receiver !== undefined; receiver = this.#receivers.shift()) {
      receiver.reject(endFor(end));
    }
  }
}

function closedFor(attempted: "send" | "receive", end: End): ChannelClosedError {
  return new ChannelClosedError(attempted, end.failed ? { cause: end.error } : undefined);
}

function endFor(end: End): unknown {
  return end.failed ? end.error : closedFor("receive", end);
}
