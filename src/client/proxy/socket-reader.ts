import type { Socket } from "node:net";

/**
 * Reads from a socket that is spoken to before it is handed on, and takes no byte more than asked for. Disposing takes its listeners off.
 * Rejects when the socket fails or ends.
 */
export class SocketReader implements Disposable {
  readonly #socket: Socket;
  readonly #failed = Promise.withResolvers<never>();
  #wake: (() => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#failed.promise.catch(() => {});
    socket.on("readable", this.#onReadable);
    socket.on("error", this.#onError);
    socket.on("end", this.#onEnd);
    socket.on("close", this.#onEnd);
  }

  /** So many bytes, not more and not fewer. */
  async exactly(length: number): Promise<Buffer> {
    for (;;) {
      const bytes = this.#socket.read(length) as Buffer | null;
      if (bytes !== null && bytes.length === length) return bytes;
      await this.#more();
    }
  }

  /** What is there, at least a byte. */
  async some(): Promise<Buffer> {
    for (;;) {
      const bytes = this.#socket.read() as Buffer | null;
      if (bytes !== null) return bytes;
      await this.#more();
    }
  }

  [Symbol.dispose](): void {
    this.#socket.off("readable", this.#onReadable);
    this.#socket.off("error", this.#onError);
    this.#socket.off("end", this.#onEnd);
    this.#socket.off("close", this.#onEnd);
  }

  async #more(): Promise<void> {
    const readable = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([readable, this.#failed.promise]);
  }

  readonly #onReadable = (): void => this.#wake?.();
  readonly #onError = (error: Error): void => this.#failed.reject(error);
  readonly #onEnd = (): void => this.#failed.reject(new Error("the connection ended"));
}
