import { InvalidArgumentError } from "../async/index.ts";
import type { BackoffPolicy, Clock, Random } from "../async/index.ts";
import type { Logger, Metrics } from "../observe/index.ts";

/** What a reflector is doing: reading the whole collection, following its changes, or letting the server rest after a failure. */
export type ReflectorState = "listing" | "watching" | "waiting";

/** How a reflector works. */
export interface ReflectorOptions {
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  /** Hears of what was skipped. Default: nobody does. */
  readonly log?: Logger | undefined;
  /** Where lists, watches and failures are counted, as `reflector_*`. Default: nowhere. */
  readonly metrics?: Metrics | undefined;
  /** The namespace of the source, for its metrics. Absent: it is of a collection as a whole. */
  readonly namespace?: string | undefined;
  /** The waits after failures. Default: 0.8 s, doubled up to 30 s, jittered. */
  readonly backoff?: BackoffPolicy | undefined;
  /** Whether a list is the beginning of a watch. `auto`, the default: where the server does that. */
  readonly streamingLists?: "auto" | "on" | "off" | undefined;
  /** How many objects a list that is not streamed asks for at once. 0: all. Default 500. */
  readonly pageSize?: number | undefined;
  /** A watch is asked to last a random time from here up to twice as long. Default 300. */
  readonly minWatchSeconds?: number | undefined;
  /** Whether objects may come without managed fields, in bytes of their own. Default: they come as the server sends them. */
  readonly isCompact?: boolean | undefined;
}

/** A whole number, of which `place` tells where it was given. Throws for anything else. */
export function checkedInteger(place: string, input: number, least: number): number {
  if (Number.isSafeInteger(input) && input >= least) return input;
  throw new InvalidArgumentError({ place: `Reflector.${place}`, input, expected: `a whole number, ${least} or more` });
}
