import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";

forEachServer(["embedded", "real"], "a delete whose options stand in the query", (start) => {
  test("means only the object with that uid and version [apiserver/delete-preconditions]", async ({ expect }) => {
    await using server = await start();
    const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
    const { json } = await ask(server, `POST ${maps}`, { body: { metadata: { name: "kept" } } });
    const { uid, resourceVersion } = json?.metadata ?? {};
    const refused: unknown[] = [];
    for (const query of ["uid=x", "resourceVersion=1", `uid=${String(uid)}&resourceVersion=1`]) {
      refused.push((await ask(server, `DELETE ${maps}/kept?${query}`)).status);
    }
    expect(refused).toEqual([409, 409, 409]);
    const body = { gracePeriodSeconds: 0, dryRun: ["All"] };
    // A body says all: the query is not looked at beside it.
    expect((await ask(server, `DELETE ${maps}/kept?uid=x`, { body })).status).toBe(200);
    const both = `uid=${String(uid)}&resourceVersion=${String(resourceVersion)}`;
    expect((await ask(server, `DELETE ${maps}/kept?${both}`)).status).toBe(200);
    expect((await ask(server, `GET ${maps}/kept`)).status).toBe(404);
  });

  test("asks for nothing by an empty precondition, and is refused for an empty policy [apiserver/delete-options]", async ({
    expect,
  }) => {
    await using server = await start();
    const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
    await ask(server, `POST ${maps}`, { body: { metadata: { name: "kept" } } });
    expect((await ask(server, `DELETE ${maps}/kept?propagationPolicy=`)).status).toBe(422);
    expect((await ask(server, `DELETE ${maps}/kept?uid=&resourceVersion=`)).status).toBe(200);
  });

  test("of a collection at a version means what there was then [apiserver/delete-collection]", async ({ expect }) => {
    await using server = await start();
    const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
    const first = await ask(server, `POST ${maps}`, { body: { metadata: { name: "first", labels: { a: "b" } } } });
    await ask(server, `POST ${maps}`, { body: { metadata: { name: "second", labels: { a: "b" } } } });
    const version = String(first.json?.metadata?.["resourceVersion"]);
    const query = `labelSelector=a%3Db&resourceVersion=${version}`;
    expect((await ask(server, `DELETE ${maps}?${query}`)).status).toBe(200);
    const left = (await ask(server, `GET ${maps}?labelSelector=a%3Db`)).json?.["items"];
    expect(left).toMatchObject([{ metadata: { name: "second" } }]);
  });
});
