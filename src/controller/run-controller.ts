import { abortable, formatDuration, linkSignals, nextTurn, onAbort, runAll } from "../async/index.ts";
import type { Clock, Random } from "../async/index.ts";
import type { Client } from "../client/index.ts";
import type { ResourceEventHandler, SharedInformer } from "../informer/index.ts";
import { formatKey, keyOf } from "../model/index.ts";
import type { KubeObject } from "../model/index.ts";
import type { Logger, Metrics } from "../observe/index.ts";
import { WorkQueue } from "../queue/index.ts";
import type { Lease } from "../queue/index.ts";
import { controllerDefaults } from "./defaults.ts";
import type { ControllerDefinition } from "./definition.ts";
import { ControllerError } from "./errors.ts";
import { ObjectWriter } from "./object-writer.ts";
import { failureOf, outcomeOf } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";
import { OwnEchoes } from "./own-echoes.ts";
import { reconcileObject } from "./reconcile-object.ts";
import { ReconcileMetrics } from "./reconcile-metrics.ts";

/** What a controller runs with. All of it is borrowed; somebody else runs the informer. */
export interface ControllerDependencies<T extends KubeObject = KubeObject> {
  readonly client: Client;
  readonly informer: SharedInformer<T>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics?: Metrics | undefined;
  /** How long to wait, when stopping, for reconciles that run. Default: 30 s. */
  readonly gracefulShutdownMs?: number | undefined;
}

/**
 * Runs a controller until the signal is aborted. One key is never reconciled twice at once, no change is lost while it is; a failure is
 * tried again with a growing delay. On abort the reconciles that run are told to stop and awaited; if some do not end in time, it rejects with
 * `SETPOINT_CONTROLLER_STUCK`, which names them.
 */
export async function runController<T extends KubeObject>(
  definition: ControllerDefinition<T>,
  dependencies: ControllerDependencies<T>,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  await new ControllerRun(definition, dependencies).run(signal);
}

class ControllerRun<T extends KubeObject> {
  readonly #definition: ControllerDefinition<T>;
  readonly #dependencies: ControllerDependencies<T>;
  readonly #queue: WorkQueue;
  readonly #echoes: OwnEchoes<T>;
  readonly #writer: ObjectWriter<T>;
  readonly #log: Logger;
  readonly #metrics: ReconcileMetrics | undefined;
  /** Every run that has not ended, by key. */
  readonly #running = new Map<string, Promise<void>>();
  /** Aborted when nobody waits for the runs any more. */
  readonly #abandoned = new AbortController();

  constructor(definition: ControllerDefinition<T>, dependencies: ControllerDependencies<T>) {
    const { client, informer, clock, random, log, metrics } = dependencies;
    const { name } = definition;
    this.#definition = definition;
    this.#dependencies = dependencies;
    this.#queue = new WorkQueue({ clock, random, ...(metrics && { metrics: { registry: metrics, name } }) });
    this.#echoes = new OwnEchoes((object) => this.#queue.add(formatKey(keyOf(object))));
    const { signal } = this.#abandoned;
    this.#writer = new ObjectWriter({ definition, client, informer, clock, echoes: this.#echoes, signal });
    this.#log = log.with({ controller: name });
    this.#metrics = metrics && new ReconcileMetrics(metrics, name);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { informer } = this.#dependencies;
    const { workers } = this.#definition;
    using _queue = this.#queue;
    using registration = informer.addHandler(this.#handler);
    try {
      await registration.waitForSync(signal);
      const work = (stop: AbortSignal): Promise<void> => this.#work(stop);
      const onStopError = (error: unknown): void => this.#log.warn("A worker failed while stopping", { error });
      await runAll(new Array<typeof work>(workers).fill(work), { signal, onStopError });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.#queue.shutDownNow();
      await this.#waitForRunning();
    }
  }

  readonly #handler: ResourceEventHandler<T> = {
    add: (_object, { key }) => this.#queue.add(key),
    update: (old, current, { key }) => {
      const isNew = old.metadata.resourceVersion !== current.metadata.resourceVersion;
      if (isNew) this.#echoes.hear(current);
      else this.#queue.add(key);
    },
    delete: (object, { key }) => {
      this.#echoes.ended(object, key);
      this.#queue.add(key);
    },
  };

  async #work(stop: AbortSignal): Promise<void> {
    for (let runs = 1; ; runs++) {
      const lease = await this.#queue.take(stop);
      if (lease === undefined) return;
      await this.#begin(lease, stop);
      // Reconciles that wait for nothing would keep timers, sockets and signals from ever being served.
      if (runs % controllerDefaults.runsPerTurn === 0) await nextTurn();
    }
  }

  /** Waits for the end of a run, but not for one that is overdue: the key stays on its lease then, and the worker goes on with others. */
  async #begin(lease: Lease<string>, stop: AbortSignal): Promise<void> {
    const { promise: overdue, resolve: onOverdue } = Promise.withResolvers<void>();
    const ended = this.#run(lease, stop, onOverdue).finally(() => {
      // The lease went back first: the key may be in work again.
      if (this.#running.get(lease.key) === ended) this.#running.delete(lease.key);
    });
    this.#running.set(lease.key, ended);
    await abortable(Promise.race([ended, overdue]), stop);
  }

  async #run(lease: Lease<string>, stop: AbortSignal, onOverdue: () => void): Promise<void> {
    using _lease = lease;
    const { clock } = this.#dependencies;
    const { reconcileTimeoutMs } = this.#definition;
    const log = this.#log.with({ key: lease.key });
    using scope = linkSignals(stop);
    const begin = clock.monotonic();
    let isOverdue = false;
    using timer = clock.setTimeout(() => {
      isOverdue = true;
      const limit = formatDuration(reconcileTimeoutMs);
      log.error(`A reconcile takes longer than ${limit} and is told to stop; its key waits until it ends`);
      scope.abort(new DOMException(`The reconcile of ${lease.key} took longer than ${limit}`, "TimeoutError"));
      onOverdue();
    }, reconcileTimeoutMs);
    // Whoever was told to stop has no time left to run out.
    using _stopped = onAbort(stop, () => timer.cancel());
    let outcome: Outcome;
    try {
      outcome = outcomeOf(await this.#reconcile(lease.key, { log, signal: scope.signal }));
    } catch (error) {
      if (stop.aborted) {
        log.debug("A reconcile ended because the controller stops", { error });
        return;
      }
      outcome = failureOf(error, isOverdue);
    }
    this.#metrics?.ended(outcome.result, clock.monotonic() - begin);
    this.#settle(lease.key, outcome, log);
  }

  async #reconcile(
    key: string,
    { log, signal }: { readonly log: Logger; readonly signal: AbortSignal },
  ): ReturnType<typeof reconcileObject<T>> {
    const { client, clock, informer } = this.#dependencies;
    const object = informer.lister.get(key);
    if (object === undefined) return undefined;
    const run = { definition: this.#definition, client, clock, log, writer: this.#writer, signal };
    return reconcileObject(object, run);
  }

  /** Decides when the key is looked at again. The only place that does. */
  #settle(key: string, outcome: Outcome, log: Logger): void {
    const attempt = this.#queue.retries(key) + 1;
    switch (outcome.result) {
      case "success":
        this.#queue.forget(key);
        return;
      case "requeue_after":
        // At once, again and again, would be a loop without end: that is slowed down like a failure.
        if (outcome.afterMs <= 0) break;
        this.#queue.forget(key);
        this.#queue.addAfter(key, outcome.afterMs);
        return;
      case "terminal_error":
        log.error("A reconcile failed for good and waits for the next change", { error: outcome.error });
        this.#queue.forget(key);
        return;
      case "conflict":
        // What the controller knew was old: a matter of time, not a failure.
        log[attempt < controllerDefaults.notableConflicts ? "debug" : "warn"](
          "The object has changed meanwhile; the reconcile is tried again",
          { attempt, error: outcome.error },
        );
        break;
      case "timeout":
        log.info("A reconcile that was told to stop has ended and is tried again", { attempt, error: outcome.error });
        break;
      case "error":
        log.error("A reconcile failed and is tried again", { attempt, error: outcome.error });
    }
    this.#queue.addRateLimited(key);
  }

  async #waitForRunning(): Promise<void> {
    if (this.#running.size === 0) return;
    const { clock, gracefulShutdownMs = controllerDefaults.gracefulShutdownMs } = this.#dependencies;
    const patience = Promise.withResolvers<void>();
    using _timer = clock.setTimeout(patience.resolve, gracefulShutdownMs);
    await Promise.race([Promise.all(this.#running.values()), patience.promise]);
    if (this.#running.size === 0) return;
    const keys = [...this.#running.keys()].join(", ");
    const error = new ControllerError(
      "SETPOINT_CONTROLLER_STUCK",
      `Stop the controller ${this.#definition.name}: these reconciles were told to stop and have not ended within ${formatDuration(gracefulShutdownMs)}: ${keys}`,
    );
    this.#abandoned.abort(error);
    throw error;
  }
}
