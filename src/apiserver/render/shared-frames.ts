import { joinBytes } from "../../wire/index.ts";
import type { WatchFrame } from "../registry/index.ts";
import type { Encoding } from "./encoding.ts";

/**
 * The same encoding of events. The watchers of a collection are told one after the other: from the second on they get the very same bytes,
 * in one piece.
 */
export function sharedFrames(encode: Encoding["frame"]): Encoding["frame"] {
  let last: WatchFrame | undefined;
  let shared: readonly Uint8Array[] | undefined;
  return (frame) => {
    if (last?.object !== frame.object || last.type !== frame.type) {
      last = frame;
      shared = undefined;
      return encode(frame);
    }
    shared ??= [joinBytes(encode(frame))];
    return shared;
  };
}
