import { test } from "vitest";
import { Channel, seededRandom, VirtualClock } from "../../src/async/index.ts";
import { SharedInformer } from "../../src/informer/index.ts";
import type { ListWatch } from "../../src/informer/index.ts";
import { ConfigMap } from "../../src/kinds.ts";
import type { WatchEvent } from "../../src/model/index.ts";
import { forEachServer } from "../conformance/for-each-server.ts";

const patience = { timeout: 60_000, interval: 20 };

forEachServer(["embedded", "real"], "an informer whose watch is dead", (start) => {
  test("asks the server for what was written, and believes what it says [informer/own-write-unconfirmed-end-to-end]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    const { namespace } = server;
    const maps = client.resource(ConfigMap, { namespace });
    const source: ListWatch<ConfigMap> = {
      streamsLists: false,
      list: (request) => maps.list(request),
      watch: ({ signal }) => new Channel<WatchEvent<ConfigMap>>(1).values(signal),
      inNamespace: (name) => maps.inNamespace(name),
    };
    const clock = new VirtualClock();
    const informer = new SharedInformer(ConfigMap, source, { clock, random: seededRandom(1) });
    const stop = new AbortController();
    const running = informer.run(stop);
    await informer.waitForSync();
    const cached = (name: string): ConfigMap | undefined => informer.lister.get({ namespace, name });

    informer.observe(await maps.create({ metadata: { name: "changed" } }));
    informer.observe(await maps.create({ metadata: { name: "gone" } }));
    expect([cached("changed"), cached("gone")]).not.toContain(undefined);
    await maps.patch("changed", { data: { by: "another" } });
    await maps.delete("gone");
    await clock.advance(10_000);
    await expect
      .poll(() => [cached("changed")?.data, cached("gone")], patience)
      .toEqual([{ by: "another" }, undefined]);
    stop.abort();
    await running;
  });

  test("knows from the answer that the last finalizer was taken and the object is gone [informer/own-write-unconfirmed-end-to-end]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    const { namespace } = server;
    const maps = client.resource(ConfigMap, { namespace });
    await maps.create({ metadata: { name: "held", finalizers: ["example.dev/hold"] } });
    await maps.delete("held");
    const source: ListWatch<ConfigMap> = {
      streamsLists: false,
      list: (request) => maps.list(request),
      watch: ({ signal }) => new Channel<WatchEvent<ConfigMap>>(1).values(signal),
    };
    const informer = new SharedInformer(ConfigMap, source, { clock: new VirtualClock() });
    const stop = new AbortController();
    const running = informer.run(stop);
    await informer.waitForSync();
    expect(informer.lister.get({ namespace, name: "held" })?.metadata.deletionTimestamp).toBeDefined();
    informer.observe(await maps.patch("held", { metadata: { finalizers: null } }));
    expect(informer.lister.get({ namespace, name: "held" })).toBeUndefined();
    stop.abort();
    await running;
  });
});
