import type { LogLevel } from "./logger.ts";

/** Buckets for durations in seconds, from 5 ms to 10 s. */
export const defaultBuckets: readonly number[] = Object.freeze([
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]);

/** How many children one metric may have before new ones share one. */
export const defaultMaxChildren = 10_000;

/** The level from which records are written. */
export const defaultLogLevel: LogLevel = "info";

/** How much of what it is given a record shows. */
export interface LogLimits {
  /** How deep objects may be nested. */
  readonly depth: number;
  /** How many entries of one object, list or set are shown. */
  readonly entries: number;
  /** How many values are shown in all. */
  readonly values: number;
  /** How many characters of one text are shown. */
  readonly text: number;
  /** How many characters of text are shown in all. */
  readonly total: number;
  /** A text longer than this is not even searched for secrets: its length is shown, not its content. */
  readonly searched: number;
  /** How many causes of an error are followed. */
  readonly causes: number;
}

/** The limits of every record. */
export const defaultLogLimits: LogLimits = Object.freeze({
  depth: 8,
  entries: 64,
  values: 1000,
  text: 8192,
  total: 65_536,
  searched: 1_000_000,
  causes: 5,
});
