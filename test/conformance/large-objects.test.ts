import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";

/** So many that their names take twice as much room as an object has, once as data and once as owned fields. */
const keys: readonly string[] = Array.from(
  { length: 9_000 },
  (_, index) => `${"a-long-name-of-a-key-".repeat(4)}${index}`,
);

forEachServer(["embedded", "real"], "a large object", (start) => {
  test("is kept without the owners of its fields if they would make it too large, but is not applied so [apiserver/object-size-owners]", async ({
    expect,
  }) => {
    await using server = await start();
    const path = `/api/v1/namespaces/${server.namespace}/configmaps`;
    const data = Object.fromEntries(keys.map((key) => [key, "1"]));
    const made = await ask(server, `POST ${path}`, { body: { metadata: { name: "large" }, data } });
    expect(made.status).toBe(201);
    expect(made.json?.metadata).not.toHaveProperty("managedFields");
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "large" } };
    const applied = await ask(server, `PATCH ${path}/large?fieldManager=applier`, {
      body: object,
      headers: { "content-type": "application/apply-patch+yaml" },
    });
    expect(applied.json).toMatchObject({ message: "etcdserver: request is too large", code: 500 });
    await ask(server, `POST ${path}`, { body: { metadata: { name: "grown" }, data: { a: "1" } } });
    const headers = { "content-type": "application/merge-patch+json" };
    const grown = await ask(server, `PATCH ${path}/grown`, { body: { data }, headers });
    expect(grown.status).toBe(200);
    expect(grown.json?.metadata).not.toHaveProperty("managedFields");
    await ask(server, `DELETE ${path}/large`);
    await ask(server, `DELETE ${path}/grown`);
  });
});
