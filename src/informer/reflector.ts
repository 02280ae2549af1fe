import { abortable, Backoff, defaultBackoff, linkSignals, realClock, systemRandom } from "../async/index.ts";
import type { BackoffPolicy, Clock, Random } from "../async/index.ts";
import type { KubeObject, ObjectEvent, Resource, WatchEvent } from "../model/index.ts";
import { silentLogger } from "../observe/index.ts";
import type { Logger } from "../observe/index.ts";
import { minWatchSeconds, muteGraceMs, shortWatchMs } from "./defaults.ts";
import { InformerError } from "./errors.ts";
import { problemOf, versionOf } from "./incoming.ts";
import type { ListWatch } from "./list-watch.ts";
import { afterWatchFailure, retryAfterMs } from "./recovery.ts";
import type { ChangeDelta, ReflectorDelta } from "./reflector-delta.ts";
import { untilAborted } from "./until-aborted.ts";
import { isNoNewer, isOlder } from "./version-order.ts";

/** What a reflector is doing: reading the whole collection, following its changes, or letting the server rest after a failure. */
export type ReflectorState = "listing" | "watching" | "waiting";

/** How a reflector works. */
export interface ReflectorOptions {
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  /** Hears of what was skipped. Default: nobody does. */
  readonly log?: Logger | undefined;
  /** The waits after failures. Default: 0.8 s, doubled up to 30 s, jittered. */
  readonly backoff?: BackoffPolicy | undefined;
}

interface Waiting {
  readonly state: "waiting";
  readonly delayMs: number;
  readonly next: "listing" | "watching";
}

type Step = { readonly state: "listing" } | { readonly state: "watching" } | Waiting;

type Deltas<T extends KubeObject> = AsyncGenerator<ReflectorDelta<T>, Step, void>;

const changes: Readonly<Record<ObjectEvent["type"], ChangeDelta["type"]>> = Object.freeze({
  ADDED: "added",
  MODIFIED: "updated",
  DELETED: "deleted",
});

/**
 * Follows one collection of one server for as long as it is wanted. The first list is a consistent read, and so is every later one; a watch
 * goes on from the last version seen. No failure ends it: each is yielded as `interrupted`, and then it waits and tries again.
 */
export class Reflector<T extends KubeObject> {
  readonly #resource: Resource<T>;
  readonly #source: ListWatch<T>;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #log: Logger;
  readonly #backoff: Backoff;
  #state: ReflectorState = "listing";
  #version = "";
  #lastError: unknown;

  constructor(resource: Resource<T>, source: ListWatch<NoInfer<T>>, options: ReflectorOptions = {}) {
    const { clock = realClock, random = systemRandom, log = silentLogger, backoff = defaultBackoff } = options;
    this.#resource = resource;
    this.#source = source;
    this.#clock = clock;
    this.#random = random;
    this.#log = log;
    this.#backoff = new Backoff({ ...backoff, clock, random });
  }

  get state(): ReflectorState {
    return this.#state;
  }

  /** The last failure, until the server was heard of again. */
  get lastError(): unknown {
    return this.#lastError;
  }

  /** The version up to which everything was yielded. Empty before the first list. */
  get lastSyncResourceVersion(): string {
    return this.#version;
  }

  /** The collection and its changes, without end. Returns quietly when the signal is aborted. A reflector has one reader at a time. */
  async *deltas({ signal }: { readonly signal: AbortSignal }): AsyncGenerator<ReflectorDelta<T>, void, void> {
    let step: Step = { state: "listing" };
    while (!signal.aborted) {
      this.#state = step.state;
      if (step.state === "listing") step = yield* this.#list(signal);
      else if (step.state === "watching") step = yield* this.#watch(signal);
      else step = await this.#wait(step, signal);
    }
  }

  async *#list(signal: AbortSignal): Deltas<T> {
    let delta: ReflectorDelta<T>;
    try {
      const list = await abortable(this.#source.list({ signal }), signal);
      const resourceVersion = versionOf(list, this.#resource);
      delta = { type: "replaced", objects: list.items.filter((object) => this.#isUsable(object)), resourceVersion };
    } catch (error) {
      if (signal.aborted) return { state: "listing" };
      return yield* this.#pause(error, "listing");
    }
    if (isOlder(delta.resourceVersion, this.#version)) this.#reportStepBack(delta.resourceVersion);
    this.#version = delta.resourceVersion;
    this.#lastError = undefined;
    yield delta;
    return { state: "watching" };
  }

  async *#watch(signal: AbortSignal): Deltas<T> {
    const openedAt = this.#clock.monotonic();
    const timeoutSeconds = minWatchSeconds + this.#random.integer(minWatchSeconds);
    using scope = linkSignals(signal);
    const cut = (): void => scope.abort(this.#muteError(timeoutSeconds));
    using _age = this.#clock.setTimeout(cut, timeoutSeconds * 1000 + muteGraceMs);
    const from = this.#version;
    try {
      for await (const event of untilAborted(this.#open(timeoutSeconds, scope.signal), scope.signal)) {
        this.#lastError = undefined;
        const delta = this.#accept(event);
        if (delta !== undefined) yield delta;
      }
    } catch (error) {
      if (signal.aborted) return { state: "watching" };
      if (InformerError.is(error, "SETPOINT_INFORMER_WATCH_MUTE")) return yield* this.#goOn(error);
      return yield* this.#pause(error, afterWatchFailure(error));
    }
    const isShort = this.#version === from && this.#clock.monotonic() - openedAt < shortWatchMs;
    // Where no stream lasts, listing at the pace of the backoff still keeps the cache fresh.
    return isShort ? yield* this.#pause(this.#shortError(), "listing") : { state: "watching" };
  }

  async #wait({ delayMs, next }: Waiting, signal: AbortSignal): Promise<Step> {
    try {
      await this.#clock.sleep(delayMs, signal);
    } catch {
      // Aborted: whoever runs the steps sees it.
    }
    return { state: next };
  }

  async *#pause(error: unknown, next: "listing" | "watching"): Deltas<T> {
    this.#lastError = error;
    yield { type: "interrupted", error };
    return { state: "waiting", delayMs: Math.max(this.#backoff.next(), retryAfterMs(error)), next };
  }

  /** Goes on at once: a stream that lasted for minutes is no reason to spare the server. */
  async *#goOn(error: unknown): Deltas<T> {
    this.#lastError = error;
    yield { type: "interrupted", error };
    return { state: "watching" };
  }

  #open(timeoutSeconds: number, signal: AbortSignal): AsyncIterable<WatchEvent<T>> {
    return this.#source.watch({ resourceVersion: this.#version, allowBookmarks: true, timeoutSeconds, signal });
  }

  #accept(event: WatchEvent<T>): ReflectorDelta<T> | undefined {
    if (event.type === "BOOKMARK") {
      const { resourceVersion } = event;
      if (typeof resourceVersion !== "string" || resourceVersion === "") return this.#skip(event);
      this.#advance(resourceVersion);
      return { type: "bookmark", resourceVersion };
    }
    const { type, object } = event;
    if (!Object.hasOwn(changes, type)) return this.#skip(event);
    if (!this.#isUsable(object)) return undefined;
    this.#advance(object.metadata.resourceVersion ?? "");
    return { type: changes[type], object };
  }

  #skip({ type }: WatchEvent<T>): undefined {
    this.#log.warn("Skipped a watch event that can't be understood", { resource: this.#resource.plural, type });
  }

  /** A version that goes back is not one to go on from. Only one that goes on shows that the server is well. */
  #advance(version: string): void {
    if (isNoNewer(version, this.#version)) return;
    this.#version = version;
    this.#backoff.reset();
  }

  #isUsable(object: T): boolean {
    const problem = problemOf(object, this.#resource);
    if (problem === undefined) return true;
    const { name, namespace } = (object as Partial<T> | null | undefined)?.metadata ?? {};
    this.#log.warn("Skipped an object that can't be cached", {
      resource: this.#resource.plural,
      problem,
      namespace,
      name,
    });
    return false;
  }

  #reportStepBack(to: string): void {
    const { plural } = this.#resource;
    this.#log.warn("The server went back in time", { resource: plural, from: this.#version, to });
  }

  #muteError(timeoutSeconds: number): InformerError {
    return new InformerError(
      "SETPOINT_INFORMER_WATCH_MUTE",
      `watch ${this.#resource.plural}: expected the server to end the stream after ${timeoutSeconds} s, but it did not`,
    );
  }

  #shortError(): InformerError {
    return new InformerError(
      "SETPOINT_INFORMER_WATCH_SHORT",
      `watch ${this.#resource.plural}: expected a stream of changes, but it ended at once and brought none`,
    );
  }
}
