import type { FrameOutput } from "./frame-output.ts";
import { ConnectionViolation, errorCodes, protocolDefaults } from "./protocol.ts";

/** So much of one stream goes out before others have their turn. */
const turnBytes = 65_536;

/** The half of a stream on which an answer is sent. */
export interface SendingHalf {
  readonly id: number;
  /** How much the other side takes of it. Below zero after it changed its mind. */
  window: number;
  /** What is still to be sent; undefined if nothing is. */
  left: Uint8Array | undefined;
  /** Whether that is all. */
  isLast: boolean;
  /** Called when nothing is left. */
  taken: () => void;
}

/** Sends the bodies of answers, no faster than the other side takes them: each of them, and all together. */
export class Sender {
  readonly #output: FrameOutput;
  readonly #halves: ReadonlyMap<number, { readonly half: SendingHalf }>;
  readonly #waiting = new Set<SendingHalf>();
  #window: number = protocolDefaults.windowBytes;
  #initialWindow: number = protocolDefaults.windowBytes;

  constructor(output: FrameOutput, halves: ReadonlyMap<number, { readonly half: SendingHalf }>) {
    this.#output = output;
    this.#halves = halves;
  }

  open(id: number): SendingHalf {
    return { id, window: this.#initialWindow, left: undefined, isLast: false, taken: () => undefined };
  }

  /** Sends a piece. Undefined if it is on its way; resolves when it is: until then its memory is needed, and nothing else may be sent. */
  send(half: SendingHalf, piece: Uint8Array, isLast: boolean): Promise<void> | undefined {
    half.left = piece;
    half.isLast = isLast;
    this.#advance(half, Number.POSITIVE_INFINITY);
    if (half.left === undefined) return undefined;
    this.#waiting.add(half);
    return new Promise((resolve) => (half.taken = resolve));
  }

  /** Forgets what was to be sent. */
  drop(half: SendingHalf): void {
    this.#waiting.delete(half);
    half.left = undefined;
    half.taken();
  }

  /** The other side takes more: of a stream, or of all of them together (`undefined`). */
  widen(half: SendingHalf | undefined, bytes: number): void {
    if (half === undefined) this.#window = widened(this.#window, bytes);
    else half.window += bytes;
    this.proceed();
  }

  /** The other side has changed what it takes of each stream. */
  resize(bytes: number): void {
    const change = bytes - this.#initialWindow;
    this.#initialWindow = bytes;
    for (const { half } of this.#halves.values()) half.window = widened(half.window, change);
    this.proceed();
  }

  /** Sends what waits, as far as that goes, one stream after the other. Whoever had a turn and is not done goes behind the others. */
  proceed(): void {
    for (let isMoving = true; isMoving && this.#waiting.size > 0;) {
      isMoving = false;
      const turns = [...this.#waiting];
      for (const half of turns) {
        if (!this.#advance(half, turnBytes)) continue;
        isMoving = true;
        this.#waiting.delete(half);
        if (half.left === undefined) half.taken();
        else this.#waiting.add(half);
      }
    }
  }

  /** Gives whether anything was sent. */
  #advance(half: SendingHalf, limit: number): boolean {
    let sent = -1;
    for (let left = half.left; left !== undefined && sent < limit; left = half.left) {
      const size = Math.max(0, Math.min(left.length, half.window, this.#window, protocolDefaults.maxFrameBytes));
      if (left.length > 0 && (size === 0 || this.#output.isFull)) break;
      const isAll = size === left.length;
      this.#output.data(half.id, isAll ? left : left.subarray(0, size), half.isLast && isAll);
      half.window -= size;
      this.#window -= size;
      half.left = isAll ? undefined : left.subarray(size);
      sent += size + 1;
    }
    return sent >= 0;
  }
}

/** A window after it was told that it is larger. Throws a `ConnectionViolation` when it is too large. */
function widened(window: number, bytes: number): number {
  if (window + bytes <= protocolDefaults.maxWindowBytes) return window + bytes;
  throw new ConnectionViolation(errorCodes.flowControl, "a window is too large");
}
