import { ChangeLog, isChosen, told } from "./change-log.ts";
import type { ChangeEvent, History, WatchItem, WatchRecord, WatchSession } from "./operation.ts";

/** One watch, what it selected, and what there was to tell. */
interface Watched {
  readonly session: WatchSession;
  readonly tier: string | undefined;
  readonly log: ChangeLog;
  /** The changes, without those that only tell what there was at the start. */
  readonly live: readonly ChangeEvent[];
  /** The version after which changes follow; undefined if the watch ended before it had told what there was. */
  readonly since: number | undefined;
}

type Guarantee = (watched: Watched) => readonly string[];

/** What every single watch promises. */
const guarantees: Readonly<Record<string, Guarantee>> = Object.freeze({
  ordered,
  unique,
  atomic,
  reliable,
  bookmarkable,
});

/** What the watches of a run did not keep of their promises, each problem with the name of the promise. */
export function watchProblems({ watches, log, forgotten }: History): readonly string[] {
  const changes = new ChangeLog(log);
  return watches.flatMap((record) => [
    ...resumable(record).map((problem) => `resumable: ${problem}`),
    ...record.sessions.flatMap((session) => [
      ...sessionProblems({ session, tier: record.tier, log: changes, ...liveOf(session) }),
      ...expiryProblems(session, forgotten),
    ]),
  ]);
}

function sessionProblems(watched: Watched): readonly string[] {
  return Object.entries(guarantees).flatMap(([name, guarantee]) =>
    guarantee(watched).map(
      (problem) => `${name}: watch of ${watched.tier ?? "all"} since ${watched.session.since}: ${problem}`,
    ),
  );
}

/** Versions never go back. */
function ordered({ session, live }: Watched): readonly string[] {
  const bookmarks = session.items.filter((item) => item.type === "bookmark");
  return [
    ...decreases(live.map(({ object }) => object.version)),
    ...decreases(bookmarks.map(({ version }) => version)),
  ].map(([before, after]) => `version ${after} after ${before}`);
}

function decreases(versions: readonly number[]): readonly (readonly [number, number])[] {
  return versions.flatMap((version, index) => {
    const before = versions[index - 1] ?? 0;
    return version < before ? [[before, version] as const] : [];
  });
}

/** No change is told twice. */
function unique({ live }: Watched): readonly string[] {
  const versions = live.map(({ object }) => object.version);
  return versions.filter((version, index) => versions.indexOf(version) !== index).map((version) => `${version} twice`);
}

/** What there is at the start is the state of one version, whole. */
function atomic({ session: { items }, tier, log }: Watched): readonly string[] {
  const end = items.findIndex(endsInitial);
  const mark = items[end];
  if (mark?.type !== "bookmark") return [];
  const state = [...log.at(mark.version).values()].filter((object) => isChosen(object, tier));
  const wanted = state
    .map((object) => told({ type: "ADDED", object }))
    .toSorted()
    .join();
  const found = eventsOf(items.slice(0, end)).map(told).toSorted().join();
  return found === wanted ? [] : [`at ${mark.version} there was [${wanted}], told was [${found}]`];
}

/** What is told are the changes of the selection after the start, each as it was, without a gap. */
function reliable({ tier, log, live, since }: Watched): readonly string[] {
  if (since === undefined) return [];
  const expected = log.told(tier, since).map(told);
  const found = live.map(told);
  const wrong = found.findIndex((event, index) => event !== expected[index]);
  return wrong === -1 ? [] : [`expected ${expected[wrong] ?? "nothing"}, got ${found[wrong]}`];
}

/** A bookmark means that everything up to it was told, and nothing up to it comes later. */
function bookmarkable({ session: { items }, tier, log, since }: Watched): readonly string[] {
  if (since === undefined) return [];
  const start = items.findIndex(endsInitial) + 1;
  return items.flatMap((item, index) => {
    if (item.type !== "bookmark" || index < start) return [];
    const before = eventsOf(items.slice(start, index)).length;
    const due = log.told(tier, since, item.version).length;
    return before === due ? [] : [`at bookmark ${item.version} ${before} events were told, not ${due}`];
  });
}

/** A watch goes on exactly where the one before ended. */
function resumable({ sessions }: WatchRecord): readonly string[] {
  const seen = new Set<number>();
  return sessions.flatMap((session) => {
    const { live } = liveOf(session);
    if (session.since === undefined || session.since < Math.max(0, ...seen)) seen.clear();
    const again = live.filter(({ object }) => seen.has(object.version));
    for (const { object } of live) seen.add(object.version);
    return again.map((event) => `${told(event)} was told before`);
  });
}

/** A watch expires only if what it had to tell next may be forgotten. */
function expiryProblems(session: WatchSession, forgotten: number): readonly string[] {
  const reached = reachedBy(session);
  if (session.end !== "expired" || reached === undefined || reached < forgotten) return [];
  return [`expired: a watch that had seen ${reached} expired, but only changes up to ${forgotten} are forgotten`];
}

/** The version up to which a watch has told everything; undefined if it has not told what there was at its start. */
export function reachedBy(session: Pick<WatchSession, "since" | "items">): number | undefined {
  if (session.since === undefined && !session.items.some(endsInitial)) return undefined;
  return Math.max(
    session.since ?? 0,
    ...session.items.map((item) => (item.type === "bookmark" ? item.version : item.event.object.version)),
  );
}

function liveOf(session: WatchSession): Pick<Watched, "live" | "since"> {
  const { since, items } = session;
  if (since !== undefined) return { since, live: eventsOf(items) };
  const end = items.findIndex(endsInitial);
  const mark = items[end];
  if (mark?.type !== "bookmark") return { since: undefined, live: [] };
  return { since: mark.version, live: eventsOf(items.slice(end)) };
}

function endsInitial(item: WatchItem): boolean {
  return item.type === "bookmark" && item.endsInitial;
}

function eventsOf(items: readonly WatchItem[]): readonly ChangeEvent[] {
  return items.flatMap((item) => (item.type === "event" ? [item.event] : []));
}
