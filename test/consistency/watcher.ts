import type { Random } from "../../src/async/index.ts";
import type { ChangeEvent, WatchItem, WatchSession } from "./operation.ts";
import { pause } from "./pausing-store.ts";
import type { ThingsApi } from "./things-api.ts";
import { selectorOf } from "./traffic-client.ts";
import { reachedBy } from "./watch-guarantees.ts";

/** What a watcher follows and how. */
export interface WatcherOptions {
  readonly api: ThingsApi;
  readonly random: Random;
  readonly tier: string | undefined;
  /** How many turns it may rest between two lines. */
  readonly slowness: number;
}

/** The last object of a run that a watch of this tier sees. */
export function fenceOf(tier: string | undefined): string {
  return `fence-${tier ?? "b"}`;
}

/**
 * Follows a selection until it sees the last write of the run. On the way it leaves watches, loses them, goes on where it was, or begins
 * anew: with what there is, or at some version of the past.
 */
export async function watchUntilFence(options: WatcherOptions): Promise<readonly WatchSession[]> {
  const { random } = options;
  const sessions: WatchSession[] = [];
  let since: number | undefined;
  for (;;) {
    const session = await oneSession(options, since);
    sessions.push(session);
    if (session.end === "complete") return sessions;
    const reached = session.end === "expired" ? undefined : reachedBy(session);
    since = reached !== undefined && random.integer(4) === 0 ? Math.max(1, reached - random.integer(10)) : reached;
    await pause(random);
  }
}

async function oneSession(options: WatcherOptions, since: number | undefined): Promise<WatchSession> {
  const { api, random, tier, slowness } = options;
  const leaving = new AbortController();
  const items: WatchItem[] = [];
  const patience = random.integer(3) === 0 ? random.integer(20) : Infinity;
  const session = (end: WatchSession["end"]): WatchSession => ({ since, items, end });
  try {
    for await (const line of api.watch({ ...startOf(since), ...selectorOf(tier) }, { signal: leaving.signal })) {
      if (line.type === "error") return session(isExpiry(line.reason) ? "expired" : "dropped");
      items.push(line);
      if (hasFence(items, tier)) return session("complete");
      if (items.length >= patience) return session("left");
      await pause(random, slowness);
    }
  } catch {
    // A connection that breaks is one of the ways in which a watch ends.
  } finally {
    leaving.abort();
  }
  return session("dropped");
}

/** Also what there is at the start may hold it; then the watch is complete with its mark. */
function hasFence(items: readonly WatchItem[], tier: string | undefined): boolean {
  const isMarked = items.some((item) => item.type === "bookmark");
  const last = items.at(-1);
  const seen = (item: WatchItem | undefined): boolean =>
    item?.type === "event" && item.event.object.name === fenceOf(tier);
  return seen(last) || (last?.type === "bookmark" && isMarked && items.some(seen));
}

function startOf(since: number | undefined): Readonly<Record<string, string>> {
  if (since !== undefined) return { resourceVersion: String(since) };
  return { sendInitialEvents: "true", resourceVersionMatch: "NotOlderThan" };
}

function isExpiry(reason: string): boolean {
  return reason === "Expired" || reason === "Gone";
}

/** Reads every change of a run into the log, until the last write. Nobody disturbs it: what it cannot read ends the run. */
export async function witness(api: ThingsApi, since: number, log: ChangeEvent[]): Promise<void> {
  const query = { resourceVersion: String(since) };
  const { signal } = new AbortController();
  for await (const line of api.watch(query, { signal, headers: { [witnessHeader]: "yes" } })) {
    if (line.type === "error") throw new Error(`witness: the watch that nobody disturbs failed: ${line.reason}`);
    if (line.type !== "event") continue;
    log.push(line.event);
    if (line.event.object.name === fenceOf(undefined)) return;
  }
  throw new Error("witness: the watch that nobody disturbs has ended");
}

/** By what the one watch is known that is not to be disturbed. */
export const witnessHeader = "x-witness";
