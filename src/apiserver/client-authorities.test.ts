import { describe, test } from "vitest";
import { realClock, systemRandom } from "../async/index.ts";
import { createAuthority } from "../certificates/index.ts";
import { ApiServer } from "./api-server.ts";
import { send } from "./server.fixture.ts";
import { MemoryStore } from "./storage/index.ts";

const maps = "/api/v1/namespaces/kube-system/configmaps";
const map = `${maps}/extension-apiserver-authentication`;

async function toldBy(server: ApiServer): Promise<unknown> {
  const { json } = await send(server, `GET ${map}`);
  return (json as { readonly data?: { readonly "client-ca-file"?: string } }).data?.["client-ca-file"];
}

describe("the authorities of client certificates", () => {
  test("are told by one config map, once for however many ask, and nobody else meets it [apiserver/client-authorities]", async ({
    expect,
  }) => {
    const store = new MemoryStore();
    await using server = await ApiServer.start({ store });
    const { ca } = await server.listen();
    const before = store.revision;
    expect((await send(server, "GET /api/v1/configmaps")).json).toMatchObject({ items: [] });
    expect(store.revision).toBe(before);
    expect(await Promise.all([1, 2, 3].map(() => toldBy(server)))).toEqual([ca, ca, ca]);
    expect(store.revision).toBe(before + 1);
  });

  test("are those of the ports that are open now [apiserver/client-authorities]", async ({ expect }) => {
    const store = new MemoryStore();
    await using server = await ApiServer.start({ store });
    expect((await send(server, `GET ${map}`)).status).toBe(404);
    const first = await server.listen();
    const second = await server.listen();
    expect(await toldBy(server)).toBe(first.ca + second.ca);
    await first.close();
    expect(await toldBy(server)).toBe(second.ca);
    await using next = await ApiServer.start({ store });
    expect(await toldBy(next)).toBe(second.ca);
    const { ca } = await next.listen();
    expect(await toldBy(next)).toBe(ca);
  });

  test("are also those that a port was given [apiserver/client-authorities]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const { certificate } = createAuthority({ commonName: "theirs", clock: realClock, random: systemRandom });
    const { ca } = await server.listen({ clientCa: certificate });
    expect(await toldBy(server)).toBe(ca + certificate);
  });

  test("are told again after somebody has deleted their map, and keep what else it says [apiserver/client-authorities]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const { ca } = await server.listen();
    expect((await send(server, `DELETE ${map}`)).status).toBe(200);
    expect(await toldBy(server)).toBe(ca);
    const headers = { "content-type": "application/merge-patch+json" };
    await send(server, `PATCH ${map}`, { headers, body: { data: { "client-ca-file": "other", more: "yes" } } });
    expect((await send(server, `GET ${map}`)).json).toMatchObject({ data: { "client-ca-file": ca, more: "yes" } });
  });

  test("stay untold where somebody has fixed the map, which keeps nobody from the others [apiserver/client-authorities]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const fixed = { metadata: { name: "extension-apiserver-authentication" }, data: {}, immutable: true };
    expect((await send(server, `POST ${maps}`, { body: fixed })).status).toBe(201);
    await server.listen();
    expect((await send(server, `GET ${maps}`)).json).toMatchObject({ items: [{ immutable: true }] });
  });
});
