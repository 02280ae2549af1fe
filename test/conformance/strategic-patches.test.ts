import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";

const headers = { "content-type": "application/strategic-merge-patch+json" };
const named = (names: string): readonly object[] => [...names].map((name) => ({ name }));
const containers = (names: string): readonly object[] => [...names].map((name) => ({ name, image: name }));
const deleted = (names: string): readonly object[] => [...names].map((name) => ({ name, $patch: "delete" }));

forEachServer(["embedded", "real"], "a strategic merge patch", (start) => {
  test("that deletes items and gives an order leaves the others where Kubernetes does [apiserver/strategic-order]", async ({
    expect,
  }) => {
    await using server = await start();
    const templates = `/api/v1/namespaces/${server.namespace}/podtemplates`;
    const template = { spec: { containers: containers("abcde") } };
    await ask(server, `POST ${templates}`, { body: { metadata: { name: "patched" }, template } });
    const patched = async (order: string, change: readonly object[]): Promise<unknown> => {
      const spec = { "$setElementOrder/containers": named(order), containers: change };
      const { status, json } = await ask(server, `PATCH ${templates}/patched?dryRun=All`, {
        headers,
        body: { template: { spec } },
      });
      const answer = json as { readonly template?: { readonly spec?: { readonly containers?: { name: string }[] } } };
      return status === 200 ? (answer.template?.spec?.containers ?? []).map(({ name }) => name).join("") : status;
    };
    expect(await patched("xy", containers("xy"))).toBe("xyabcde");
    expect(await patched("xy", [...containers("xy"), ...deleted("a")])).toBe("bcdexy");
    expect(await patched("xb", [...containers("x"), ...deleted("ce")])).toBe("adxb");
    expect(await patched("eb", deleted("a"))).toBe("cdeb");
    expect(await patched("b", [...containers("b"), { $patch: "replace" }])).toBe(500);
    expect(await patched("bc", [...containers("b"), { $patch: "replace" }])).toBe("b");
  });
});
