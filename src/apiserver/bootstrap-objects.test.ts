import { describe, test } from "vitest";
import { ApiServer } from "./api-server.ts";
import { eventsOf, requestTo, send } from "./server.fixture.ts";
import { MemoryStore } from "./storage/index.ts";

const classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
const services = "/api/v1/namespaces/default/services";

async function namesOf(server: ApiServer, path: string): Promise<readonly string[]> {
  const { items } = (await send(server, `GET ${path}`)).json as {
    readonly items: readonly { readonly metadata: { readonly name: string } }[];
  };
  return items.map(({ metadata }) => metadata.name);
}

describe("what a server has from the beginning", () => {
  test("is made once, for however many ask at the same time [apiserver/fresh-objects]", async ({ expect }) => {
    const store = new MemoryStore();
    await using server = await ApiServer.start({ store });
    const before = store.revision;
    const lists = await Promise.all([1, 2, 3].map(() => namesOf(server, classes)));
    expect(lists).toEqual(Array.from({ length: 3 }, () => ["system-cluster-critical", "system-node-critical"]));
    expect(store.revision).toBe(before + 2);
  });

  test("costs nothing before somebody asks for it, and is nobody's but its collection's [apiserver/fresh-objects]", async ({
    expect,
  }) => {
    const store = new MemoryStore();
    await using server = await ApiServer.start({ store });
    const before = store.revision;
    await send(server, "GET /api/v1/pods");
    expect(store.revision).toBe(before);
  });

  test("never comes between a list and the watch that goes on from it [apiserver/fresh-objects]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const { json } = await send(server, `GET ${services}`);
    const { resourceVersion } = (json as { readonly metadata: { readonly resourceVersion: string } }).metadata;
    const watched = await server.handle(
      requestTo(server, `GET ${services}?watch=true&resourceVersion=${resourceVersion}`),
    );
    await namesOf(server, classes);
    await send(server, `POST ${services}`, { body: { metadata: { name: "own" }, spec: { ports: [{ port: 1 }] } } });
    const first = await eventsOf(watched.body).next();
    expect(first.value?.object.metadata.name).toBe("own");
  });

  test("stays as it is on the store of another server, and gives way to what is there [apiserver/fresh-objects]", async ({
    expect,
  }) => {
    const store = new MemoryStore();
    {
      await using server = await ApiServer.start({ store });
      const taken = { metadata: { name: "taken" }, spec: { clusterIP: "10.96.0.1", ports: [{ port: 1 }] } };
      const headers = { "content-type": "application/merge-patch+json" };
      await send(server, `PATCH ${classes}/system-node-critical`, { headers, body: { description: "ours" } });
      await send(server, `DELETE ${services}/kubernetes`);
      expect((await send(server, `POST ${services}`, { body: taken })).status).toBe(201);
    }
    await using server = await ApiServer.start({ store });
    expect(await namesOf(server, services)).toEqual(["taken"]);
    expect((await send(server, `GET ${classes}/system-node-critical`)).json).toMatchObject({ description: "ours" });
  });
});
