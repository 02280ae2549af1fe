import { linkSignals, onAbort } from "../../async/index.ts";
import type { Clock, Random } from "../../async/index.ts";
import { formatApiVersion } from "../../model/index.ts";
import { Feed, follow, madeTell, StoreError } from "../storage/index.ts";
import type { Change, Make, Store, StoreRange, Tell } from "../storage/index.ts";
import { initialEventsEnd } from "./contract.ts";
import type { ServedResource, WatchFrame, WatchOptions } from "./contract.ts";
import { bookmarkIntervalMs, initialBatch, lastBookmarkMs, watchTimeoutRangeMs } from "./defaults.ts";
import { decode, encode, withRevision } from "./document.ts";
import { StatusError } from "./errors.ts";
import { readAs } from "./read-as.ts";
import type { Filter } from "./selection.ts";
import { textCollections } from "./strategy.ts";
import { reached } from "./versions.ts";

/** What makes the frames of changes. */
type MakeFrames = Make<readonly Change[], readonly WatchFrame[]>;

/** What watches without a selector are told: those who get the same changes in the same version get the same frames. */
export class SharedWatch {
  /** Events are watched in two groups at once. */
  readonly #makes = new WeakMap<ServedResource, MakeFrames>();

  framesOf(served: ServedResource): MakeFrames {
    const make = this.#makes.get(served) ?? lastKept(makeFrames({ served, filter: undefined }));
    this.#makes.set(served, make);
    return make;
  }
}

/** Those who were busy come for the same changes later. */
function lastKept(make: MakeFrames): MakeFrames {
  let last: readonly Change[] = [];
  let made: ReturnType<MakeFrames> = [];
  return (changes) => {
    if (last !== changes) [last, made] = [changes, make(changes)];
    return made;
  };
}

function makeFrames(watch: Pick<Watch, "served" | "filter">): MakeFrames {
  return (changes) => {
    const frames = changes.flatMap((change) => frameOf(change, watch));
    return frames.length > 0 ? [frames] : [];
  };
}

/** A watch whose options were checked. */
export interface Watch {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly served: ServedResource;
  readonly range: StoreRange;
  readonly filter: Filter | undefined;
  readonly shared: SharedWatch;
  /** What a bookmark tells besides its version. */
  readonly empty: object;
  /** The revision when the watch was asked for. */
  readonly now: number;
  /** What the client asked for: `undefined` for the newest, 0 for any. */
  readonly version: number | undefined;
  readonly options: WatchOptions;
  /** Aborted when the watch is to end for a reason of the server's. */
  readonly ended: readonly (AbortSignal | undefined)[];
}

type TellFrames = Tell<readonly WatchFrame[]>;

/**
 * The events of a watch: first, if wanted, the objects that there are; then every change after exactly that state. A version that is no
 * longer kept gives one ERROR event.
 */
export function watchFrames(watch: Watch): Feed<readonly WatchFrame[]> {
  return new Feed((tell, left) => tellFrames(watch, tell, left));
}

async function tellFrames(watch: Watch, tell: TellFrames, left: AbortSignal | undefined): Promise<void> {
  const { store, clock, served, range, filter, options } = watch;
  using ended = linkSignals(options.signal, left, ...watch.ended);
  const { signal } = ended;
  try {
    let since = await tellInitial(watch, tell, signal);
    if (since === undefined) return;
    const tellChanges = madeTell(filter === undefined ? watch.shared.framesOf(served) : makeFrames(watch), tell);
    const end = clock.monotonic() + timeoutOf(watch);
    while (!signal.aborted) {
      using pause = pauseAfter(watch, signal, delayToNext(clock.monotonic(), end, options));
      await follow(store.watch({ ...range, since, signal: pause.signal }), tellChanges, left);
      since = Math.max(since, pause.reached);
      if (signal.aborted || clock.monotonic() >= end) return;
      // A timer may fire a little before its time. Of a version that is not there yet nothing can be said.
      if (options.allowBookmarks && store.revision >= since) await tell([bookmark(watch, since)]);
    }
  } catch (error) {
    if (!StoreError.is(error, "SETPOINT_STORE_EXPIRED")) throw error;
    const message = `too old resource version: ${watch.version ?? 0} (${error.revision})`;
    await tell([errorFrame(StatusError.expired(message))]);
  }
}

/** Tells what there is, if wanted. Resolves with the revision after which changes follow; `undefined` when the watch has ended with an error. */
async function tellInitial(watch: Watch, tell: TellFrames, ended: AbortSignal): Promise<number | undefined> {
  const { store, served, range, filter, now, version, options } = watch;
  const { sendInitialEvents = version === undefined || version === 0, allowBookmarks } = options;
  if (!sendInitialEvents) return version === undefined || version === 0 ? now : version;
  try {
    await reached({ ...watch, ended }, version);
  } catch (error) {
    if (!StatusError.is(error)) throw error;
    await tell([errorFrame(error)]);
    return undefined;
  }
  const { revision, objects } = await store.scan(range);
  let frames: WatchFrame[] = [];
  let size = 0;
  for (const { bytes } of objects) {
    if (filter?.(bytes) === false) continue;
    frames.push({ type: "ADDED", object: readAs(bytes, served) });
    size += bytes.length;
    if (frames.length < initialBatch.events && size < initialBatch.bytes) continue;
    await tell(frames);
    frames = [];
    size = 0;
  }
  if (allowBookmarks && options.isOldPath !== true)
    frames.push(bookmark(watch, revision, { [initialEventsEnd]: "true" }));
  if (frames.length > 0) await tell(frames);
  return revision;
}

/** The end of a stretch of a watch: aborted after some time, or when the watch ends. */
interface Pause extends Disposable {
  readonly signal: AbortSignal;
  /** The revision up to which everything was seen when the stretch ended by its time. */
  readonly reached: number;
}

function pauseAfter({ store, clock }: Watch, ended: AbortSignal, delayMs: number): Pause {
  const scope = linkSignals(ended);
  let seen = 0;
  const timer = clock.setTimeout(() => {
    // The store gives what was committed before the abort.
    seen = store.revision;
    scope.abort();
  }, delayMs);
  // Whoever is to end may be waiting for a reader who never comes again.
  const link = onAbort(ended, () => timer.cancel());
  return {
    signal: scope.signal,
    get reached() {
      return seen;
    },
    [Symbol.dispose]: () => {
      link[Symbol.dispose]();
      timer.cancel();
      scope[Symbol.dispose]();
    },
  };
}

function timeoutOf({ random, options: { timeoutMs } }: Watch): number {
  const [least, most] = watchTimeoutRangeMs;
  return timeoutMs ?? least + random.integer(most - least);
}

/** How long until the next bookmark, or the end. */
function delayToNext(now: number, end: number, { allowBookmarks }: WatchOptions): number {
  if (!allowBookmarks) return end - now;
  const last = end - lastBookmarkMs;
  return Math.min(bookmarkIntervalMs, (now < last ? last : end) - now);
}

/** What a change is for a watch with a selector: an object that is no longer chosen is deleted for it, as it was, at the new version. */
function frameOf(
  { type, bytes, previous, revision }: Change,
  { served, filter }: Pick<Watch, "served" | "filter">,
): readonly WatchFrame[] {
  const wasChosen = previous !== undefined && (filter?.(previous) ?? true);
  if (type === "delete") {
    return wasChosen ? [{ type: "DELETED", object: readAs(bytes, served) }] : [];
  }
  if (filter?.(bytes) ?? true) {
    return [{ type: wasChosen ? "MODIFIED" : "ADDED", object: readAs(bytes, served) }];
  }
  if (!wasChosen) return [];
  const keepsTexts = textCollections.has(served.collection);
  const gone = keepsTexts ? withRevision(previous, revision) : encode(decode(previous), revision);
  return [{ type: "DELETED", object: readAs(gone, served) }];
}

function bookmark(
  { served: { resource, collection }, empty }: Watch,
  revision: number,
  told?: Readonly<Record<string, string>>,
): WatchFrame {
  // Kubernetes writes this into every daemon set, also into one that is none.
  const own = collection === "apps/daemonsets" ? { "deprecated.daemonset.template.generation": "0" } : undefined;
  const annotations = own === undefined ? told : { ...told, ...own };
  const metadata = { resourceVersion: String(revision), annotations };
  return {
    type: "BOOKMARK",
    object: json({ kind: resource.kind, apiVersion: formatApiVersion(resource), metadata, ...empty }),
  };
}

function errorFrame({ status }: StatusError): WatchFrame {
  return { type: "ERROR", object: json(status) };
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
