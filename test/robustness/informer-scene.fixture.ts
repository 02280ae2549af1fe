import assert from "node:assert/strict";
import { nextTurn, seededRandom, VirtualClock } from "../../src/async/index.ts";
import type { Random } from "../../src/async/index.ts";
import { ApiServer, MemoryStore } from "../../src/apiserver/index.ts";
import type { ServerRequest } from "../../src/apiserver/index.ts";
import { Client } from "../../src/client/index.ts";
import type { ResourceClient, Transport } from "../../src/client/index.ts";
import { SharedInformer } from "../../src/informer/index.ts";
import type { InformerFailure, SharedInformerOptions } from "../../src/informer/index.ts";
import { MetricsRegistry } from "../../src/observe/index.ts";
import { TransportFaults } from "../../src/testing/index.ts";
import { ConfigMap } from "../../src/types/core/v1/index.ts";
import type { ConfigMap as Map } from "../../src/types/core/v1/index.ts";
import { InformerWitness, statesOf } from "./informer-witness.ts";
import type { WitnessOptions } from "./informer-witness.ts";

/** What an informer has asked of the server, and when. */
export interface Asked {
  readonly what: "list" | "page" | "stream" | "watch";
  readonly path: string;
  readonly atMs: number;
}

/** What a scene begins with. */
export interface SceneOptions extends WitnessOptions, Omit<SharedInformerOptions<Map>, "clock" | "random" | "metrics"> {
  readonly seed?: number | undefined;
  readonly store?: MemoryStore | undefined;
  /** Stands between the informer and everything else. */
  readonly wrap?: ((transport: Transport, scene: InformerScene) => Transport) | undefined;
  /** Whether the informer asks for protobuf. Default: no, since faults are planned by the bytes and lines of JSON. */
  readonly protobuf?: boolean | undefined;
  /** Config maps that are there before the informer. */
  readonly names?: readonly string[] | undefined;
}

const giveUpAfterMs = 60 * 60_000;
const stepMs = 10_000;

/**
 * An embedded server, and an informer of its config maps with three who listen: one that is quick, one that takes its time, and a reader of
 * the stream. All on virtual time and from one seed, joined by function calls. Faults are `server.faults` and those of the way, `faults`;
 * whoever writes is not troubled by them.
 */
export class InformerScene implements AsyncDisposable {
  readonly clock = new VirtualClock({ settleTurns: 8 });
  readonly random: Random;
  readonly metrics = new MetricsRegistry();
  readonly faults = new TransportFaults();
  readonly asked: Asked[] = [];
  readonly failures: InformerFailure[] = [];
  /** The quick one. */
  readonly witness: InformerWitness<Map>;
  readonly informer: SharedInformer<Map>;
  /** The writer's. */
  readonly maps: ResourceClient<Map>;
  readonly #others: readonly [slow: InformerWitness<Map>, reader: InformerWitness<Map>];
  readonly #store: MemoryStore;
  readonly #stop = new AbortController();
  #server: ApiServer;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(server: ApiServer, store: MemoryStore, options: SceneOptions) {
    const {
      seed = 1,
      wrap = (transport) => transport,
      mayGoBack,
      names: _,
      store: __,
      protobuf = false,
      ...informing
    } = options;
    this.#server = server;
    this.#store = store;
    this.random = seededRandom(`scene ${seed}`);
    const witness = (): InformerWitness<Map> => new InformerWitness<Map>({ mayGoBack });
    this.witness = witness();
    this.#others = [witness(), witness()];
    const { clock, metrics } = this;
    const access = { token: server.token, namespace: "default", clock };
    this.maps = Client.over((request) => this.#server.handle(request), access)
      .resource(ConfigMap)
      .inNamespace();
    const troubled = wrap(
      this.faults.wrap((request) => this.#server.handle(request)),
      this,
    );
    const source = Client.over(
      (request) => {
        this.asked.push({ what: kindOf(request), path: request.path, atMs: clock.monotonic() });
        return troubled(request);
      },
      { ...access, protobuf },
    );
    const random = seededRandom(seed);
    this.informer = new SharedInformer(ConfigMap, source.resource(ConfigMap).inNamespace(), {
      ...informing,
      clock,
      random,
      metrics,
    });
    this.informer.onError((failure) => this.failures.push(failure));
  }

  /** A scene whose informer runs. */
  static async start(options: SceneOptions = {}): Promise<InformerScene> {
    const scene = await InformerScene.open(options);
    scene.begin();
    return scene;
  }

  /** A scene whose informer does not run yet. */
  static async open(options: SceneOptions = {}): Promise<InformerScene> {
    const { store = new MemoryStore(), seed = 1, names = [] } = options;
    const server = await ApiServer.start({ store, random: seededRandom(`server ${seed}`) });
    const scene = new InformerScene(server, store, options);
    await scene.restart();
    for (const name of names) await scene.maps.create({ metadata: { name } });
    return scene;
  }

  /** Runs the informer. */
  begin(): void {
    this.#running = this.#run();
  }

  get server(): ApiServer {
    return this.#server;
  }

  /** Ends the server and starts another, by default on its store. */
  async restart(store: MemoryStore = this.#store): Promise<void> {
    await this.#server.close();
    const { clock, random } = this;
    this.#server = await ApiServer.start({ store, clock, random, token: this.#server.token });
  }

  /** What the informer has asked for in this way. */
  count(...what: readonly Asked["what"][]): number {
    return this.asked.filter((asked) => what.includes(asked.what)).length;
  }

  /** Lets time pass, and everything happen that can happen then. */
  async pass(ms: number): Promise<void> {
    await this.clock.advance(ms);
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  }

  /** Lets time pass until the informer has followed the server, in vain for an hour at most, and checks everything. */
  async settle(): Promise<void> {
    for (let passed = 0; passed < giveUpAfterMs && !(await this.#hasFollowed()); passed += stepMs)
      await this.pass(stepMs);
    // Whoever is slow has its time as well.
    await this.pass(60_000);
    await this.check();
  }

  /** Throws unless the cache and its indexes are what the server has, and so is what everybody was told. */
  async check(): Promise<void> {
    const { items } = await this.maps.list();
    const { lister, indexer } = this.informer;
    assert.deepEqual(statesOf(lister.list()), statesOf(items));
    assert.deepEqual(statesOf(indexer.byIndex("namespace", "default")), statesOf(items));
    for (const witness of [this.witness, ...this.#others]) witness.check(items);
  }

  /** The value of a metric, all its labels added up that contain `label`. */
  metric(name: string, label = ""): number {
    const lines = this.metrics.text().split("\n");
    const samples = lines.filter((line) => line.startsWith(`${name}{`) && line.includes(label));
    return samples.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.#server.close();
    // A call of the slow one may be under way.
    await this.clock.advance(1_000);
    assert.equal(this.clock.pending, 0, "timers are left");
  }

  async #run(): Promise<void> {
    const [slow, reader] = this.#others;
    const { signal } = this.#stop;
    const afterwards = async (work: () => void): Promise<void> => {
      await this.clock.sleep(100);
      work();
    };
    this.informer.addHandler(this.witness);
    this.informer.addHandler({
      add: (object) => afterwards(() => slow.add(object)),
      update: (old, current) => afterwards(() => slow.update(old, current)),
      delete: (object, info) => afterwards(() => slow.delete(object, info)),
    });
    const read = async (): Promise<void> => {
      for await (const change of this.informer.changes({ signal })) reader.take(change);
    };
    await Promise.all([read(), this.informer.run({ signal })]);
  }

  async #hasFollowed(): Promise<boolean> {
    if (!this.informer.hasSynced || this.informer.state !== "watching") return false;
    const { items } = await this.maps.list();
    const version = (objects: readonly Map[]): string =>
      objects
        .map(({ metadata }) => `${metadata.uid ?? ""}@${metadata.resourceVersion ?? ""}`)
        .toSorted()
        .join();
    return version(items) === version(this.informer.lister.list());
  }
}

function kindOf({ path }: ServerRequest): Asked["what"] {
  if (path.includes("sendInitialEvents=")) return "stream";
  if (path.includes("watch=")) return "watch";
  return path.includes("continue=") ? "page" : "list";
}
