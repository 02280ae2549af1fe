import { Backoff, defaultBackoff, realClock, systemRandom } from "../async/index.ts";
import type { Clock, Random } from "../async/index.ts";
import type { KubeObject, ObjectEvent, Resource, WatchEvent } from "../model/index.ts";
import { silentLogger } from "../observe/index.ts";
import type { Logger } from "../observe/index.ts";
import { initialSilenceMs, minWatchSeconds, muteGraceMs, pageSize, quietMs, shortWatchMs } from "./defaults.ts";
import { InformerError } from "./errors.ts";
import { stateOf } from "./identity.ts";
import { Inspector } from "./inspector.ts";
import { ListPlan } from "./list-plan.ts";
import type { Listed } from "./list-plan.ts";
import type { ListWatch, WatchRequest } from "./list-watch.ts";
import { readInitialObjects } from "./read-initial-objects.ts";
import { readList } from "./read-list.ts";
import type { ReadList } from "./read-list.ts";
import { afterWatchFailure, isServerAway, isStreamRefused, isTooOld, retryAfterMs } from "./recovery.ts";
import type { ChangeDelta, ReflectorDelta } from "./reflector-delta.ts";
import { muteError, shortError } from "./reflector-errors.ts";
import { ReflectorMetrics } from "./reflector-metrics.ts";
import { checkedInteger } from "./reflector-options.ts";
import type { ReflectorOptions, ReflectorState } from "./reflector-options.ts";
import { isNoNewer, isOlder } from "./version-order.ts";
import { watchBatches } from "./watch-batches.ts";
import { WatchStream } from "./watch-stream.ts";

export type { ReflectorOptions, ReflectorState } from "./reflector-options.ts";

interface Waiting {
  readonly state: "waiting";
  readonly delayMs: number;
  readonly next: "listing" | "watching";
}

interface Watching<T extends KubeObject> {
  readonly state: "watching";
  /** The rest of a streamed list. Absent: a new watch. */
  readonly stream?: WatchStream<T> | undefined;
}

type Step<T extends KubeObject> = { readonly state: "listing" } | Watching<T> | Waiting;

type Batches<T extends KubeObject> = AsyncGenerator<readonly ReflectorDelta<T>[], Step<T>, void>;

const changes: Readonly<Record<ObjectEvent["type"], ChangeDelta["type"]>> = Object.freeze({
  ADDED: "added",
  MODIFIED: "updated",
  DELETED: "deleted",
});

/**
 * Follows one collection of one server for as long as it is wanted. The first list is a consistent read, and so is every later one; a watch
 * goes on from the last version seen. No failure ends it: each is yielded as `interrupted`, and then it waits and tries again. Nothing of a
 * list is yielded before all of it is there.
 */
export class Reflector<T extends KubeObject> {
  readonly #resource: Resource<T>;
  readonly #source: ListWatch<T>;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #log: Logger;
  readonly #metrics: ReflectorMetrics | undefined;
  readonly #backoff: Backoff;
  readonly #inspector: Inspector<T>;
  readonly #plan: ListPlan;
  readonly #pageSize: number;
  readonly #minWatchSeconds: number;
  readonly #isCompact: boolean;
  #state: ReflectorState = "listing";
  #version = "";
  #lastError: unknown;
  /** Bookmarks come, so that silence means something. */
  #hasBookmarks = false;

  constructor(resource: Resource<T>, source: ListWatch<NoInfer<T>>, options: ReflectorOptions = {}) {
    const { clock = realClock, random = systemRandom, log = silentLogger, backoff = defaultBackoff } = options;
    const { streamingLists = source.streamsLists === false ? "off" : "auto", metrics } = options;
    this.#resource = resource;
    this.#source = source;
    this.#clock = clock;
    this.#random = random;
    this.#log = log;
    this.#metrics = metrics && new ReflectorMetrics(resource, metrics, { clock, namespace: options.namespace });
    this.#backoff = new Backoff({ ...backoff, clock, random });
    this.#inspector = new Inspector(resource, log);
    this.#pageSize = checkedInteger("pageSize", options.pageSize ?? pageSize, 0);
    this.#minWatchSeconds = checkedInteger("minWatchSeconds", options.minWatchSeconds ?? minWatchSeconds, 1);
    this.#isCompact = options.isCompact === true;
    this.#plan = new ListPlan({ clock, streamingLists, pageSize: this.#pageSize });
  }

  get state(): ReflectorState {
    return this.#state;
  }

  /** The last failure, until the server was heard of again. */
  get lastError(): unknown {
    return this.#lastError;
  }

  /** The version up to which everything was yielded, with all that came together with the last delta. Empty before the first list. */
  get lastSyncResourceVersion(): string {
    return this.#version;
  }

  /** The collection and its changes, without end. Returns quietly when the signal is aborted. A reflector has one reader at a time. */
  async *deltas(options: { readonly signal: AbortSignal }): AsyncGenerator<ReflectorDelta<T>, void, void> {
    for await (const deltas of this.batches(options)) yield* deltas;
  }

  /** As `deltas`, by what came together. A list comes alone. None of the batches is empty. */
  async *batches({
    signal,
  }: {
    readonly signal: AbortSignal;
  }): AsyncGenerator<readonly ReflectorDelta<T>[], void, void> {
    using _told = this.#metrics?.follow();
    let step: Step<T> = { state: "listing" };
    while (!signal.aborted) {
      this.#state = step.state;
      if (step.state === "waiting") step = await this.#wait(step, signal);
      else if (step.state === "watching") step = yield* this.#watch(step, signal);
      else if (this.#plan.next === "streamed") step = yield* this.#stream(signal);
      else step = yield* this.#list(signal);
    }
    if (step.state === "watching") step.stream?.[Symbol.dispose]();
  }

  async *#list(signal: AbortSignal): Batches<T> {
    const way = this.#plan.next;
    const startedAtMs = this.#clock.monotonic();
    let list: ReadList<T>;
    try {
      const [resource, source, isCompact] = [this.#resource, this.#source, this.#isCompact];
      const size = way === "paged" ? this.#pageSize : 0;
      const read = await readList({ resource, source, pageSize: size, isCompact, signal });
      list = { ...read, objects: await this.#inspector.usable(read.objects) };
    } catch (error) {
      if (signal.aborted) return { state: "listing" };
      return yield* this.#pause(error, "listing");
    }
    yield [this.#listed(list, { way, tookMs: this.#clock.monotonic() - startedAtMs })];
    return { state: "watching" };
  }

  /** A list whose stream goes on as the watch. */
  async *#stream(signal: AbortSignal): Batches<T> {
    using opened = new DisposableStack();
    const stream = opened.use(this.#open({ sendInitialEvents: true }, signal));
    let list: ReadList<T>;
    try {
      list = await readInitialObjects(stream, { resource: this.#resource, inspector: this.#inspector });
    } catch (error) {
      if (signal.aborted) return { state: "listing" };
      return yield* this.#afterStreamFailure(error, stream);
    }
    yield [this.#listed(list, { way: "streamed", tookMs: stream.ageMs })];
    opened.move();
    return { state: "watching", stream };
  }

  async #wait({ delayMs, next }: Waiting, signal: AbortSignal): Promise<Step<T>> {
    try {
      await this.#clock.sleep(delayMs, signal);
    } catch {
      // Aborted: whoever runs the steps sees it.
    }
    return { state: next };
  }

  async *#watch(step: Watching<T>, signal: AbortSignal): Batches<T> {
    using stream = step.stream ?? this.#open({ resourceVersion: this.#version }, signal);
    const [from, heardBefore] = [this.#version, stream.count];
    let hasTold = false;
    const mute = (): InformerError => muteError(this.#resource, "send a bookmark each minute");
    stream.cutWhenSilent(quietMs, () => (this.#hasBookmarks ? mute() : undefined));
    try {
      for (let events = await stream.next(); events !== undefined; events = await stream.next()) {
        const deltas = this.#accept(events);
        hasTold ||= deltas.some(({ type }) => type !== "bookmark");
        if (deltas.length > 0) yield deltas;
      }
    } catch (error) {
      if (signal.aborted) return { state: "watching" };
      const hasHeard = stream.count > heardBefore;
      return yield* this.#afterWatchFailure(error, { hasHeard, ageMs: stream.ageMs });
    } finally {
      this.#metrics?.watchEnded(stream);
    }
    if (stream.ageMs >= shortWatchMs) return { state: "watching" };
    // Where no stream lasts, listing at the pace of the backoff still keeps the cache fresh.
    if (this.#version === from) return yield* this.#pause(shortError(this.#resource), "listing");
    // Changes set a pace of their own. Bookmarks do not: a server could send one and end, as fast as it is asked.
    return hasTold ? { state: "watching" } : { state: "waiting", delayMs: this.#backoff.next(), next: "watching" };
  }

  async *#afterWatchFailure(error: unknown, { hasHeard, ageMs }: { hasHeard: boolean; ageMs: number }): Batches<T> {
    if (InformerError.is(error, "SETPOINT_INFORMER_WATCH_MUTE")) {
      // A stream that said nothing at all may wait for a version that a restored server does not have: only a list tells.
      this.#hasBookmarks &&= hasHeard;
      return yield* this.#goOn(error, hasHeard ? "watching" : "listing");
    }
    const isOutdated = isTooOld(error) && ageMs < initialSilenceMs;
    const leastMs = isOutdated ? this.#plan.outdated() : 0;
    return yield* this.#pause(error, afterWatchFailure(error), leastMs);
  }

  /** A list in another way follows at once, if there is one: unless the server can't answer anything now, or the stream broke. */
  async *#afterStreamFailure(error: unknown, stream: WatchStream<T>): Batches<T> {
    this.#metrics?.watchEnded(stream);
    if (isStreamRefused(error) || InformerError.is(error, "SETPOINT_INFORMER_WATCH_MUTE")) this.#plan.refused();
    else if (!isServerAway(error) || stream.count > 0) this.#plan.failed();
    if (isServerAway(error) || this.#plan.next === "streamed") return yield* this.#pause(error, "listing");
    if (!isStreamRefused(error)) return yield* this.#goOn(error, "listing");
    this.#metrics?.failed(error);
    this.#log.info("The server does not stream lists", { resource: this.#resource.plural, error });
    return { state: "listing" };
  }

  async *#pause(error: unknown, next: "listing" | "watching", leastMs = 0): Batches<T> {
    yield [this.#interrupted(error)];
    return { state: "waiting", delayMs: Math.max(this.#backoff.next(), retryAfterMs(error), leastMs), next };
  }

  /** Goes on at once: what has failed is not what comes next, or has lasted for minutes. */
  async *#goOn(error: unknown, next: "listing" | "watching"): Batches<T> {
    yield [this.#interrupted(error)];
    return { state: next };
  }

  #interrupted(error: unknown): ReflectorDelta<T> {
    this.#lastError = error;
    this.#metrics?.failed(error);
    return { type: "interrupted", error };
  }

  #open(from: Pick<WatchRequest, "resourceVersion" | "sendInitialEvents">, signal: AbortSignal): WatchStream<T> {
    const timeoutSeconds = this.#minWatchSeconds + this.#random.integer(this.#minWatchSeconds);
    const isCompact = this.#isCompact;
    const request = { ...from, allowBookmarks: true, timeoutSeconds, ...(isCompact && { isCompact }) };
    const open = (scope: AbortSignal): AsyncIterable<readonly WatchEvent<T>[]> =>
      watchBatches(this.#source, { ...request, signal: scope });
    const stream = new WatchStream({ clock: this.#clock, signal, open });
    const mute = (): InformerError => muteError(this.#resource, `end the stream after ${timeoutSeconds} s`);
    stream.cutAfter(timeoutSeconds * 1_000 + muteGraceMs, mute);
    this.#metrics?.watchOpened();
    return stream;
  }

  #listed({ objects, resourceVersion }: ReadList<T>, listed: Listed): ReflectorDelta<T> {
    if (isOlder(resourceVersion, this.#version)) this.#reportStepBack(resourceVersion);
    this.#version = resourceVersion;
    this.#lastError = undefined;
    this.#plan.succeeded(listed);
    this.#metrics?.listed(listed.way, { items: objects.length, tookMs: listed.tookMs });
    return { type: "replaced", objects, resourceVersion };
  }

  #accept(events: readonly WatchEvent<T>[]): readonly ReflectorDelta<T>[] {
    this.#metrics?.heard();
    this.#lastError = undefined;
    const deltas: ReflectorDelta<T>[] = [];
    for (const event of events) {
      const delta = this.#deltaOf(event);
      if (delta !== undefined) deltas.push(delta);
    }
    return deltas;
  }

  #deltaOf(event: WatchEvent<T>): ReflectorDelta<T> | undefined {
    if (!this.#inspector.isUsable(event)) return undefined;
    if (event.type === "BOOKMARK") {
      const { resourceVersion } = event;
      this.#hasBookmarks = true;
      this.#advance(resourceVersion);
      return { type: "bookmark", resourceVersion };
    }
    this.#advance(stateOf(event.object).resourceVersion ?? "");
    return { type: changes[event.type], object: event.object };
  }

  /** A version that goes back is not one to go on from. Only one that goes on shows that the server is well. */
  #advance(version: string): void {
    if (isNoNewer(version, this.#version)) return;
    this.#version = version;
    this.#backoff.reset();
    this.#plan.followed();
  }

  #reportStepBack(to: string): void {
    const { plural } = this.#resource;
    this.#metrics?.steppedBack();
    this.#log.warn("The server went back in time", { resource: plural, from: this.#version, to });
  }
}
