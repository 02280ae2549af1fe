import { linkSignals } from "../async/index.ts";
import type { KubeObject, Resource } from "../model/index.ts";
import { silentLogger } from "../observe/index.ts";
import { InformerError } from "./errors.ts";
import type { ListWatchClient } from "./list-watch.ts";
import { SharedInformer } from "./shared-informer.ts";
import type { SharedInformerOptions } from "./shared-informer.ts";

/**
 * One informer for each resource of one client, shared by all who ask for it, started and stopped together. For one namespace, give it
 * `{ resource: (kind) => client.resource(kind, { namespace }) }`.
 */
export class InformerFactory implements AsyncDisposable {
  readonly #client: ListWatchClient;
  readonly #options: SharedInformerOptions;
  readonly #informers = new Map<string, SharedInformer<KubeObject>>();
  readonly #started = new Map<SharedInformer<KubeObject>, Promise<void>>();
  readonly #closed = new AbortController();

  constructor(client: ListWatchClient, options: SharedInformerOptions = {}) {
    this.#client = client;
    this.#options = options;
  }

  /** The informer of a resource. */
  informer<T extends KubeObject>(resource: Resource<T>): SharedInformer<T> {
    this.#refuseIfClosed(`ask for the informer of ${resource.plural}`);
    const id = `${resource.group}/${resource.version}/${resource.plural}`;
    const found = this.#informers.get(id) as SharedInformer<T> | undefined;
    if (found !== undefined) return found;
    const informer = new SharedInformer(resource, this.#client.resource(resource), this.#options);
    this.#informers.set(id, informer as unknown as SharedInformer<KubeObject>);
    return informer;
  }

  /** Starts the informers that were asked for and do not run yet; they run until the signal is aborted. May be called again for new ones. */
  start(signal: AbortSignal): void {
    this.#refuseIfClosed("start the informers");
    this.#startIdle(signal);
  }

  /** Resolves when all started informers have synced. Rejects when one was stopped before that, or with the reason of the signal. */
  async waitForCacheSync(signal?: AbortSignal): Promise<void> {
    await Promise.all([...this.#started.keys()].map((informer) => informer.waitForSync(signal)));
  }

  /** Resolves when all started informers have ended. */
  get stopped(): Promise<void> {
    return Promise.all(this.#started.values()).then(() => {});
  }

  /** Stops all informers and resolves when they have ended. May be repeated. */
  async close(): Promise<void> {
    this.#closed.abort();
    // Those that never ran end as well: somebody may wait for their sync.
    this.#startIdle(this.#closed.signal);
    await this.stopped;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #refuseIfClosed(attempt: string): void {
    if (!this.#closed.signal.aborted) return;
    throw new InformerError("SETPOINT_INFORMER_STOPPED", `${attempt} of a factory: it was closed`);
  }

  #startIdle(signal: AbortSignal): void {
    for (const informer of this.#informers.values()) {
      if (!this.#started.has(informer)) this.#started.set(informer, this.#run(informer, signal));
    }
  }

  async #run(informer: SharedInformer<KubeObject>, signal: AbortSignal): Promise<void> {
    using scope = linkSignals(signal, this.#closed.signal);
    const { log = silentLogger } = this.#options;
    try {
      await informer.run({ signal: scope.signal });
    } catch (error) {
      log.error("An informer failed", { kind: informer.resource.kind, error });
    }
  }
}
