import type { Writable } from "node:stream";
import { nextTurn } from "../../async/index.ts";
import { http2Limits } from "./limits.ts";
import { frameFlags, frameHeadBytes, frameTypes, protocolDefaults } from "./protocol.ts";
import type { ErrorCode } from "./protocol.ts";

const leastBytes = 1_024;

interface FrameHead {
  readonly type: number;
  readonly flags?: number | undefined;
  readonly streamId?: number | undefined;
  readonly size: number;
}

/** Frames on their way to a socket. Those of one turn of the event loop go out together: a write costs more than what is in it. */
export class FrameOutput {
  readonly #socket: Writable;
  readonly #flushed: () => void;
  #memory: Buffer = Buffer.alloc(0);
  #size = 0;
  #isScheduled = false;

  /** `flushed` is called whenever frames were given to the socket. */
  constructor(socket: Writable, flushed: () => void) {
    this.#socket = socket;
    this.#flushed = flushed;
  }

  /** Whether whatever can wait has to. */
  get isFull(): boolean {
    return this.#size >= http2Limits.outputBytes || this.#socket.writableNeedDrain;
  }

  /** The head of an answer, each character of the block a byte. */
  head(streamId: number, block: string, isLast: boolean): void {
    const { maxFrameBytes } = protocolDefaults;
    const endStream = isLast ? frameFlags.endStream : 0;
    for (let start = 0; start === 0 || start < block.length; start += maxFrameBytes) {
      const size = Math.min(block.length - start, maxFrameBytes);
      const endHeaders = start + size === block.length ? frameFlags.endHeaders : 0;
      const at =
        start === 0
          ? this.#frame({ type: frameTypes.headers, flags: endStream | endHeaders, streamId, size })
          : this.#frame({ type: frameTypes.continuation, flags: endHeaders, streamId, size });
      this.#memory.write(size === block.length ? block : block.slice(start, start + size), at, "latin1");
    }
  }

  data(streamId: number, piece: Uint8Array, isLast: boolean): void {
    const flags = isLast ? frameFlags.endStream : 0;
    const at = this.#frame({ type: frameTypes.data, flags, streamId, size: piece.length });
    this.#memory.set(piece, at);
  }

  reset(streamId: number, reason: ErrorCode): void {
    this.#number({ type: frameTypes.reset, streamId, size: 4 }, reason);
  }

  windowUpdate(streamId: number, bytes: number): void {
    this.#number({ type: frameTypes.windowUpdate, streamId, size: 4 }, bytes);
  }

  settings(settings: readonly (readonly [id: number, value: number])[]): void {
    let at = this.#frame({ type: frameTypes.settings, size: settings.length * 6 });
    for (const [id, value] of settings) {
      at = this.#memory.writeUInt16BE(id, at);
      at = this.#memory.writeUInt32BE(value, at);
    }
  }

  acknowledgeSettings(): void {
    this.#frame({ type: frameTypes.settings, flags: frameFlags.ack, size: 0 });
  }

  acknowledgePing(payload: Uint8Array): void {
    const at = this.#frame({ type: frameTypes.ping, flags: frameFlags.ack, size: payload.length });
    this.#memory.set(payload, at);
  }

  goAway(lastStreamId: number, reason: ErrorCode): void {
    const at = this.#number({ type: frameTypes.goAway, size: 8 }, lastStreamId);
    this.#memory.writeUInt32BE(reason, at);
  }

  /** Gives everything to the socket now. */
  flush(): void {
    this.#isScheduled = false;
    if (this.#size === 0) return;
    const bytes = this.#memory.subarray(0, this.#size);
    this.#memory = Buffer.alloc(0);
    this.#size = 0;
    if (this.#socket.writable) this.#socket.write(bytes);
    this.#flushed();
  }

  /** Gives where its other fields go. */
  #number(head: FrameHead, value: number): number {
    const at = this.#frame(head);
    return this.#memory.writeUInt32BE(value, at);
  }

  /** Writes the head of a frame and gives where its payload goes. */
  #frame({ type, flags = 0, streamId = 0, size }: FrameHead): number {
    const at = this.#size;
    this.#makeRoom(at + frameHeadBytes + size);
    const memory = this.#memory;
    memory.writeUIntBE(size, at, 3);
    memory[at + 3] = type;
    memory[at + 4] = flags;
    memory.writeUInt32BE(streamId, at + 5);
    this.#size = at + frameHeadBytes + size;
    return at + frameHeadBytes;
  }

  #makeRoom(size: number): void {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      void nextTurn().then(() => this.flush());
    }
    if (size <= this.#memory.length) return;
    const memory = Buffer.allocUnsafeSlow(Math.max(size, 2 * this.#memory.length, leastBytes));
    this.#memory.copy(memory, 0, 0, this.#size);
    this.#memory = memory;
  }
}
