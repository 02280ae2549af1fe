/** What decoding does unless told otherwise. */
export interface WireDefaults {
  /** So much of a stream is decoded before the event loop has its turn. */
  readonly sliceBytes: number;
  /** So long a stream is decoded before the event loop has its turn. */
  readonly sliceMs: number;
  /** So much of a list an item that is kept holds at most, unless it is larger itself. */
  readonly slabBytes: number;
}

/** 256 KiB take about a millisecond to scan and two to parse. */
export const wireDefaults: WireDefaults = Object.freeze({
  sliceBytes: 256 * 1_024,
  sliceMs: 10,
  slabBytes: 64 * 1_024,
});
