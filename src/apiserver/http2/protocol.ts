/** The kinds of frames of HTTP/2, as numbers on the wire. */
export const frameTypes = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

/** What is said of a frame beside its kind. */
export const frameFlags = { endStream: 0x1, ack: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

/** Why a stream or a connection ends. */
export const errorCodes = {
  none: 0,
  protocol: 1,
  internal: 2,
  flowControl: 3,
  streamClosed: 5,
  frameSize: 6,
  refusedStream: 7,
  compression: 9,
  enhanceYourCalm: 11,
} as const;

/** A reason out of `errorCodes`. */
export type ErrorCode = (typeof errorCodes)[keyof typeof errorCodes];

/** What one side tells the other of itself. */
export const settingIds = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
} as const;

/** What holds for both sides until they say otherwise, and the largest window there can be. */
export const protocolDefaults = {
  windowBytes: 65_535,
  maxWindowBytes: 0x7fff_ffff,
  maxFrameBytes: 16_384,
  headerTableBytes: 4_096,
} as const;

/** With this a client begins. */
export const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/** Before the payload of each frame: its length, kind, flags and stream. */
export const frameHeadBytes = 9;

/** The other side has broken a rule after which nothing on the connection can be relied on: it ends, and is told why. */
export class ConnectionViolation extends Error {
  override readonly name = "ConnectionViolation";
  readonly reason: ErrorCode;

  constructor(reason: ErrorCode, rule: string) {
    super(`read HTTP/2: ${rule}`);
    this.reason = reason;
  }
}
