import { serverDefaults } from "../defaults.ts";
import type { Frame } from "./frame-reader.ts";
import { contentOf } from "./frame-reader.ts";
import { http2Limits } from "./limits.ts";
import { ConnectionViolation, errorCodes, frameFlags, frameTypes } from "./protocol.ts";

/** A block of headers, whole. */
export interface HeaderBlock {
  readonly streamId: number;
  /** Whether no body comes after it. */
  readonly isLast: boolean;
  readonly bytes: Uint8Array;
}

/** Beyond what is read, so that a head that is only too long can be answered. */
const maxBlockBytes = 2 * serverDefaults.maxHeaderBytes;

/** Puts together the blocks of headers that come in several frames. Nothing may come in between. */
export class HeaderBlocks {
  #open: { readonly streamId: number; readonly isLast: boolean; readonly parts: Uint8Array[] } | undefined;
  #size = 0;

  /** The block that a frame completes, if it does. Throws a `ConnectionViolation` for a frame that may not come now, or a block without end. */
  take(frame: Frame): HeaderBlock | undefined {
    const { type, flags, streamId } = frame;
    const isNext = type === frameTypes.continuation && this.#open?.streamId === streamId;
    if (!isNext && (this.#open !== undefined || type === frameTypes.continuation)) {
      throw new ConnectionViolation(errorCodes.protocol, "headers go on elsewhere");
    }
    if (!isNext && type !== frameTypes.headers) return undefined;
    const bytes = isNext ? frame.payload : contentOf(frame, true);
    const open = this.#open ?? { streamId, isLast: (flags & frameFlags.endStream) !== 0, parts: [] };
    const isWhole = (flags & frameFlags.endHeaders) !== 0;
    if (isWhole && open.parts.length === 0) return { streamId, isLast: open.isLast, bytes };
    this.#open = open;
    open.parts.push(bytes);
    this.#size += bytes.length;
    if (open.parts.length > http2Limits.maxHeadFrames || this.#size > maxBlockBytes) {
      throw new ConnectionViolation(errorCodes.enhanceYourCalm, "headers do not end");
    }
    if (!isWhole) return undefined;
    this.#open = undefined;
    this.#size = 0;
    return { streamId, isLast: open.isLast, bytes: Buffer.concat(open.parts) };
  }
}
