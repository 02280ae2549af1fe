import { afterAll, test } from "vitest";
import { VirtualClock } from "../../src/async/index.ts";
import { Client, createHttpsTransport } from "../../src/client/index.ts";
import type { ResourceClient, Transport } from "../../src/client/index.ts";
import type { ClientConfig } from "../../src/config/index.ts";
import { SharedInformer } from "../../src/informer/index.ts";
import type { SharedInformerOptions } from "../../src/informer/index.ts";
import { MetricsRegistry } from "../../src/observe/index.ts";
import { ConfigMap, Namespace } from "../../src/types/core/v1/index.ts";
import type { ConfigMap as Map } from "../../src/types/core/v1/index.ts";
import { describeReal } from "../../tools/control-plane/describe-real.ts";
import { InformerWitness, statesOf } from "../robustness/informer-witness.ts";
import type { WitnessOptions } from "../robustness/informer-witness.ts";
import { startCuttingProxy } from "./cutting-proxy.fixture.ts";
import { OwnControlPlane } from "./informer-control-plane.fixture.ts";

const patience = { timeout: 120_000, interval: 50 };

interface FollowOptions extends WitnessOptions, SharedInformerOptions<Map> {
  readonly wrap?: ((transport: Transport) => Transport) | undefined;
}

/** An informer of the config maps of a namespace, over connections of its own, and one who listens to it. */
function follow(config: ClientConfig, options: FollowOptions = {}) {
  const { wrap = (transport) => transport, mayGoBack, clock, ...informing } = options;
  const transport = createHttpsTransport(config);
  const { token, namespace } = config;
  const asked: string[] = [];
  const through = wrap(transport.send);
  const logged: Transport = (request) => {
    asked.push(request.path);
    return through(request);
  };
  const client = Client.over(logged, { token, namespace, clock });
  const metrics = new MetricsRegistry();
  const source = client.resource(ConfigMap).inNamespace();
  const informer = new SharedInformer(ConfigMap, source, { ...informing, clock, metrics });
  const witness = new InformerWitness<Map>({ mayGoBack });
  informer.addHandler(witness);
  const stop = new AbortController();
  const running = informer.run({ signal: stop.signal });
  const counted = (name: string, label = ""): number => {
    const lines = metrics.text().split("\n");
    const samples = lines.filter((line) => line.startsWith(`reflector_${name}_total{`) && line.includes(label));
    return samples.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
  };
  const failures = (reason: string): number => counted("failures", `reason="${reason}"`);
  const close = async (): Promise<void> => {
    stop.abort();
    await running;
    await transport.close();
  };
  return { informer, witness, asked, failures, lists: () => counted("lists"), [Symbol.asyncDispose]: close };
}

/** Whether cache and server agree. An own client asks: the informer's way to the server may be broken. */
async function agrees(informer: SharedInformer<Map>, maps: ResourceClient<Map>): Promise<boolean> {
  const [cached, served] = [informer.lister.list(), (await maps.list()).items].map((list) => statesOf(list));
  return informer.hasSynced && JSON.stringify(cached) === JSON.stringify(served);
}

describeReal("an informer of a real server in trouble", () => {
  let shared: Promise<OwnControlPlane> | undefined;
  afterAll(async () => (await shared)?.[Symbol.asyncDispose]());

  /** The server of these tests, and a way past all trouble into a namespace that nobody else uses. */
  async function scene(namespace: string) {
    shared ??= OwnControlPlane.start();
    const plane = await shared;
    const config = { ...plane.config, namespace };
    const transport = createHttpsTransport(config);
    const direct = Client.over(transport.send, { token: config.token, namespace });
    await direct.resource(Namespace).create({ metadata: { name: namespace } });
    const maps = direct.resource(ConfigMap).inNamespace();
    for (const name of ["a", "b", "c", "d", "e"]) await maps.create({ metadata: { name } });
    return { plane, config, maps, [Symbol.asyncDispose]: () => transport.close() };
  }

  test("bytes that stop in both directions, and connections that are reset, lose nothing [informer/real-stall]", async ({
    expect,
  }) => {
    await using at = await scene("stall");
    const { config, maps } = at;
    await using proxy = await startCuttingProxy(Number(new URL(config.server).port));
    const clock = new VirtualClock();
    const through = { ...config, server: `https://127.0.0.1:${proxy.port}` };
    await using following = follow(through, { clock });
    const { informer, witness, failures } = following;
    /** Whether all agree, while time passes some twenty times as fast as it does. */
    const agree = async (): Promise<boolean> => {
      await clock.advance(1_000);
      return agrees(informer, maps);
    };
    // No time passes before it has synced: a machine that is slow is not to look like a server that is mute.
    await expect.poll(() => agrees(informer, maps), patience).toBe(true);
    expect(failures("MuteWatch")).toBe(0);
    expect(proxy.stall(), "the fault fired").toBeGreaterThan(0);
    await maps.create({ metadata: { name: "late" } });
    await maps.delete("a");
    await clock.advance(60_000);
    expect([informer.state, informer.lister.get("stall/late")]).toEqual(["watching", undefined]);
    // Five to ten minutes and a half, as long as a watch may last: nobody knows that bookmarks come before there was one.
    for (let passed = 0; passed < 570 && failures("MuteWatch") === 0; passed += 1) await clock.advance(1_000);
    expect(failures("MuteWatch")).toBe(1);
    await expect.poll(agree, patience).toBe(true);
    for (const name of ["b", "c", "d"]) {
      expect(proxy.cut(), "the fault fired").toBeGreaterThan(0);
      await maps.delete(name);
      await maps.create({ metadata: { name } });
      await expect.poll(agree, patience).toBe(true);
    }
    witness.check((await maps.list()).items);
    expect(witness.told.filter((line) => line.includes("/b"))).toEqual([
      "add stall/b",
      "delete stall/b",
      "add stall/b",
    ]);
  });

  test("a server that is killed and comes back without the version is listed once, and what happened unseen is told [informer/real-restart]", async ({
    expect,
  }) => {
    await using at = await scene("restart");
    const { plane, config, maps } = at;
    await using proxy = await startCuttingProxy(Number(new URL(config.server).port));
    await using cut = follow({ ...config, server: `https://127.0.0.1:${proxy.port}` });
    await using direct = follow(config);
    for (const { informer } of [cut, direct]) await expect.poll(() => agrees(informer, maps), patience).toBe(true);
    proxy.refuse(true);
    expect(proxy.cut(), "the fault fired").toBeGreaterThan(0);
    await maps.delete("a");
    await maps.create({ metadata: { name: "a" } });
    await maps.delete("b");
    await maps.patch("c", { data: { seen: "no" } });
    await expect.poll(() => agrees(direct.informer, maps), patience).toBe(true);
    await plane.kill("kube-apiserver");
    await expect.poll(() => direct.informer.lastError, patience).toBeDefined();
    expect(direct.informer.lister.list().length, "the cache stays readable").toBe(4);
    await plane.startApi();
    proxy.refuse(false);
    await maps.create({ metadata: { name: "after" } });
    for (const { informer, witness } of [cut, direct]) {
      await expect.poll(() => agrees(informer, maps), patience).toBe(true);
      witness.check((await maps.list()).items);
    }
    expect([cut.failures("Expired") > 0, cut.lists()], "its version was gone").toEqual([true, 2]);
    expect(cut.witness.told.filter((line) => line.includes("/a"))).toEqual([
      "add restart/a",
      "delete restart/a?",
      "add restart/a",
      "add restart/after",
    ]);
    expect(direct.witness.told.at(-1)).toBe("add restart/after");
  });

  test("a server that does not stream lists is read in pages, and again when it forgets them half way [informer/real-pages]", async ({
    expect,
  }) => {
    await using at = await scene("pages");
    const { plane, config, maps } = at;
    await plane.kill("kube-apiserver");
    await plane.startApi("--feature-gates=WatchList=false", "--etcd-compaction-interval=1s");
    let forgotten = 0;
    const late =
      (transport: Transport): Transport =>
      async (request) => {
        if (request.path.includes("continue=")) {
          await expect.poll(async () => (await plane.ask(request.path)).status, patience).toBe(410);
          forgotten += 1;
          await maps.delete("a");
        }
        return transport(request);
      };
    await using following = follow(config, { pageSize: 2, wrap: late });
    const { informer, witness, asked } = following;
    await expect.poll(() => agrees(informer, maps), patience).toBe(true);
    expect([forgotten, asked.some((path) => path.includes("sendInitialEvents="))]).toEqual([1, true]);
    await maps.create({ metadata: { name: "after" } });
    await expect.poll(() => agrees(informer, maps), patience).toBe(true);
    witness.check((await maps.list()).items);
    expect(witness.told).toEqual(["b", "c", "d", "e", "after"].map((name) => `add pages/${name}`));
  });

  test("a server that was restored from a backup is believed [informer/real-restored]", async ({ expect }) => {
    await using at = await scene("restored");
    const { plane, config, maps } = at;
    const restart = async (prepare: () => Promise<void>): Promise<void> => {
      for (const name of ["kube-apiserver", "etcd"] as const) await plane.kill(name);
      await prepare();
      await plane.startEtcd();
      await plane.startApi();
    };
    await restart(() => plane.backUp());
    const clock = new VirtualClock();
    await using following = follow(config, { mayGoBack: true, clock });
    const { informer, witness } = following;
    const agree = async (): Promise<boolean> => {
      await clock.advance(1_000);
      return agrees(informer, maps);
    };
    await expect.poll(agree, patience).toBe(true);
    await maps.delete("a");
    await maps.delete("b");
    await maps.create({ metadata: { name: "b" } });
    await maps.create({ metadata: { name: "new" } });
    for (let round = 0; round < 50; round += 1) await maps.patch("c", { data: { round: String(round) } });
    await expect.poll(agree, patience).toBe(true);
    const [told, version] = [witness.told.length, Number(informer.lastSyncResourceVersion)];
    await restart(() => plane.restore());
    const { resourceVersion } = (await maps.list()).metadata;
    expect(Number(resourceVersion), "the fault fired").toBeLessThan(version);
    await clock.advance(11 * 60_000);
    await expect.poll(agree, patience).toBe(true);
    witness.check((await maps.list()).items);
    const since = witness.told.slice(told);
    expect(since.filter((line) => line.endsWith("/a"))).toEqual(["add restored/a"]);
    expect(since.filter((line) => line.includes("/b"))).toEqual(["delete restored/b?", "add restored/b"]);
    expect(since.filter((line) => line.includes("/new"))).toEqual(["delete restored/new?"]);
    await maps.create({ metadata: { name: "after" } });
    await expect.poll(agree, patience).toBe(true);
    witness.check((await maps.list()).items);
  });
});
