import { test } from "vitest";
import { z } from "zod";
import { followPods } from "../../examples/05-informer/follow-pods.ts";
import { liveAndDie } from "../../examples/05-informer/story.ts";
import { PodCounter } from "../../examples/06-informer-workqueue/pod-counter.ts";
import { joinCluster } from "../../src/cluster/index.ts";
import { InformerFactory } from "../../src/informer/index.ts";
import { ConfigMap, CustomResourceDefinition, Namespace, Pod } from "../../src/kinds.ts";
import { defineResource } from "../../src/schema/index.ts";
import { forEachServer } from "../conformance/for-each-server.ts";

const patience = { timeout: 60_000, interval: 20 };
const spec = { containers: [{ name: "web", image: "nginx:1.29" }] };

forEachServer(["embedded", "real"], "an informer", (start) => {
  test("example 05-informer prints what happens to a pod", async ({ expect }) => {
    await using server = await start();
    await using client = server.connect();
    await using factory = new InformerFactory(client, { scope: { namespace: server.namespace } });
    const informer = factory.informer(Pod);
    const lines: string[] = [];
    using _following = followPods(informer, (line) => lines.push(line));
    factory.start(new AbortController().signal);
    await factory.waitForCacheSync();
    const isTold = async (what: string): Promise<void> =>
      expect.poll(() => lines.some((line) => line.startsWith(what)), patience).toBe(true);
    await liveAndDie(client, isTold);
    const pod = `${server.namespace}/web`;
    expect(lines).toContain(`added   ${pod} (Pending)`);
    expect(lines).toContain(`updated ${pod} (Pending) -> ${pod} (Running)`);
    expect(lines.at(-1)).toBe(`deleted ${pod} (Running)`);
  });

  test("example 06-informer-workqueue counts the pods of a namespace", async ({ expect }) => {
    await using server = await start();
    await using client = server.connect();
    const { namespace } = server;
    await using factory = new InformerFactory(client);
    const counts = new Map<string, number>();
    using counter = new PodCounter(factory.informer(Pod), (key, pods) => void counts.set(key, pods));
    const stop = new AbortController();
    factory.start(stop.signal);
    const working = counter.work(stop.signal);
    for (const name of ["a", "b", "c"]) await client.resource(Pod).create({ metadata: { name }, spec });
    await expect.poll(() => counts.get(namespace), patience).toBe(3);
    for (const name of ["a", "b"]) await client.resource(Pod).delete(name, { gracePeriodSeconds: 0 });
    await expect.poll(() => counts.get(namespace), patience).toBe(1);
    stop.abort();
    await expect(working).rejects.toBe(stop.signal.reason);
  });

  test("a factory follows some namespaces, more of them and fewer while it runs [informer/namespaces-end-to-end]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    const second = `${server.namespace}-second`;
    await client.resource(Namespace).create({ metadata: { name: second } });
    for (const namespace of [server.namespace, second])
      await client.resource(ConfigMap).create({ metadata: { name: "cart", namespace } });
    await using factory = new InformerFactory(client, { namespaces: [server.namespace] });
    const { lister, namespaces } = factory.informer(ConfigMap, { fieldSelector: "metadata.name=cart" });
    const names = (): readonly (string | undefined)[] => lister.list().map(({ metadata }) => metadata.namespace);
    expect(namespaces).toEqual([server.namespace]);
    factory.start(new AbortController().signal);
    await factory.waitForCacheSync();
    expect(names()).toEqual([server.namespace]);
    await factory.addNamespace(second).waitForSync();
    expect(names()).toEqual([server.namespace, second]);
    factory.removeNamespace(server.namespace);
    expect(names()).toEqual([second]);
    await client.resource(ConfigMap, { namespace: second }).delete("cart");
    await expect.poll(names, patience).toEqual([]);
  });

  test("a kind that comes later is waited for, and when it goes its objects go first [informer/kind-end-to-end]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    const group = `${server.namespace}.informer.example.dev`;
    const Toy = defineResource({ group, version: "v1", kind: "Toy", spec: z.object({ soft: z.boolean() }) });
    await using factory = new InformerFactory(client);
    const informer = factory.informer(Toy);
    const gone: string[] = [];
    informer.addHandler({ delete: ({ metadata }) => void gone.push(metadata.name) });
    factory.start(new AbortController().signal);
    await expect.poll(() => informer.state, patience).toBe("absent");
    await using _served = await joinCluster(client, { resources: [Toy] });
    await expect.poll(() => informer.state, patience).toBe("watching");
    await client.resource(Toy).create({ metadata: { name: "bear" }, spec: { soft: true } });
    await expect.poll(() => informer.lister.list().length, patience).toBe(1);
    await client.resource(CustomResourceDefinition).delete(`${Toy.plural}.${group}`);
    await expect.poll(() => [gone, informer.lister.list()], patience).toEqual([["bear"], []]);
    await expect.poll(() => informer.state, patience).toBe("absent");
  }, 180_000);

  test("what was written and told to the informer is told to handlers once [informer/own-writes-end-to-end]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    await using factory = new InformerFactory(client, { scope: { namespace: server.namespace } });
    const informer = factory.informer(ConfigMap);
    factory.start(new AbortController().signal);
    await factory.waitForCacheSync();
    const maps = client.resource(ConfigMap, { namespace: server.namespace });
    const told: string[] = [];
    informer.addHandler({
      add: ({ metadata }, { isInitial }) => void (isInitial || told.push(`add ${metadata.name}`)),
      update: (old, current) => void (old !== current && told.push(`update ${current.metadata.name}`)),
      delete: ({ metadata }) => void told.push(`delete ${metadata.name}`),
    });
    const key = `${server.namespace}/cart`;
    const created = await maps.create({ metadata: { name: "cart" }, data: { size: "3" } });
    informer.observe(created);
    await expect.poll(() => informer.lister.get(key)?.data, patience).toEqual({ size: "3" });
    const changed = await maps.patch("cart", { data: { size: "4" } });
    informer.observe(changed);
    await expect.poll(() => informer.lister.get(key)?.data, patience).toEqual({ size: "4" });
    await maps.delete("cart");
    informer.observeDeleted(changed);
    await expect.poll(() => informer.lister.get(key), patience).toBeUndefined();
    // A later object shows that the stream has come so far, and has told nothing twice.
    await maps.create({ metadata: { name: "last" } });
    await expect.poll(() => told.at(-1), patience).toBe("add last");
    expect(told).toEqual(["add cart", "update cart", "delete cart", "add last"]);
  });
});
