import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";

forEachServer(["embedded", "real"], "a value in JSON", (start) => {
  test("that is half of a character is the character that says so [apiserver/half-characters]", async ({ expect }) => {
    await using server = await start();
    const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
    const texts = String.raw`"\ud800", "\udc00x", "\ud800\ud83d\ude00", "\\ud800", "\\\udc00"`.split(", ");
    const data = `{${texts.map((text, index) => `"k${index}":${text}`).join(",")}}`;
    const kept = ["\ufffd", "\ufffdx", "\ufffd\u{1f600}", String.raw`\ud800`, "\\\ufffd"];
    const made = await ask(server, `POST ${maps}`, { text: `{"metadata":{"name":"halves"},"data":${data}}` });
    expect(Object.values(made.json?.["data"] ?? {})).toEqual(kept);
    const headers = { "content-type": "application/merge-patch+json" };
    const patched = await ask(server, `PATCH ${maps}/halves`, { text: `{"data":{"k5":"\\ud800"}}`, headers });
    expect(Object.values(patched.json?.["data"] ?? {})).toEqual([...kept, "\ufffd"]);
  });

  test.for([
    ["9223372036854775807", 0, -1],
    ["123456789012345678", 0, -1_506_741_426],
    ["9223372036854775808", 0, 0],
    ["100000000000000000000", 0, 0],
    ["1e21", 0, 0],
    ["2147483653", 0, -2_147_483_643],
    ["8589934597", 5, 0],
  ] as const)(
    "that is too large keeps its bits that fit when it comes by a converter: %s [apiserver/converted-integers]",
    async ([replicas, kept, negative], { expect }) => {
      await using server = await start();
      const sets = `/apis/apps/v1/namespaces/${server.namespace}/replicasets`;
      const spec = `"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"a","image":"a"}]}}`;
      await ask(server, `POST ${sets}`, { text: `{"metadata":{"name":"one"},"spec":{"replicas":1,${spec}}}` });
      const ways = [
        ["application/strategic-merge-patch+json", "one", `{"spec":{"replicas":${replicas}}}`],
        [
          "application/apply-patch+yaml",
          "two",
          `{"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"two"},"spec":{"replicas":${replicas},${spec}}}`,
        ],
      ] as const;
      for (const [type, name, text] of ways) {
        const query = type.includes("apply") ? "&fieldManager=me" : "";
        const { json } = await ask(server, `PATCH ${sets}/${name}?dryRun=All${query}`, {
          text,
          headers: { "content-type": type },
        });
        if (negative < 0) expect(json?.message).toContain(`Invalid value: ${negative}: must be greater than or equal`);
        else expect(json?.spec?.["replicas"]).toBe(kept);
      }
    },
  );

  test("that is a large number and should be a quantity is written with its exponent [apiserver/written-form]", async ({
    expect,
  }) => {
    await using server = await start();
    const quotas = `/api/v1/namespaces/${server.namespace}/resourcequotas?dryRun=All`;
    const text = "metadata: {name: x}\nspec: {hard: {memory: 1e21, cpu: 1e3}}\n";
    const { json } = await ask(server, `POST ${quotas}`, { text, headers: { "content-type": "application/yaml" } });
    expect(json?.spec).toEqual({ hard: { memory: "1e+21", cpu: "1k" } });
  });
});
