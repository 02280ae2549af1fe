import type { KubeObject, Resource } from "../model/index.ts";
import { Hook, silentLogger } from "../observe/index.ts";
import type { Logger } from "../observe/index.ts";
import type { IndexFailure } from "./indexed-store.ts";
import type { InformerFailure } from "./informer-failure.ts";
import { InformerMetrics } from "./informer-metrics.ts";
import type { InformerSizes } from "./informer-metrics.ts";
import type { SharedInformerOptions } from "./informer-options.ts";
import { isTooOld } from "./recovery.ts";
import type { Change } from "./resource-event-handler.ts";

/** Where an informer says what happens to it: each failure is logged, counted and an event, in one place. */
export class InformerReports<T extends KubeObject> {
  readonly log: Logger;
  readonly #resource: Resource<T>;
  readonly #metrics: InformerMetrics | undefined;
  readonly #failures: Hook<InformerFailure>;

  constructor(resource: Resource<T>, { log = silentLogger, metrics, onError }: SharedInformerOptions<T>) {
    this.log = log.with({ kind: resource.kind });
    this.#resource = resource;
    this.#metrics = metrics && new InformerMetrics(metrics, resource);
    this.#failures = new Hook({ onError: (error) => this.log.error("A listener for failures failed", { error }) });
    if (onError !== undefined) this.onFailure(onError);
  }

  onFailure(listener: (failure: InformerFailure) => void): Disposable {
    return this.#failures.subscribe(listener);
  }

  readonly serverFailed = (error: unknown): void => {
    this.log[isTooOld(error) ? "info" : "warn"]("The informer was interrupted", { error });
    this.#failed("server", error);
  };

  readonly handlerFailed = (error: unknown, { type, key }: Change<T>): void => {
    this.log.error("A handler failed", { event: type, key, error });
    this.#failed("handler", error, key);
  };

  readonly indexFailed = (error: unknown, { index, key }: IndexFailure): void => {
    this.log.error("An index function failed", { index, key, error });
    this.#failed("index", error, key);
  };

  readonly projectionFailed = (error: unknown, { key }: { readonly key: string }): void => {
    this.log.error("A projection failed, and the object is kept whole", { key, error });
    this.#failed("projection", error, key);
  };

  readonly stopFailed = (error: unknown): void => this.log.error("The informer failed while stopping", { error });

  readonly merged = (): void => this.#metrics?.merged();

  changed(type: Change["type"]): void {
    this.#metrics?.changed(type);
  }

  /** Shows the sizes at each scrape until it is disposed. */
  follow(measure: () => InformerSizes): Disposable | undefined {
    return this.#metrics?.follow(measure);
  }

  #failed(source: InformerFailure["source"], error: unknown, key?: string): void {
    this.#metrics?.failed(source);
    if (this.#failures.active) this.#failures.emit({ source, resource: this.#resource, key, error });
  }
}
