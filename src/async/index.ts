/**
 * Time, chance, waiting and cancelling. Knows nothing of Kubernetes.
 *
 * Promises: whoever waits is given a `Clock`, a `Random` and an `AbortSignal`, so that a test owns time, can replay a run from its seed and
 * can stop anything; what is cancelled leaves no timer and no listener behind and loses no value; on abort a call that is awaited rejects
 * with exactly `signal.reason`. Does not promise: fairness between event-loop tasks, real-time precision, or that work outside this process
 * has ended when a virtual clock moves on.
 *
 * @module
 */
export { Backoff } from "./backoff.ts";
export type { BackoffOptions, BackoffPolicy } from "./backoff.ts";
export { Channel } from "./channel.ts";
export type { Clock, Timer } from "./clock.ts";
export { defaultBackoff } from "./defaults.ts";
export { formatDuration, parseDuration } from "./duration.ts";
export type { Duration } from "./duration.ts";
export { ChannelClosedError, ClockRunawayError, InvalidArgumentError, InvalidDurationError } from "./errors.ts";
export type { RefusedArgument } from "./errors.ts";
export { Mutex } from "./mutex.ts";
export type { Random } from "./random.ts";
export { realClock } from "./real-clock.ts";
export { runAll } from "./run-all.ts";
export type { RunAllOptions, Task } from "./run-all.ts";
export { seededRandom } from "./seeded-random.ts";
export { abortable, linkSignals, onAbort } from "./signals.ts";
export type { SignalScope } from "./signals.ts";
export { systemRandom } from "./system-random.ts";
export { nextTurn } from "./turn.ts";
export { VirtualClock } from "./virtual-clock.ts";
export type { RunUntilIdleOptions, VirtualClockOptions } from "./virtual-clock.ts";
export { WaitQueue } from "./wait-queue.ts";
export type { Waiter } from "./wait-queue.ts";
