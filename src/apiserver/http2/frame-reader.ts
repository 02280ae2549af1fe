import { ConnectionViolation, errorCodes, frameFlags, frameHeadBytes, preface, protocolDefaults } from "./protocol.ts";

const priorityBytes = 5;

/** One frame. Its payload is shared with everything that came in the same read. */
export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
  readonly payload: Buffer;
}

/** Finds the frames in what a client sends, wherever that is cut. Throws a `ConnectionViolation` as soon as it sees that it can be none. */
export class FrameReader {
  readonly #take: (frame: Frame) => void;
  /** What has come of a frame that is not whole. */
  #rest: Buffer | undefined;
  #isBegun = false;

  constructor(take: (frame: Frame) => void) {
    this.#take = take;
  }

  push(chunk: Buffer): void {
    const bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = bytes;
    let at = 0;
    if (!this.#isBegun) {
      at = this.#begin(bytes);
      if (!this.#isBegun) return;
    }
    for (let end = frameEnd(bytes, at); end <= bytes.length; end = frameEnd(bytes, at)) {
      this.#take({
        type: bytes[at + 3] ?? 0,
        flags: bytes[at + 4] ?? 0,
        streamId: bytes.readUInt32BE(at + 5) & 0x7fff_ffff,
        payload: bytes.subarray(at + frameHeadBytes, end),
      });
      at = end;
    }
    this.#rest = at < bytes.length ? bytes.subarray(at) : undefined;
  }

  /** Gives where the first frame begins. */
  #begin(bytes: Buffer): number {
    const size = Math.min(bytes.length, preface.length);
    if (!preface.startsWith(bytes.toString("latin1", 0, size))) {
      throw new ConnectionViolation(errorCodes.protocol, "a connection begins with other bytes");
    }
    this.#isBegun = size === preface.length;
    return this.#isBegun ? size : 0;
  }
}

/** Beyond everything while the head of the frame is not there. */
function frameEnd(bytes: Buffer, at: number): number {
  if (at + frameHeadBytes > bytes.length) return Number.POSITIVE_INFINITY;
  const length = bytes.readUIntBE(at, 3);
  if (length > protocolDefaults.maxFrameBytes)
    throw new ConnectionViolation(errorCodes.frameSize, "a frame is too long");
  return at + frameHeadBytes + length;
}

/** What a frame of data or headers carries, without what only fills it up, and without the priority that nobody has to heed. */
export function contentOf({ flags, streamId, payload }: Frame, hasPriority = false): Buffer {
  const filling = (flags & frameFlags.padded) === 0 ? 0 : 1;
  const priority = hasPriority && (flags & frameFlags.priority) !== 0 ? priorityBytes : 0;
  const start = filling + priority;
  if (payload.length < start) throw new ConnectionViolation(errorCodes.frameSize, "a frame is too short");
  const end = payload.length - (filling === 0 ? 0 : (payload[0] ?? 0));
  if (end < start) throw new ConnectionViolation(errorCodes.protocol, "a frame is filled up with more than it has");
  if (priority > 0) checkDependency(streamId, payload.readUInt32BE(filling));
  return payload.subarray(start, end);
}

/** Nobody has to heed what a stream depends on, but it may not be the stream itself. */
export function checkDependency(streamId: number, dependency: number): void {
  if ((dependency & 0x7fff_ffff) !== streamId) return;
  throw new ConnectionViolation(errorCodes.protocol, "a stream depends on itself");
}
