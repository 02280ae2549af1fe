import type { Clock, Random } from "../../async/index.ts";
import type { Store } from "../storage/index.ts";
import { rangeOf } from "./asked.ts";
import { componentCollection, componentState, componentStates } from "./component-states.ts";
import type {
  ListOptions,
  ObjectList,
  ReadOptions,
  ServedResource,
  Target,
  WatchFrame,
  WatchOptions,
} from "./contract.ts";
import type { Definitions } from "./definitions.ts";
import { StatusError } from "./errors.ts";
import { assertListOptions, assertWatchOptions } from "./list-options.ts";
import { listObjects } from "./list.ts";
import type { ObjectParts } from "./object-parts.ts";
import { readAs } from "./read-as.ts";
import type { Schemas } from "./schemas.ts";
import { Selection } from "./selection.ts";
import type { Filter } from "./selection.ts";
import { assertSubresource } from "./subresources.ts";
import { reached, readVersion } from "./versions.ts";
import type { VersionWait } from "./versions.ts";
import { SharedWatch, watchFrames } from "./watch.ts";
import { keyOf } from "./writer.ts";

/** What objects are read from. */
export interface ReadsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly schemas: Schemas;
  readonly definitions: Definitions;
  readonly parts: ObjectParts;
  /** Aborted when nobody is to wait any longer. */
  readonly closed: AbortSignal;
}

/** The verbs that change nothing, the same for every resource. */
export class Reads {
  readonly #options: ReadsOptions;
  readonly #selection = new Selection();
  readonly #sharedWatch = new SharedWatch();

  constructor(options: ReadsOptions) {
    this.#options = options;
  }

  async get(target: Target, { resourceVersion }: ReadOptions = {}): Promise<Uint8Array> {
    // Events are not read from a cache, which has words of its own.
    const version = readVersion(resourceVersion, { isList: target.served.resource.kind === "Event" });
    assertSubresource(target.served, target.name, target.subresource);
    if (target.subresource === "scale") return this.#options.parts.readScale(target);
    if (target.served.collection === componentCollection) return componentState(target.name);
    await reached(this.#waitFor(target.served), version);
    const stored = await this.#options.store.get(keyOf(target));
    if (stored === undefined) throw StatusError.notFound(target.served.resource, target.name);
    return readAs(stored.bytes, target.served);
  }

  async list(target: Target, options: ListOptions): Promise<ObjectList> {
    const { served } = target;
    const filter = this.filterOf(served, options);
    if (served.collection === componentCollection) return componentStates(filter);
    return listObjects({ ...this.#waitFor(served), range: rangeOf(target, options), filter, options });
  }

  /** Which objects a list is of; throws what the list is refused for. */
  filterOf(served: ServedResource, options: ListOptions): Filter | undefined {
    assertListOptions(options);
    return this.#selection.filterFor(served, options);
  }

  /** Throws at once, not in the iteration, when the options are refused. "From now" is the time of the call, not of the first read. */
  watch(target: Target, options: WatchOptions): AsyncIterable<readonly WatchFrame[]> {
    assertWatchOptions(options);
    const { served } = target;
    const { store, clock, random, schemas, definitions, closed } = this.#options;
    return watchFrames({
      store,
      clock,
      random,
      served,
      range: rangeOf(target, options),
      empty: schemas.emptyOf(served),
      filter: this.#selection.filterFor(served, options, target.name),
      shared: this.#sharedWatch,
      now: store.revision,
      version: readVersion(options.resourceVersion),
      options,
      ended: [options.ending, closed, definitions.endOf(served.resource)],
    });
  }

  #waitFor(served: ServedResource): VersionWait {
    const { store, clock, closed } = this.#options;
    return { store, clock, served, ended: closed };
  }
}
