/** Sizes and times of the server, in one place. */
export const serverDefaults = {
  /** The largest body that is read. Kubernetes has the same limit. */
  maxBodyBytes: 3_145_728,
  /** Lists and watches go out in pieces of at most this size, unless one object is larger. */
  chunkBytes: 262_144,
  /** What a generated credential is made from: 256 bits. */
  tokenBytes: 32,
  /** All headers of a request together. */
  maxHeaderBytes: 32_768,
  /** From the first byte of a request to the end of its headers. */
  headersTimeoutMs: 20_000,
  /** From the first byte of a request to the end of its body. */
  requestTimeoutMs: 60_000,
  /** How long a connection may stay idle between two requests. */
  keepAliveTimeoutMs: 60_000,
} as const;

/** The Kubernetes whose API is served, as `/version` tells it. */
export const serverVersion = {
  major: "1",
  minor: "36",
  gitVersion: "v1.36.3+setpoint",
  gitCommit: "",
  gitTreeState: "clean",
  buildDate: "1970-01-01T00:00:00Z",
  goVersion: "none",
  compiler: "none",
  platform: "node",
} as const;
