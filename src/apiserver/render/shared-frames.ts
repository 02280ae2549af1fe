import { serverDefaults } from "../defaults.ts";
import type { WatchFrame } from "../registry/index.ts";
import type { Encoding } from "./encoding.ts";

/**
 * The same encoding of events. The watchers of a collection are told one after the other: from the second on they get the very same pieces.
 * What is large is not held on to.
 */
export function sharedFrames(encode: Encoding["frames"]): Encoding["frames"] {
  let last: readonly WatchFrame[] = [];
  let shared: readonly Uint8Array[] = [];
  return (frames) => {
    if (isSame(frames, last)) return shared;
    const pieces = encode(frames);
    const isKept = pieces.length === 1 && (pieces[0]?.length ?? 0) <= serverDefaults.chunkBytes;
    last = isKept ? frames : [];
    shared = isKept ? pieces : [];
    return pieces;
  };
}

function isSame(frames: readonly WatchFrame[], others: readonly WatchFrame[]): boolean {
  if (frames === others) return true;
  if (frames.length !== others.length) return false;
  return frames.every(({ type, object }, index) => {
    const other = others[index];
    return other?.object === object && other.type === type;
  });
}
