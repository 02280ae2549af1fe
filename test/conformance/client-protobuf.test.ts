import { test } from "vitest";
import { realClock } from "../../src/async/index.ts";
import { Client } from "../../src/client/index.ts";
import type { Transport } from "../../src/client/index.ts";
import type { Resource } from "../../src/model/index.ts";
import { ConfigMap, Secret } from "../../src/types/core/v1/index.ts";
import { Deployment } from "../../src/types/apps/v1/index.ts";
import { forEachServer } from "./for-each-server.ts";

const settings = {
  metadata: { name: "settings", labels: { app: "web" }, annotations: { note: "é ü 漢字" } },
  data: { a: "1", b: "" },
  binaryData: { c: "AAECAw==" },
};

forEachServer(["embedded", "real"], "a list or watch", (start) => {
  test("of a built-in kind comes in protobuf where the server has it, and is the same as in JSON [client/protobuf-default]", async ({
    expect,
  }) => {
    await using server = await start();
    const types: string[] = [];
    const noting =
      (transport: Transport): Transport =>
      async (request) => {
        const response = await transport(request);
        types.push(response.headers["content-type"] ?? "");
        return response;
      };
    const { namespace, token } = server;
    await using client = server.connect(noting);
    await using plain = Client.over(server.transport, { token, namespace, protobuf: false });
    await plain.resource(ConfigMap).create(settings);
    await plain.resource(Secret).create({ metadata: { name: "s" }, data: { k: "c2VjcmV0" }, type: "Opaque" });
    const kinds: readonly Resource[] = [ConfigMap, Secret, Deployment];
    for (const kind of kinds) {
      const list = await client.resource(kind, { namespace }).list();
      expect(list).toEqual(await plain.resource(kind, { namespace }).list());
    }
    const signal = realClock.timeout(10_000);
    const watch = { sendInitialEvents: true, allowBookmarks: true, fieldSelector: "metadata.name=settings", signal };
    const first = async (from: Client): Promise<unknown> => {
      for await (const event of from.resource(ConfigMap, { namespace }).watch(watch)) return event;
      return undefined;
    };
    expect(await first(client)).toEqual(await first(plain));
    const wanted = "application/vnd.kubernetes.protobuf";
    expect(types.map((type) => type.split(";")[0])).toEqual(Array.from({ length: 4 }, () => wanted));
  });

  test("that is refused tells the same in protobuf [client/protobuf-failure]", async ({ expect }) => {
    await using server = await start();
    await using client = server.connect();
    const { namespace, token } = server;
    await using plain = Client.over(server.transport, { token, namespace, protobuf: false });
    const refused = async (from: Client): Promise<unknown> =>
      from
        .resource(ConfigMap)
        .list({ fieldSelector: "data.a=1" })
        .catch((error: unknown) => error);
    expect(await refused(client)).toMatchObject({ status: 400, reason: "BadRequest" });
    expect(String(await refused(client))).toBe(String(await refused(plain)));
    const page = client.resource(ConfigMap).pages({ limit: 1, fieldSelector: "data.a=1" }).next();
    await expect(page).rejects.toMatchObject({ status: 400, reason: "BadRequest" });
  });
});
