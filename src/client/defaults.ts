/** What a client does and accepts unless told otherwise. */
export interface ClientDefaults {
  /** From sending a request until its whole answer is there; of a stream, until its answer begins. */
  readonly requestTimeoutMs: number;
  /** An object: a whole answer, or one item of a list. */
  readonly maxAnswerBytes: number;
  /** What is read of an answer that says why a request failed. */
  readonly maxFailureBytes: number;
  /** One event of a watch. Far above what a server stores of one object. */
  readonly maxLineBytes: number;
  /** Requests under way, each with a connection. What exceeds them waits. */
  readonly maxSockets: number;
  /** Streams under way, counted apart. What exceeds them waits. */
  readonly maxStreams: number;
  /** An unused connection is closed after so long: before the server does it, as a request on its way would be lost. */
  readonly idleSocketMs: number;
  /** When nothing has come over a connection for so long, the other side is asked whether it is still there. */
  readonly keepAliveProbeMs: number;
  readonly maxHeaderBytes: number;
  /** How often a request is sent again when the server asks for that. */
  readonly maxRetries: number;
  /** How long to wait before a GET is sent again whose connection broke. */
  readonly resetRetryMs: number;
  /** What is read of an answer that nobody wants, so that its connection can be used again. */
  readonly maxDiscardedBytes: number;
  /** The warnings of a server that are remembered, in order not to tell them again. */
  readonly maxWarnings: number;
  readonly userAgent: string;
}

/** A minute for a request; 256 MiB for a list, as V8 holds no text beyond 512 MiB; Kubernetes' server closes idle connections after 90 s. */
export const clientDefaults: ClientDefaults = Object.freeze({
  requestTimeoutMs: 60_000,
  maxAnswerBytes: 256 * 1_024 * 1_024,
  maxFailureBytes: 1_024 * 1_024,
  maxLineBytes: 32 * 1_024 * 1_024,
  maxSockets: 32,
  maxStreams: 1_024,
  idleSocketMs: 60_000,
  keepAliveProbeMs: 30_000,
  maxHeaderBytes: 64 * 1_024,
  maxRetries: 10,
  resetRetryMs: 1_000,
  maxDiscardedBytes: 2 * 1_024,
  maxWarnings: 1_000,
  userAgent: `setpoint/0.0.0 (${process.platform}/${process.arch})`,
});
