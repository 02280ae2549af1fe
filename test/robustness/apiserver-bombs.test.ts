import { gzipSync } from "node:zlib";
import { describe, test } from "vitest";
import { nextTurn } from "../../src/async/index.ts";
import { ApiServer } from "../../src/apiserver/index.ts";
import { ask, configMap, maps } from "./apiserver-asking.fixture.ts";
import type { Sent } from "./apiserver-asking.fixture.ts";

const limit = 3 * 1024 * 1024;

/** A config map in JSON of exactly so many bytes. */
function ofSize(name: string, bytes: number): string {
  const text = JSON.stringify(configMap(name));
  return `${text}${" ".repeat(bytes - text.length)}`;
}

test("a body of 3 MiB is read, one of a byte more is not [apiserver/body-limit]", async ({ expect }) => {
  await using server = await ApiServer.start();
  for (const [extra, status] of [
    [-1, 201],
    [0, 201],
    [1, 413],
  ] as const) {
    const answer = await ask(server, `POST ${maps}`, { body: ofSize(`x${extra + 1}`, limit + extra) });
    expect([extra, answer.status]).toEqual([extra, status]);
  }
  expect((await ask(server, `GET ${maps}`)).json?.items).toHaveLength(2);
});

const deep = 100_000;
const yaml = "application/yaml";
const apply = "application/apply-patch+yaml";

/** Ten levels, each nine times the one before. */
const laughs = Array.from({ length: 10 }, (_, level) => {
  const before = level === 0 ? "ha" : `*a${level - 1}`;
  return `a${level}: &a${level} [${Array.from({ length: 9 }, () => before).join(", ")}]`;
}).join("\n");

const operations = (count: number): object[] =>
  Array.from({ length: count }, () => ({ op: "test", path: "/kind", value: "ConfigMap" }));

const bombs: readonly (readonly [title: string, line: string, sent: Sent])[] = [
  ["JSON of many brackets", `POST ${maps}`, { body: "[".repeat(deep) }],
  ["JSON of many objects", `POST ${maps}`, { body: `${'{"a":'.repeat(deep)}1${"}".repeat(deep)}` }],
  [
    "an object of many objects",
    `POST ${maps}`,
    { body: `{"kind":"ConfigMap","x":${'{"a":'.repeat(deep)}1${"}".repeat(deep)}}` },
  ],
  ["YAML of many brackets", `POST ${maps}`, { type: yaml, body: `a: ${"[".repeat(deep)}` }],
  ["YAML of many dashes", `POST ${maps}`, { type: yaml, body: `a:\n ${"- ".repeat(deep)}1` }],
  [
    "YAML of many indents",
    `POST ${maps}`,
    { type: yaml, body: Array.from({ length: 1_500 }, (_, level) => `${" ".repeat(level)}a:`).join("\n") },
  ],
  ["YAML of aliases of aliases", `POST ${maps}`, { type: yaml, body: laughs }],
  ["an apply of aliases of aliases", `PATCH ${maps}/there?fieldManager=me`, { type: apply, body: laughs }],
  ["YAML of a million items", `POST ${maps}`, { type: yaml, body: `a:\n${"- 1\n".repeat(700_000)}` }],
  [
    "a merge patch of many objects",
    `PATCH ${maps}/there`,
    { type: "application/merge-patch+json", body: `${'{"a":'.repeat(deep)}1${"}".repeat(deep)}` },
  ],
  [
    "a JSON patch of too many operations",
    `PATCH ${maps}/there`,
    { type: "application/json-patch+json", body: operations(10_001) },
  ],
  [
    "what is compressed",
    `POST ${maps}`,
    { body: gzipSync(" ".repeat(limit * 3)), headers: { "content-encoding": "gzip" } },
  ],
];

describe("refused without a change of the store is", () => {
  test.for(bombs)("%s [apiserver/bombs]", async ([, line, sent], { expect }) => {
    await using server = await ApiServer.start();
    await ask(server, `POST ${maps}`, { body: configMap("there") });
    const before = (await ask(server, `GET ${maps}`)).text;
    const { status, json } = await ask(server, line, sent);
    expect([400, 413, 415, 422]).toContain(status);
    expect(json?.kind).toBe("Status");
    expect((await ask(server, `GET ${maps}`)).text).toBe(before);
  });
});

test("a JSON patch of 10,000 operations is done [apiserver/bombs]", async ({ expect }) => {
  await using server = await ApiServer.start();
  await ask(server, `POST ${maps}`, { body: configMap("there") });
  const patch = { type: "application/json-patch+json", body: operations(10_000) };
  expect((await ask(server, `PATCH ${maps}/there`, patch)).status).toBe(200);
});

test("a long YAML body keeps nobody waiting to its end [apiserver/yaml-turns]", async ({ expect }) => {
  await using server = await ApiServer.start();
  const lines = Array.from({ length: 20_000 }, (_, index) => `  key-${index}: "the value of number ${index}"`);
  const body = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: long\ndata:\n${lines.join("\n")}\n`;
  let isDone = false;
  const writing = ask(server, `POST ${maps}`, { type: yaml, body }).finally(() => (isDone = true));
  let answered = 0;
  while (!isDone) {
    expect((await ask(server, "GET /readyz")).status).toBe(200);
    answered += 1;
    await nextTurn();
  }
  expect((await writing).status).toBe(201);
  expect(answered).toBeGreaterThan(10);
});

test("a pattern that others take for ever to match is matched, and a body against it refused [apiserver/evil-pattern]", async ({
  expect,
}) => {
  await using server = await ApiServer.start();
  const pattern = "^(a+)+(a|aa)*(.*)*$b";
  const schema = {
    type: "object",
    properties: { spec: { type: "object", properties: { text: { type: "string", pattern } } } },
  };
  const names = { kind: "Evil", plural: "evils" };
  const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }];
  const body = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "evils.test.setpoint.dev" },
    spec: { group: "test.setpoint.dev", scope: "Namespaced", names, versions },
  };
  expect((await ask(server, "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body })).status).toBe(
    201,
  );
  const evil = {
    apiVersion: "test.setpoint.dev/v1",
    kind: "Evil",
    metadata: { name: "x" },
    spec: { text: "a".repeat(5_000) },
  };
  const { status } = await ask(server, "POST /apis/test.setpoint.dev/v1/namespaces/default/evils", { body: evil });
  expect(status).toBe(422);
});
