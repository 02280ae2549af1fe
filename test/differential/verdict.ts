import { difference as limits } from "./defaults.ts";
import type { Difference } from "./difference.ts";
import { isKnown } from "./known-classes.ts";
import type { KnownClass } from "./known-classes.ts";
import type { Outcome } from "./run-scripts.ts";

/** How many requests were compared and how many differ. */
export interface Count {
  readonly requests: number;
  readonly differ: number;
}

/** A class of differences with one of them. */
export interface DifferenceClass {
  readonly name: string;
  readonly count: number;
  readonly isKnown: boolean;
  readonly example: Difference;
}

/** What a run comes to. */
export interface Verdict {
  readonly total: Count;
  readonly kinds: Readonly<Record<string, Count>>;
  /** The largest first. */
  readonly classes: readonly DifferenceClass[];
  /** Why the run has failed; empty if it has not. */
  readonly problems: readonly string[];
}

/** Judges a run by the classes that are known and the share of requests that may differ. */
export function judge({ compared, differences, failedSetups }: Outcome, known: readonly KnownClass[]): Verdict {
  const byKind = Map.groupBy(differences, ({ script }) => script.kind);
  const kinds = Object.fromEntries(
    [...compared].map(([kind, requests]) => [kind, { requests, differ: byKind.get(kind)?.length ?? 0 }] as const),
  );
  const requests = [...compared.values()].reduce((sum, count) => sum + count, 0);
  const total = { requests, differ: differences.length };
  const classes = [...Map.groupBy(differences, ({ className }) => className)]
    .map(([name, all]) => ({ name, count: all.length, isKnown: isKnown(name, known), example: all[0] as Difference }))
    .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
  const problems = [
    ...failedSetups.map((text) => `a preparation failed: ${text}`),
    ...classes
      .filter((one) => !one.isKnown)
      .map(({ name, count }) => `${name} (${count}) is in no list of known classes`),
    ...tooMany("all kinds", total, limits.maxShare),
    ...Object.entries(kinds).flatMap(([kind, count]) => tooMany(kind, count, limits.maxShareOfKind)),
  ];
  return { total, kinds, classes, problems };
}

function tooMany(what: string, { requests, differ }: Count, most: number): readonly string[] {
  if (requests === 0 || differ / requests <= most) return [];
  return [`${what}: ${differ} of ${requests} requests differ, more than ${most * 100} %`];
}
