import type { KubeObject, Resource } from "../model/index.ts";
import type { Indexer } from "./indexer.ts";
import type { SharedInformerOptions } from "./informer-options.ts";
import type { ListWatch } from "./list-watch.ts";
import type { Lister } from "./lister.ts";
import type { HandlerOptions, HandlerRegistration, ResourceEventHandler, Syncing } from "./resource-event-handler.ts";
import { SharedInformer } from "./shared-informer.ts";
import type { InformerState } from "./shared-informer.ts";

/** How an informer of one's own works. */
export interface InformerOptions<T extends KubeObject> extends SharedInformerOptions<T>, HandlerOptions {
  readonly handler: ResourceEventHandler<T>;
}

/** A local copy of one collection for one who needs it alone: one handler, from the beginning. All else is as with a `SharedInformer`. */
export class Informer<T extends KubeObject> implements Syncing {
  readonly #informer: SharedInformer<T>;
  readonly #registration: HandlerRegistration;

  constructor(
    resource: Resource<T>,
    source: ListWatch<NoInfer<T>>,
    { handler, maxPending, ...options }: InformerOptions<NoInfer<T>>,
  ) {
    this.#informer = new SharedInformer(resource, source, options);
    this.#registration = this.#informer.addHandler(handler, { maxPending });
  }

  get indexer(): Indexer<T> {
    return this.#informer.indexer;
  }

  get lister(): Lister<T> {
    return this.#informer.lister;
  }

  get state(): InformerState {
    return this.#informer.state;
  }

  /** Why the server could not be reached last, until it could. */
  get lastError(): unknown {
    return this.#informer.lastError;
  }

  /** Whether the handler was called for all of the first list. */
  get hasSynced(): boolean {
    return this.#registration.hasSynced;
  }

  async waitForSync(signal?: AbortSignal): Promise<void> {
    await this.#registration.waitForSync(signal);
  }

  /** Runs until the signal is aborted. May be called again afterwards. */
  async run(options: { readonly signal: AbortSignal }): Promise<void> {
    await this.#informer.run(options);
  }
}
