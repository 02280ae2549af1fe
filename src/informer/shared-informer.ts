import { realClock } from "../async/index.ts";
import { formatKey } from "../model/index.ts";
import type { KubeObject, ObjectKey, Resource } from "../model/index.ts";
import { Audience } from "./audience.ts";
import type { ChangesOptions } from "./audience.ts";
import type { Delta } from "./delta.ts";
import type { KnownObjects } from "./delta-fifo.ts";
import { InformerError } from "./errors.ts";
import { Feed } from "./feed.ts";
import type { FeedState } from "./feed.ts";
import { Feeds } from "./feeds.ts";
import type { NamespacedSource } from "./feeds.ts";
import { IndexedStore } from "./indexed-store.ts";
import type { StoreBound } from "./indexed-store.ts";
import type { Indexer } from "./indexer.ts";
import { identityOf } from "./identity.ts";
import type { Identity } from "./identity.ts";
import type { InformerFailure } from "./informer-failure.ts";
import { checkedPeriod } from "./informer-options.ts";
import type { SharedInformerOptions } from "./informer-options.ts";
import { InformerReports } from "./informer-reports.ts";
import { scopeTest } from "./informer-scope.ts";
import type { ScopeTest } from "./informer-scope.ts";
import { Intake } from "./intake.ts";
import { Latch } from "./latch.ts";
import type { ListWatch } from "./list-watch.ts";
import { liveRead } from "./live-read.ts";
import { Lister } from "./lister.ts";
import { MetadataLister } from "./metadata-lister.ts";
import type { Hiding } from "./own-states.ts";
import type { Projection } from "./projection.ts";
import type {
  Change,
  HandlerOptions,
  HandlerRegistration,
  ResourceEventHandler,
  Syncing,
} from "./resource-event-handler.ts";
import { TaskGroup } from "./task-group.ts";

/** How an informer works that keeps something else than what the server has. */
export interface ProjectingOptions<T extends KubeObject, R extends KubeObject> extends Omit<
  SharedInformerOptions<R>,
  "project"
> {
  readonly project: Projection<T, R>;
}

/** What an informer is doing. */
export type InformerState = "idle" | FeedState | "stopped";

/**
 * A local copy of one collection, kept up to date, and those who want to hear of its changes.
 *
 * Nothing that the server, a handler or an index function does ends it; the copy stays readable while the server is away and after the end.
 * A change is in the copy before any handler hears of it. Every handler hears of everything, in the order in which it happened to each
 * object: for each presence of an object (a UID) one add, updates, one delete. One that has fallen far behind hears of the last state only.
 */
export class SharedInformer<T extends KubeObject> implements Syncing {
  readonly resource: Resource<T>;
  readonly indexer: Indexer<T>;
  readonly lister: Lister<T>;
  /** Metadata only, of the same objects. */
  readonly metadata: MetadataLister<T>;
  readonly #store: IndexedStore<T>;
  readonly #feeds: Feeds<T>;
  readonly #audience: Audience<T>;
  readonly #reports: InformerReports<T>;
  readonly #isInScope: ScopeTest;
  readonly #synced = new Latch();
  #group: TaskGroup | undefined;
  #isStopped = false;

  constructor(
    resource: Resource<T>,
    source: ListWatch<NoInfer<T>> | NamespacedSource<NoInfer<T>>,
    options: SharedInformerOptions<NoInfer<T>> = {},
  ) {
    const { clock = realClock, resyncMs = 0, bound, scope } = options;
    const reports = new InformerReports(resource, options);
    this.resource = resource;
    this.#reports = reports;
    this.#isInScope = scopeTest(scope);
    const intake = new Intake<T>({ ...options, onProjectionError: reports.projectionFailed });
    this.#store = new IndexedStore<T>({ bound: bound && taking(bound, intake), onIndexError: reports.indexFailed });
    this.indexer = this.#store;
    this.lister = new Lister(this.#store, resource, (namespace) => this.#follows(namespace, scope?.namespace));
    this.metadata = new MetadataLister(this.lister);
    this.#audience = new Audience({
      clock,
      log: reports.log,
      resyncMs: checkedPeriod("SharedInformer.resyncMs", resyncMs),
      present: () => this.#present(),
      onFailure: reports.handlerFailed,
      onMerged: reports.merged,
    });
    const shared = {
      resource,
      intake,
      apply: this.#apply,
      onSynced: () => this.#checkSynced(),
      onInterrupted: reports.serverFailed,
      onStopError: reports.stopFailed,
    };
    const make = (from: ListWatch<T>, known: KnownObjects<T>, namespace = scope?.namespace): Feed<T> => {
      const reflector = { ...options, log: reports.log, namespace };
      return new Feed<T>({ ...shared, reflector, source: from, known, read: liveRead(from, this.#isInScope) });
    };
    this.#feeds = new Feeds(source, this.#store, { make });
  }

  /** An informer that keeps something else than what the server has: the type of its objects says what. */
  static projecting<T extends KubeObject, R extends KubeObject>(
    resource: Resource<T>,
    source: ListWatch<NoInfer<T>> | NamespacedSource<NoInfer<T>>,
    { project, ...options }: ProjectingOptions<T, R>,
  ): SharedInformer<R> {
    // The source gives a `T`, and the projection makes an `R` of it before anybody sees it.
    const [kind, from, make] = [resource, source, project] as unknown as [Resource<R>, ListWatch<R>, Projection<R, R>];
    return new SharedInformer<R>(kind, from, { ...options, project: make });
  }

  /** Whether the first list is in the copy. Never becomes false again. Whether handlers have heard of it is theirs to say. */
  get hasSynced(): boolean {
    return this.#synced.isOpen;
  }

  /** With several namespaces, that of the one that is worst off. */
  get state(): InformerState {
    if (this.#isRunning) return this.#feeds.state;
    return this.#isStopped || this.#group !== undefined ? "stopped" : "idle";
  }

  /** Why the server could not be reached last, until it could. */
  get lastError(): unknown {
    return this.#feeds.lastError;
  }

  /** The version up to which the server was heard of. Empty before the first list, and where there are several namespaces. */
  get lastSyncResourceVersion(): string {
    return this.#feeds.lastSyncResourceVersion;
  }

  /** Whether it follows namespaces one by one, and not a collection as a whole. */
  get isNamespaced(): boolean {
    return this.#feeds.isNamespaced;
  }

  /** The namespaces that it follows one by one. Empty for one that follows a collection as a whole. */
  get namespaces(): readonly string[] {
    return this.#feeds.namespaces;
  }

  /** Adds a handler, at any time. It hears of what is there as initial adds, and then of each change, also after a stop and a new start. */
  addHandler(handler: ResourceEventHandler<T>, options: HandlerOptions = {}): HandlerRegistration {
    const loop = this.#audience.addHandler(handler, options);
    if (this.#isStopped) loop.stop();
    return loop;
  }

  /** What is there as initial adds, and then each change, until the signal is aborted, the reader leaves or the informer stops. */
  changes(options: ChangesOptions = {}): AsyncGenerator<Change<T>, void, void> {
    return this.#audience.changes(options);
  }

  /** Hears of each failure that the informer survives, until the result is disposed. */
  onError(listener: (failure: InformerFailure) => void): Disposable {
    return this.#reports.onFailure(listener);
  }

  /** Resolves once it has synced. Rejects when it was stopped before that. */
  async waitForSync(signal?: AbortSignal): Promise<void> {
    await this.#synced.wait(signal);
  }

  /**
   * Takes what an own write was answered with, before the server's stream tells it. It changes the copy, at once, and is told, only if it is
   * newer than what is known and part of what the informer follows; the stream's event of the same version then tells nothing. What the
   * stream does not tell within ten seconds is read from the server. An object whose last finalizer the write has taken is removed.
   * While the informer does not run nothing is taken: a start lists anyway. The same holds for `observeDeleted` and `observeAlive`.
   */
  observe(object: T): void {
    const feed = this.#feedOf(object);
    const identity = identityOf(object);
    const isInScope = this.#isInScope(object);
    if (isInScope === false) feed?.leave(identity);
    else if (isRemoved(object)) this.#hide(object, "gone");
    else if (isInScope ?? this.#isKnown(identity)) feed?.early(object);
  }

  /** Takes out what an own delete has removed, before the server's stream tells its end. What has finalizers is not removed: `observe` it. */
  observeDeleted(object: T): void {
    this.#hide(object, "deleted");
  }

  /** Brings back what `observeDeleted` took out: a read after the delete has found it. Does nothing once the stream has told its end. */
  observeAlive(object: T): void {
    this.#feedOf(object)?.reveal(object);
  }

  /** The object, read again if a bound has let go of it. `undefined` if there is none of that key. Rejects as the bound's `reread`. */
  async read(key: ObjectKey | string): Promise<T | undefined> {
    return await this.#store.read(typeof key === "string" ? key : formatKey(key));
  }

  /** Follows one more namespace; its objects are told as initial adds. Throws `SETPOINT_INFORMER_NAMESPACE` if it does already. */
  addNamespace(namespace: string): Syncing {
    const feed = this.#feeds.add(namespace, this.resource);
    if (this.#isStopped) feed.stop();
    this.#group?.start((signal) => feed.run(signal));
    return feed;
  }

  /** How far the first list of a followed namespace is. `undefined` if the informer does not follow it by itself. */
  syncOf(namespace: string): Syncing | undefined {
    return this.isNamespaced ? this.#feeds.of(namespace) : undefined;
  }

  /** Leaves a namespace: its objects are told as deleted, their final state unknown. Says whether it was followed. */
  removeNamespace(namespace: string): boolean {
    const keys = this.#feeds.remove(namespace);
    if (keys === undefined) return false;
    for (const key of keys) {
      const object = this.#store.last(key);
      if (object !== undefined) this.#apply(key, { type: "Deleted", object, isFinalStateUnknown: true }, false);
    }
    this.#checkSynced();
    return true;
  }

  /**
   * Runs until the signal is aborted, and returns when no handler is called any more. May be called again afterwards: it lists again then and
   * tells what is different. Throws `SETPOINT_INFORMER_STARTED` while it runs.
   */
  async run({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    if (this.#group !== undefined) {
      throw new InformerError("SETPOINT_INFORMER_STARTED", `run the informer of ${this.resource.plural}: it runs`);
    }
    using group = new TaskGroup({ signal, onStopError: this.#reports.stopFailed });
    using _sizes = this.#reports.follow(() => this.#sizes());
    this.#group = group;
    this.#isStopped = false;
    this.#synced.revive();
    this.#audience.start(group);
    for (const feed of this.#feeds) group.start((stop) => feed.run(stop));
    this.#checkSynced();
    try {
      await group.aborted();
      this.#stopped();
      await group.ended();
    } finally {
      this.#group = undefined;
    }
  }

  get #isRunning(): boolean {
    return this.#group?.signal.aborted === false;
  }

  #feedOf({ metadata }: T): Feed<T> | undefined {
    return this.#isRunning ? this.#feeds.of(metadata.namespace) : undefined;
  }

  #hide(object: T, how: Hiding): void {
    const identity = identityOf(object);
    // Nobody would ever tell the end of what is not followed.
    if (this.#isInScope(object) === true || this.#isKnown(identity)) this.#feedOf(object)?.hide(identity, how);
  }

  #follows(namespace: string, only = ""): boolean {
    return this.isNamespaced ? this.#feeds.of(namespace) !== undefined : only === "" || namespace === only;
  }

  #isKnown({ key }: Identity): boolean {
    return this.#store.state(key) !== undefined;
  }

  #stopped(): void {
    this.#isStopped = true;
    this.#synced.fail(
      new InformerError(
        "SETPOINT_INFORMER_STOPPED",
        `wait for the sync of the informer of ${this.resource.plural}: it was stopped`,
      ),
    );
    for (const feed of this.#feeds) feed.stop();
    this.#audience.stop();
  }

  readonly #apply = (key: string, { type, object, isFinalStateUnknown }: Delta<T>, isInitial: boolean): void => {
    if (type === "Deleted") {
      this.#store.delete(key);
      this.#tell({ type: "delete", key, object, isFinalStateUnknown });
    } else {
      const old = this.#store.set(key, object);
      this.#tell(
        old === undefined
          ? { type: "add", key, object, isInitial }
          : { type: "update", key, old, object, isResync: false },
      );
    }
  };

  #tell(change: Change<T>): void {
    this.#reports.changed(change.type);
    this.#audience.tell(change);
  }

  #checkSynced(): void {
    // Before the start there may be no namespace yet, which is not a first list.
    if (this.#synced.isOpen || !this.#isRunning || !this.#feeds.haveSynced) return;
    this.#synced.open();
    this.#audience.sourceSynced();
  }

  *#present(): Iterable<readonly [key: string, object: T]> {
    for (const key of this.#store.keys()) {
      const object = this.#store.last(key);
      if (object !== undefined) yield [key, object];
    }
  }

  #sizes(): { objects: number; queued: number; pending: number } {
    return { objects: this.#store.size, queued: this.#feeds.queued, pending: this.#audience.pending };
  }
}

/** Whether nothing holds an object back that is to be deleted: then the answer to the write was the last of it. */
function isRemoved({ metadata }: KubeObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers = [] } = metadata;
  return deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0 && finalizers.length === 0;
}

/** What is read again is kept as what is told: projected, read-only, without managed fields. */
function taking<T extends KubeObject>(bound: StoreBound<T>, intake: Intake<T>): StoreBound<T> {
  const reread = async (key: string): Promise<T | undefined> => {
    const object = await bound.reread(key);
    return object && intake.take(object);
  };
  return { ...bound, reread };
}
