import { checkDependency } from "./frame-reader.ts";
import type { Frame } from "./frame-reader.ts";
import { ConnectionViolation, errorCodes, frameFlags, frameTypes } from "./protocol.ts";

/** On which stream a frame of a kind may come: on that of the connection, or on one of a request. */
const places: Readonly<Record<number, "connection" | "stream">> = {
  [frameTypes.data]: "stream",
  [frameTypes.headers]: "stream",
  [frameTypes.priority]: "stream",
  [frameTypes.reset]: "stream",
  [frameTypes.settings]: "connection",
  [frameTypes.ping]: "connection",
  [frameTypes.goAway]: "connection",
  [frameTypes.continuation]: "stream",
};

/** How long the payload of a frame of a kind is. */
const sizes: Readonly<Record<number, number>> = {
  [frameTypes.priority]: 5,
  [frameTypes.reset]: 4,
  [frameTypes.ping]: 8,
  [frameTypes.windowUpdate]: 4,
};

/** These may not come on a stream that was never opened. */
const needsStream: readonly number[] = [frameTypes.data, frameTypes.reset, frameTypes.windowUpdate];

/** What holds for a frame whatever was said before, but for the last stream that was opened. Throws a `ConnectionViolation`. */
export function checkFrame({ type, flags, streamId, payload }: Frame, lastStreamId: number): void {
  const place = places[type];
  if (place !== undefined && (place === "stream") !== streamId > 0) {
    throw new ConnectionViolation(errorCodes.protocol, "a frame comes on a stream that is none for it");
  }
  if (type === frameTypes.pushPromise) throw new ConnectionViolation(errorCodes.protocol, "a client pushes");
  const isWrongSize =
    payload.length !== (sizes[type] ?? payload.length) ||
    (type === frameTypes.goAway && payload.length < 8) ||
    (type === frameTypes.settings && (flags & frameFlags.ack) !== 0 && payload.length > 0);
  if (isWrongSize) throw new ConnectionViolation(errorCodes.frameSize, "a frame is too long or too short");
  const isIdle = streamId > lastStreamId || (streamId > 0 && streamId % 2 === 0);
  if (isIdle && needsStream.includes(type))
    throw new ConnectionViolation(errorCodes.protocol, "a stream was not opened");
  if (type === frameTypes.headers && streamId % 2 === 0) {
    throw new ConnectionViolation(errorCodes.protocol, "a client opens a stream of the server");
  }
  if (type === frameTypes.priority) checkDependency(streamId, payload.readUInt32BE(0));
}
