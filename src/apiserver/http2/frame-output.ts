import type { Writable } from "node:stream";
import { nextTurn } from "../../async/index.ts";
import { http2Limits } from "./limits.ts";
import type { OutputBlocks } from "./output-blocks.ts";
import { frameFlags, frameHeadBytes, frameTypes, protocolDefaults } from "./protocol.ts";
import type { ErrorCode } from "./protocol.ts";

interface FrameHead {
  readonly type: number;
  readonly flags?: number | undefined;
  readonly streamId?: number | undefined;
  readonly size: number;
}

/** Frames on their way to a socket. Those of one turn of the event loop go out together: a write costs more than what is in it. */
export class FrameOutput {
  readonly #socket: Writable;
  readonly #blocks: OutputBlocks;
  readonly #flushed: () => void;
  /** Those that are full, with what is in them. */
  #full: { readonly block: Buffer; readonly size: number }[] = [];
  #block: Buffer | undefined;
  #size = 0;
  #isScheduled = false;

  /** `flushed` is called whenever frames were given to the socket. */
  constructor(socket: Writable, blocks: OutputBlocks, flushed: () => void) {
    this.#socket = socket;
    this.#blocks = blocks;
    this.#flushed = flushed;
  }

  /** Whether whatever can wait has to. */
  get isFull(): boolean {
    return this.#full.length >= http2Limits.outputBlocks || this.#socket.writableNeedDrain;
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
    if (this.#block === undefined) return;
    this.#closeBlock(this.#block);
    const full = this.#full;
    this.#full = [];
    for (const { block, size } of full) this.#write(block, size);
    this.#flushed();
  }

  /** A block is free again when the socket has taken it; at once if there is little in it, so that little is held for little. */
  #write(block: Buffer, size: number): void {
    if (!this.#socket.writable) return;
    const bytes = block.subarray(0, size);
    if (size * 4 < block.length) {
      this.#socket.write(Buffer.from(bytes));
      this.#blocks.give(block);
      return;
    }
    this.#socket.write(bytes, (error) => {
      if (!error) this.#blocks.give(block);
    });
  }

  /** Where the frame is whose head was just written. */
  get #memory(): Buffer {
    return this.#block as Buffer;
  }

  /** Gives where its other fields go. */
  #number(head: FrameHead, value: number): number {
    const at = this.#frame(head);
    return this.#memory.writeUInt32BE(value, at);
  }

  /** Writes the head of a frame and gives where its payload goes. */
  #frame({ type, flags = 0, streamId = 0, size }: FrameHead): number {
    const block = this.#blockFor(frameHeadBytes + size);
    const at = this.#size;
    block.writeUIntBE(size, at, 3);
    block[at + 3] = type;
    block[at + 4] = flags;
    block.writeUInt32BE(streamId, at + 5);
    this.#size = at + frameHeadBytes + size;
    return at + frameHeadBytes;
  }

  /** A frame is never cut: each is shorter than the longest block. */
  #blockFor(size: number): Buffer {
    const known = this.#block;
    const needed = this.#size + size;
    if (known !== undefined && needed <= known.length) return known;
    if (known !== undefined && needed > http2Limits.blockBytes) this.#closeBlock(known);
    const block = this.#blocks.take(this.#size + size);
    if (this.#size > 0) known?.copy(block, 0, 0, this.#size);
    this.#block = block;
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      void nextTurn().then(() => this.flush());
    }
    return block;
  }

  #closeBlock(block: Buffer): void {
    this.#full.push({ block, size: this.#size });
    this.#block = undefined;
    this.#size = 0;
  }
}
