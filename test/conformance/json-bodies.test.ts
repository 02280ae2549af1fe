import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import { CustomKind } from "./custom-kind.fixture.ts";
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

  test("that is written with a point or an exponent is no integer, unless it comes by a converter [apiserver/field-types]", async ({
    expect,
  }) => {
    await using server = await start();
    const sets = `/apis/apps/v1/namespaces/${server.namespace}/replicasets`;
    const rest = `"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"a","image":"a"}]}}`;
    const textOf = (replicas: string): string =>
      `{"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"a"},"spec":{"replicas":${replicas},${rest}}}`;
    await ask(server, `POST ${sets}`, { text: textOf("1") });
    const scale = (replicas: string): string => `{"metadata":{"name":"a"},"spec":{"replicas":${replicas}}}`;
    const statusOf = async (line: string, type: string, text: string): Promise<number> =>
      (
        await ask(
          server,
          `${line}?dryRun=All&fieldManager=me&force=true`.replace(type.includes("apply") ? "" : "&force=true", ""),
          { text, headers: { "content-type": type } },
        )
      ).status;
    for (const replicas of ["2.0", "2e0", "20E-1"]) {
      const made = await ask(server, `POST ${sets}?dryRun=All`, { text: textOf(replicas).replace('"a"}', '"b"}') });
      const why = `json: cannot unmarshal number ${replicas} into Go struct field ReplicaSetSpec.spec.replicas of type int32`;
      expect([made.status, made.json?.message]).toEqual([400, expect.stringContaining(why)]);
      expect(await statusOf(`PUT ${sets}/a`, "application/json", textOf(replicas))).toBe(400);
      expect(await statusOf(`PUT ${sets}/a/scale`, "application/json", scale(replicas))).toBe(400);
      for (const path of [`${sets}/a`, `${sets}/a/scale`]) {
        expect(await statusOf(`PATCH ${path}`, "application/merge-patch+json", scale(replicas))).toBe(422);
        expect(await statusOf(`PATCH ${path}`, "application/strategic-merge-patch+json", scale(replicas))).toBe(200);
      }
      expect(await statusOf(`POST ${sets}`, "application/yaml", textOf(replicas).replace('"a"}', '"b"}'))).toBe(201);
      expect(await statusOf(`PATCH ${sets}/a`, "application/apply-patch+yaml", textOf(replicas))).toBe(200);
    }
  });

  test("that is a number and should be a quantity keeps its exponent [apiserver/written-form]", async ({ expect }) => {
    await using server = await start();
    const quotas = `/api/v1/namespaces/${server.namespace}/resourcequotas?dryRun=All`;
    const text = '{"metadata":{"name":"x"},"spec":{"hard":{"memory":1e3,"cpu":1.50,"requests.memory":1E21}}}';
    const { json } = await ask(server, `POST ${quotas}`, { text });
    expect(json?.spec).toEqual({ hard: { memory: "1e3", cpu: "1500m", "requests.memory": "1E21" } });
  });

  test("of a custom resource is an integer however it is written [apiserver/field-types]", async ({ expect }) => {
    await using server = await start();
    await using kind = new CustomKind(server, { group: "json-bodies.setpoint.dev", kind: "Count" }, expect);
    const spec = { type: "object", properties: { count: { type: "integer" } } };
    await kind.define([{ name: "v1", schema: { openAPIV3Schema: { type: "object", properties: { spec } } } }]);
    await kind.untilServed("v1");
    const counts = `/apis/json-bodies.setpoint.dev/v1/namespaces/${server.namespace}/${kind.plural}`;
    const body = {
      apiVersion: "json-bodies.setpoint.dev/v1",
      kind: "Count",
      metadata: { name: "a" },
      spec: { count: 1 },
    };
    await ask(server, `POST ${counts}`, { body });
    const headers = { "content-type": "application/merge-patch+json" };
    for (const count of ["2.0", "2e0"]) {
      const patched = await ask(server, `PATCH ${counts}/a`, { text: `{"spec":{"count":${count}}}`, headers });
      expect([patched.status, patched.json?.spec]).toEqual([200, { count: 2 }]);
    }
  });
});
