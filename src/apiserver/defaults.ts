/** Sizes and times of the server, in one place. */
export const serverDefaults = {
  /** The largest body that is read. Kubernetes has the same limit. */
  maxBodyBytes: 3_145_728,
  /** How much the aliases of a YAML body may add to it: characters, and some for each node. */
  maxYamlGrowth: 1_000_000,
  /** How many words and signs a YAML body may have. What nobody writes would keep everybody waiting. */
  maxYamlLexemes: 200_000,
  /** After so many of them others get their turn. */
  yamlLexemesPerTurn: 5_000,
  /** How many brackets of a YAML body may be open. */
  maxYamlBrackets: 2_000,
  /** Lists and watches go out in pieces of at most this size, unless one object is larger. What was sent to one watcher is kept up to this size for the next one who is told the same. */
  chunkBytes: 262_144,
  /** Answers up to this size are left to the platform at once, whether or not the other side keeps up. */
  shortBodyBytes: 16_384,
  /** All headers of a request together. */
  maxHeaderBytes: 32_768,
  /** From the first byte of a request to the end of its headers. */
  headersTimeoutMs: 20_000,
  /** How often it is looked for headers that take too long. */
  headersCheckMs: 5_000,
  /** From the first byte of a request to the end of its body. */
  requestTimeoutMs: 60_000,
  /** How long a connection may stay idle between two requests. */
  keepAliveTimeoutMs: 60_000,
  /** How long whoever is answered may take nothing of what is ready before the connection is cut. */
  stallTimeoutMs: 60_000,
  /** How many requests of one HTTP/2 connection may be open. Kubernetes has the same limit. */
  maxStreams: 100,
  /** From this size on answers are compressed for those who want that. Kubernetes has the same limit. */
  compressFromBytes: 131_072,
  /** The fastest: the network is likely to be this machine. */
  compressLevel: 1,
} as const;

/** The Kubernetes whose API is served, as `/version` tells it. */
export const serverVersion = {
  major: "1",
  minor: "36",
  emulationMajor: "1",
  emulationMinor: "36",
  minCompatibilityMajor: "1",
  minCompatibilityMinor: "35",
  gitVersion: "v1.36.3+setpoint",
  gitCommit: "",
  gitTreeState: "clean",
  buildDate: "1970-01-01T00:00:00Z",
  goVersion: "none",
  compiler: "none",
  platform: "node",
} as const;

/** How long the warnings of an answer may be together, and each if they are longer. */
export const warningLimits: Readonly<{ all: number; each: number }> = Object.freeze({ all: 4096, each: 256 });
