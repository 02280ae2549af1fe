/** Sizes and counts of HTTP/2, in one place. What it shares with HTTP/1.1 is in the defaults of the server. */
export const http2Limits = {
  /** How much of a body may be on its way before more is asked for. */
  streamWindowBytes: 262_144,
  /** The same for all bodies of a connection. */
  connectionWindowBytes: 1_048_576,
  /** What is written goes through blocks of this size. */
  blockBytes: 65_536,
  /** Shorter ones are for those who write little: a thousand connections may do so at once. */
  shorterBlockBytes: [2_048, 8_192],
  /** While so many are full, or the socket takes nothing, no more is made ready. */
  outputBlocks: 4,
  /** How many are kept for the next who writes. */
  keptBlocks: 64,
  /** How many frames the head of a request may take. Whoever needs more sends next to nothing in each. */
  maxHeadFrames: 16,
  /** How many requests may be worked on before new ones are refused: also those whose streams are closed. */
  maxHandled: 200,
  /** How many streams that were ended here are remembered. */
  maxAbandoned: 1_000,
  /** How many gaps in the numbers of streams are remembered. */
  maxGaps: 100,
  /** How often a client may make us break off or refuse requests at once, and each second. */
  breaksAtOnce: 1_000,
  breaksPerSecond: 33,
} as const;
