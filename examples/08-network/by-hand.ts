import { runAll } from "setpoint";
import { parseDuration, realClock } from "setpoint/async";
import type { Clock, Duration } from "setpoint/async";
import type { Client, ResourceClient } from "setpoint/client";
import { InformerFactory } from "setpoint/informer";
import type { Lister, SharedInformer } from "setpoint/informer";
import { deepEqual, formatKey, keyOf } from "setpoint/model";
import { silentLogger } from "setpoint/observe";
import type { Logger } from "setpoint/observe";
import { WorkQueue } from "setpoint/queue";
import { ensureNetwork, isFinal, removeNetwork } from "./ensure-network.ts";
import type { ActualNetwork } from "./ensure-network.ts";
import type { NetworkApi } from "./network-api.ts";
import { failedStatus, readyStatus } from "./network-status.ts";
import type { NetworkStatus } from "./network-status.ts";
import { Network } from "./network.ts";

/** What the controller works with. */
export interface NetworkControllerParts {
  readonly client: Client;
  /** Shared by all controllers of a process, so that there is one watch for each kind. Whoever made it also starts it. */
  readonly factory: InformerFactory;
  readonly api: NetworkApi;
  /** How often to look whether somebody changed the service's copy. Default: 30 s. */
  readonly driftCheck?: Duration | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Logger | undefined;
}

/** While this is on an object, the server only marks it as deleted, and waits for us. */
const finalizer = "samplecrd.k8s.io/networks-controller";

/** After so many failures in a row a key is left alone until the next look for drift. */
const maxRetries = 15;

/**
 * The controller of `controller.ts` once more, as it is written with client-go: what `defineController` does is spelled out here.
 *
 * Handlers put keys into the queue, and never objects: by the time a worker gets to it, an object would be old. A worker reads the newest state
 * from the lister, which is the informer's cache and costs no request, and writes through the client.
 */
class NetworkController {
  readonly #client: Client;
  readonly #api: NetworkApi;
  readonly #informer: SharedInformer<Network>;
  readonly #lister: Lister<Network>;
  readonly #queue: WorkQueue;
  readonly #driftCheckMs: number;
  readonly #log: Logger;

  constructor(parts: NetworkControllerParts) {
    const { client, factory, api, driftCheck = "30s", clock = realClock, log = silentLogger } = parts;
    this.#client = client;
    this.#api = api;
    this.#driftCheckMs = parseDuration(driftCheck, "NetworkController driftCheck");
    this.#log = log;
    // One lease for a key at a time, and retries that wait longer each time: the queue promises both.
    this.#queue = new WorkQueue({ clock });
    this.#informer = factory.informer(Network);
    this.#lister = this.#informer.lister;
    this.#informer.addHandler({
      add: (network) => this.#enqueue(network),
      update: (old, current) => {
        // A resync repeats what is known. The same version means that nothing happened.
        if (old.metadata.resourceVersion !== current.metadata.resourceVersion) this.#enqueue(current);
      },
      delete: (network) => this.#enqueue(network),
    });
  }

  /** Runs so many workers until the signal is aborted. What is in work then is told to stop; nothing is lost, the next start finds it. */
  async run(workers: number, signal: AbortSignal): Promise<void> {
    using _queue = this.#queue;
    const work = async (stop: AbortSignal): Promise<void> => {
      // Before the cache is complete, that an object is missing from it means nothing.
      await this.#informer.waitForSync(stop);
      await this.#runWorker(stop);
    };
    const tasks = Array.from({ length: workers }, () => work);
    await runAll(tasks, {
      signal,
      onStopError: (error) => this.#log.warn("a worker failed while stopping", { error }),
    });
  }

  #enqueue(network: Network): void {
    // Not rate-limited: an event is no failure, and must not make a busy object slow.
    this.#queue.add(formatKey(keyOf(network)));
  }

  async #runWorker(signal: AbortSignal): Promise<void> {
    while (await this.#processNextWorkItem(signal));
  }

  /** Works on one key. Says whether there may be another. */
  async #processNextWorkItem(signal: AbortSignal): Promise<boolean> {
    using lease = await this.#queue.take(signal);
    if (lease === undefined) return false;
    const { key } = lease;
    try {
      await this.#syncHandler(key, signal);
      // From now on the next failure is the first again.
      this.#queue.forget(key);
    } catch (error) {
      signal.throwIfAborted();
      this.#retry(key, error);
    }
    return true;
  }

  #retry(key: string, error: unknown): void {
    const retries = this.#queue.retries(key);
    // The commonest failure is a conflict: the cache was a moment behind our own last write. The next try reads a newer copy.
    if (!isFinal(error) && retries < maxRetries) {
      this.#log.info("sync failed, will try again", { key, retries, error });
      this.#queue.addRateLimited(key);
      return;
    }
    this.#log.error("sync failed, given up for now", { key, retries, error });
    this.#queue.forget(key);
    // Only a change of the object helps a spec that can't be; a service that is back helps everything else.
    if (!isFinal(error)) this.#queue.addAfter(key, this.#driftCheckMs);
  }

  /** Brings the service to what the object says, whatever happened to either: it looks at the state and not at the event. */
  async #syncHandler(key: string, signal: AbortSignal): Promise<void> {
    const found = this.#lister.get(key);
    // Gone, and its network with it: the finalizer came off only after that.
    if (found === undefined) return;
    if (found.metadata.deletionTimestamp !== undefined) {
      await this.#finalize(found, signal);
      return;
    }
    // First the finalizer, then the network: the other way round, a crash in between could leak the network.
    const network = await this.#withFinalizer(found, signal);
    const actual = await this.#ensure(network, signal);
    await this.#writeStatus(network, readyStatus(network, actual), signal);
    // The service tells nobody when somebody changes it, so we look again even if no event comes.
    this.#queue.addAfter(key, this.#driftCheckMs);
  }

  async #ensure(network: Network, signal: AbortSignal): Promise<ActualNetwork> {
    try {
      return await ensureNetwork(this.#api, network, { signal });
    } catch (error) {
      // Told to stop: that says nothing about the network.
      signal.throwIfAborted();
      await this.#writeStatus(network, failedStatus(network, error), signal);
      throw error;
    }
  }

  async #withFinalizer(network: Network, signal: AbortSignal): Promise<Network> {
    const { finalizers = [] } = network.metadata;
    if (finalizers.includes(finalizer)) return network;
    return this.#writeFinalizers(network, [...finalizers, finalizer], signal);
  }

  async #finalize(network: Network, signal: AbortSignal): Promise<void> {
    const { finalizers = [] } = network.metadata;
    if (!finalizers.includes(finalizer)) return;
    await removeNetwork(this.#api, network, { signal });
    const others = finalizers.filter((name) => name !== finalizer);
    await this.#writeFinalizers(network, others, signal);
  }

  /** A list is replaced whole. With the version that it was read at, nobody else's finalizer is lost: the server answers a conflict instead. */
  #writeFinalizers(network: Network, finalizers: readonly string[], signal: AbortSignal): Promise<Network> {
    const { name, resourceVersion } = network.metadata;
    return this.#networks(network).patch(name, { metadata: { resourceVersion, finalizers } }, { signal });
  }

  /** Writes only what differs: a write makes an event, and an event makes work. */
  async #writeStatus(network: Network, status: NetworkStatus, signal: AbortSignal): Promise<void> {
    if (deepEqual(network.status, status)) return;
    await this.#networks(network).updateStatus({ ...network, status }, { signal });
  }

  #networks({ metadata: { namespace } }: Network): ResourceClient<Network> {
    return this.#client.resource(Network, { namespace });
  }
}

/** Runs the controller as a program would: its factory, its informers, two workers. Disposing it ends them all. */
export function runByHand(parts: Omit<NetworkControllerParts, "factory">): AsyncDisposable {
  const { client, clock, log } = parts;
  const stop = new AbortController();
  const factory = new InformerFactory(client, { clock, log, resyncMs: 30_000 });
  const controller = new NetworkController({ ...parts, factory });
  // Handlers and informers first, then the start: nothing is missed.
  factory.start(stop.signal);
  const running = controller.run(2, stop.signal);
  // Whoever disposes gets the failure; until then it is nobody's.
  running.catch(() => {});
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await factory.close();
      await running;
    },
  };
}
