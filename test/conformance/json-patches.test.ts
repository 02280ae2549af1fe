import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";

const headers = { "content-type": "application/json-patch+json" };

forEachServer(["embedded", "real"], "a JSON patch", (start) => {
  test("is read as Kubernetes reads it, which takes more than RFC 6902 [apiserver/json-patch-dialect]", async ({
    expect,
  }) => {
    await using server = await start();
    const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
    const metadata = { name: "patched", finalizers: ["a.example.com/1", "a.example.com/2"] };
    await ask(server, `POST ${maps}`, { body: { metadata, data: { a: "1" } } });
    const patched = async (operation: object): Promise<unknown> => {
      const { status, json } = await ask(server, `PATCH ${maps}/patched?dryRun=All`, { headers, body: [operation] });
      const names = (json?.metadata?.["finalizers"] ?? []) as readonly string[];
      return status === 200 ? names.map((name) => name.at(-1)).join("") : status;
    };
    const at = "/metadata/finalizers";
    const three = "a.example.com/3";
    expect(await patched({ op: "add", path: `${at}/-1`, value: three })).toBe("123");
    expect(await patched({ op: "add", path: `${at}/-3`, value: three })).toBe("312");
    expect(await patched({ op: "add", path: `${at}/-4`, value: three })).toBe(422);
    expect(await patched({ op: "replace", path: `${at}/-1`, value: three })).toBe("13");
    expect(await patched({ op: "remove", path: `${at}/00` })).toBe("2");
    expect(await patched({ op: "replace", path: at })).toBe("");
    expect(await patched({ op: "test", path: "/data/none" })).toBe("12");
    expect(await patched({ op: "test", path: "/data/~", value: null })).toBe("12");
    expect(await patched({ op: "remove", path: "anything/data" })).toBe("12");
    expect(await patched({ op: "remove", path: "data" })).toBe(422);
    expect(await patched({ op: "copy", from: "", path: "/data/all" })).toBe(422);
    expect(await patched({ op: "move", from: "", path: "/data/all" })).toBe(422);
    expect(await patched({ op: "replace", path: "", value: 1 })).toBe(422);
    expect(await patched({ op: "replace", path: "", value: null })).toBe(422);
  });

  test("whose words are no texts is no patch [apiserver/json-patch-dialect]", async ({ expect }) => {
    await using server = await start();
    const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
    await ask(server, `POST ${maps}`, { body: { metadata: { name: "patched" } } });
    for (const [name, value, type] of [
      ["op", 1, "number"],
      ["path", ["data"], "array"],
      ["from", true, "bool"],
    ] as const) {
      const body = [{ op: "test", path: "/data", [name]: value }];
      const { status, json } = await ask(server, `PATCH ${maps}/patched`, { headers, body });
      const message = `error decoding patch: json: cannot unmarshal ${type} into Go struct field jsonPatchOp.${name} of type string`;
      expect([status, json?.message]).toEqual([400, message]);
    }
  });
});
