/** What a client does and accepts unless told otherwise. */
export interface ClientDefaults {
  /** From sending a request until its whole answer is there; of a stream, until its answer begins. */
  readonly requestTimeoutMs: number;
  /** An answer that is kept in memory whole: an object or a list. */
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
  readonly maxHeaderBytes: number;
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
  maxHeaderBytes: 64 * 1_024,
  userAgent: `setpoint/0.0.0 (${process.platform}/${process.arch})`,
});
