/** Names that read the platform's time or randomness, as paths from the global object. */
export const ambientSources: readonly string[] = [
  "setTimeout",
  "setInterval",
  "scheduler.wait",
  "AbortSignal.timeout",
  "Date.now",
  "performance.now",
  "process.hrtime",
  "Math.random",
  "crypto.getRandomValues",
  "crypto.randomBytes",
  "crypto.randomInt",
  "crypto.randomUUID",
];

/** Steps of a path that lead to the same names as no step at all: `globalThis.Date`, `timers.promises.setTimeout`. */
export const transparentSteps: readonly string[] = [
  "globalThis",
  "global",
  "self",
  "window",
  "default",
  "promises",
  "webcrypto",
];

/** Modules that export ambient sources, each with the path of its exports from the global object. */
export const ambientModules: Readonly<Record<string, readonly string[]>> = {
  timers: [],
  "timers/promises": [],
  perf_hooks: [],
  process: ["process"],
  crypto: ["crypto"],
};
