import { linkSignals } from "../async/index.ts";
import type { KubeObject, Resource } from "../model/index.ts";
import { silentLogger } from "../observe/index.ts";
import { InformerError } from "./errors.ts";
import type { NamespacedSource } from "./feeds.ts";
import type { SharedInformerOptions } from "./informer-options.ts";
import { narrowed } from "./informer-scope.ts";
import type { InformerScope, RequestTweak } from "./informer-scope.ts";
import type { ListWatch, ListWatchClient } from "./list-watch.ts";
import type { Projection } from "./projection.ts";
import type { Syncing } from "./resource-event-handler.ts";
import { SharedInformer } from "./shared-informer.ts";

/** Where a factory gets the collections of its informers, whole or of one namespace. A client satisfies it. */
export interface InformerClient extends ListWatchClient {
  resource<T extends KubeObject>(
    resource: Resource<T>,
    options?: { readonly namespace?: string | undefined },
  ): ListWatch<T>;
}

/** Which informer is wanted. What is given here counts before what the factory was given. */
export interface InformerRequest<T extends KubeObject = KubeObject, R extends KubeObject = T> extends InformerScope {
  readonly tweak?: RequestTweak | undefined;
  /** Makes of each object what is kept. Default: all of it. */
  readonly project?: Projection<T, R> | undefined;
}

/** How all informers of a factory work, and what they follow unless something else is asked for. */
export interface InformerFactoryOptions extends Omit<SharedInformerOptions, "project" | "bound"> {
  /** The namespaces to follow, one list and watch each. Default: the whole cluster. Kinds that have no namespaces are followed as they are. */
  readonly namespaces?: readonly string[] | undefined;
  readonly tweak?: RequestTweak | undefined;
}

interface Run {
  readonly ended: Promise<void>;
  readonly stop: AbortController;
  isEnded: boolean;
}

/** One informer for each resource, namespace, choice and tweak, shared by all who ask for it, started and stopped together. */
export class InformerFactory implements AsyncDisposable {
  readonly #client: InformerClient;
  readonly #options: InformerFactoryOptions;
  readonly #informers = new Map<string, SharedInformer<KubeObject>>();
  readonly #runs = new Map<SharedInformer<KubeObject>, Run>();
  /** What tweaks and projections are called in the names of informers. */
  readonly #numbers = new Map<object, number>();
  readonly #namespaces: Set<string> | undefined;
  readonly #closed = new AbortController();

  constructor(client: InformerClient, options: InformerFactoryOptions = {}) {
    this.#client = client;
    this.#options = options;
    this.#namespaces = options.namespaces && new Set(options.namespaces);
  }

  /** The informer of a resource. That of a dynamic resource is the same one: its objects are, too. */
  informer<T extends KubeObject, R extends KubeObject = T>(
    resource: Resource<T>,
    request: InformerRequest<T, R> = {},
  ): SharedInformer<R> {
    this.#refuseIfClosed(`ask for the informer of ${resource.plural}`);
    const { tweak, project, ...scope } = this.#wanted(resource, request);
    const id = this.#idOf(resource, request);
    const found = this.#informers.get(id) as SharedInformer<R> | undefined;
    if (found !== undefined) return found;
    const { namespaces: _, tweak: _default, ...shared } = this.#options;
    const options = { ...shared, scope };
    const source = this.#sourceOf(resource, scope, tweak);
    const informer =
      project === undefined
        ? (new SharedInformer<T>(resource, source, options) as unknown as SharedInformer<R>)
        : SharedInformer.projecting<T, R>(resource, source, { ...options, project });
    this.#informers.set(id, informer as unknown as SharedInformer<KubeObject>);
    return informer;
  }

  /** Stops an informer and forgets it: the next who asks gets a new one. Says whether there was one. */
  async remove<T extends KubeObject, R extends KubeObject = T>(
    resource: Resource<T>,
    request: InformerRequest<T, R> = {},
  ): Promise<boolean> {
    const id = this.#idOf(resource, request);
    const informer = this.#informers.get(id);
    if (informer === undefined) return false;
    this.#informers.delete(id);
    const run = this.#runs.get(informer);
    this.#runs.delete(informer);
    run?.stop.abort();
    // One that never ran ends as well: somebody may wait for its sync.
    if (informer.state === "idle") await this.#run(informer, [AbortSignal.abort()]);
    await run?.ended;
    return true;
  }

  /** Follows one more namespace with all informers that go by the factory's namespaces, also with those that are yet to come. */
  addNamespace(namespace: string): Syncing {
    this.#namespacesOrThrow(`follow the namespace ${namespace}`).add(namespace);
    const parts = [...this.#informers.values()]
      .filter(({ isNamespaced }) => isNamespaced)
      .map((informer) => informer.syncOf(namespace) ?? informer.addNamespace(namespace));
    return {
      get hasSynced() {
        return parts.every(({ hasSynced }) => hasSynced);
      },
      waitForSync: async (signal) => void (await Promise.all(parts.map((part) => part.waitForSync(signal)))),
    };
  }

  /** Leaves a namespace with all informers that go by the factory's namespaces. Says whether it was followed. */
  removeNamespace(namespace: string): boolean {
    const isKnown = this.#namespacesOrThrow(`leave the namespace ${namespace}`).delete(namespace);
    for (const informer of this.#informers.values()) {
      if (informer.isNamespaced) informer.removeNamespace(namespace);
    }
    return isKnown;
  }

  /** Starts the informers that were asked for and do not run; they run until the signal is aborted. May be called again, for new and for stopped ones. */
  start(signal: AbortSignal): void {
    this.#refuseIfClosed("start the informers");
    this.#startIdle(signal);
  }

  /** Resolves when all started informers have synced. Rejects when one was stopped before that, or with the reason of the signal. */
  async waitForCacheSync(signal?: AbortSignal): Promise<void> {
    await Promise.all([...this.#runs.keys()].map((informer) => informer.waitForSync(signal)));
  }

  /** The resources whose informers were started and have not synced, sorted: what a wait is waiting for. */
  get unsynced(): readonly string[] {
    const waiting = [...this.#runs.keys()].filter(({ hasSynced }) => !hasSynced);
    return waiting.map(({ resource: { group, plural } }) => (group === "" ? plural : `${plural}.${group}`)).sort();
  }

  /** Resolves when all started informers have ended. */
  get stopped(): Promise<void> {
    return Promise.all([...this.#runs.values()].map(({ ended }) => ended)).then(() => {});
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

  #wanted<T extends KubeObject, R extends KubeObject>(
    resource: Resource<T>,
    request: InformerRequest<T, R>,
  ): InformerRequest<T, R> {
    const { scope, tweak } = this.#options;
    const wanted = { ...scope, ...(tweak && { tweak }), ...request };
    // No object of such a kind is in a namespace.
    return resource.scope === "Cluster" ? { ...wanted, namespace: undefined } : wanted;
  }

  #idOf<T extends KubeObject, R extends KubeObject>(resource: Resource<T>, request: InformerRequest<T, R>): string {
    const { group, version, plural } = resource;
    const { namespace, labelSelector = "", fieldSelector = "", tweak, project } = this.#wanted(resource, request);
    const isNothing = typeof labelSelector !== "string" && labelSelector.isNothing;
    const selectors = [String(labelSelector), isNothing, String(fieldSelector)];
    return JSON.stringify([group, version, plural, namespace, selectors, this.#number(tweak), this.#number(project)]);
  }

  #number(of: object | undefined): number {
    if (of === undefined) return 0;
    const number = this.#numbers.get(of) ?? this.#numbers.size + 1;
    this.#numbers.set(of, number);
    return number;
  }

  #sourceOf<T extends KubeObject>(
    resource: Resource<T>,
    scope: InformerScope,
    tweak: RequestTweak | undefined,
  ): ListWatch<T> | NamespacedSource<T> {
    const inNamespace = (namespace: string | undefined): ListWatch<T> =>
      narrowed(this.#client.resource(resource, { namespace }), scope, tweak);
    if (this.#namespaces === undefined || scope.namespace !== undefined || resource.scope === "Cluster") {
      return inNamespace(scope.namespace);
    }
    return { namespaces: [...this.#namespaces], inNamespace };
  }

  #namespacesOrThrow(attempt: string): Set<string> {
    if (this.#namespaces !== undefined) return this.#namespaces;
    throw new InformerError(
      "SETPOINT_INFORMER_NAMESPACE",
      `${attempt} with a factory: expected one that was made with \`namespaces\``,
    );
  }

  #refuseIfClosed(attempt: string): void {
    if (!this.#closed.signal.aborted) return;
    throw new InformerError("SETPOINT_INFORMER_STOPPED", `${attempt} of a factory: it was closed`);
  }

  #startIdle(signal: AbortSignal): void {
    for (const informer of this.#informers.values()) {
      if (this.#runs.get(informer)?.isEnded === false) continue;
      const stop = new AbortController();
      const ended = this.#run(informer, [signal, stop.signal]).then(() => void (run.isEnded = true));
      const run: Run = { ended, stop, isEnded: false };
      this.#runs.set(informer, run);
    }
  }

  async #run(informer: SharedInformer<KubeObject>, signals: readonly AbortSignal[]): Promise<void> {
    using scope = linkSignals(...signals, this.#closed.signal);
    const { log = silentLogger } = this.#options;
    try {
      await informer.run({ signal: scope.signal });
    } catch (error) {
      log.error("An informer failed", { kind: informer.resource.kind, error });
    }
  }
}
