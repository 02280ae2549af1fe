/** Waiting times and sizes of the control plane's tool, in one place. */
export const controlPlaneDefaults = {
  /** What `build` builds when nothing is named, and what `start` needs. */
  binaries: ["etcd", "kube-apiserver", "kubectl"],
  /** From the first process to a server that is ready. Generous: cold disks and loaded machines are slow, and a dead server is noticed at once. */
  startDeadlineMs: 120_000,
  /** How often a port that somebody else took in the meantime is replaced by another. */
  startAttempts: 3,
  /** Between two looks at a server that is not ready yet. */
  pollIntervalMs: 50,
  /** From SIGTERM to SIGKILL. Nothing a server could save in that time is kept. */
  stopGraceMs: 3_000,
  /** How long `stop` waits for a guardian to end its servers before it ends all of them itself. */
  stopDeadlineMs: 15_000,
  /** Between two looks at a lock that somebody else holds. */
  lockIntervalMs: 250,
  /** Between two lines of progress of one build. */
  heartbeatMs: 10_000,
  /** How much of a log is quoted in an error. */
  logTailLines: 20,
  /** One request of the test helper to the API server. */
  requestTimeoutMs: 30_000,
  /** A test that may be the first to need the servers waits for their start. */
  testTimeoutMs: 180_000,
} as const;
