import fc from "fast-check";
import { describe, test } from "vitest";
import { ApiServer } from "../../src/apiserver/index.ts";
import { protobufTables } from "../../src/types/pack/index.ts";
import { createProtobufCodec } from "../../src/wire/index.ts";
import { ask, configMap, maps } from "./apiserver-asking.fixture.ts";
import type { Sent } from "./apiserver-asking.fixture.ts";

const protobuf = "application/vnd.kubernetes.protobuf";
const jsonPatch = "application/json-patch+json";
const definitions = "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions";

function many(count: number, entry: (index: number) => readonly [string, string]): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => entry(index)));
}

function labelled(labels: Readonly<Record<string, string>>): Sent {
  return { body: { metadata: { name: "x", labels } } };
}

/** A definition whose objects have one text, with what is said of it. */
function definition(said: object): Sent {
  const schema = { type: "object", properties: { text: { type: "string", ...said } } };
  const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }];
  const spec = { group: "bad.setpoint.dev", scope: "Namespaced", names: { kind: "Bad", plural: "bads" }, versions };
  return { body: { metadata: { name: "bads.bad.setpoint.dev" }, spec } };
}

/** A definition with so many rules of some 1,500 characters each. */
function rules(count: number): Sent {
  const rule = `${"self == 'a' || ".repeat(99)}true`;
  return definition({ maxLength: 1, "x-kubernetes-validations": Array.from({ length: count }, () => ({ rule })) });
}

const copies = Array.from({ length: 9_000 }, (_, index) => ({ op: "copy", from: "/data", path: `/data/k${index}` }));

const refused: readonly (readonly [title: string, line: string, sent: Sent])[] = [
  ["a label as long as a book", `POST ${maps}`, labelled({ a: "x".repeat(1_000_000) })],
  ["the key of a label as long as a book", `POST ${maps}`, labelled({ ["x".repeat(1_000_000)]: "a" })],
  ["thousands of labels that are none", `POST ${maps}`, labelled(many(2_000, (index) => [`l ${index}`, "x y"]))],
  [
    "annotations of more than 256 KiB",
    `POST ${maps}`,
    { body: { metadata: { name: "x", annotations: { a: "x".repeat(300_000) } } } },
  ],
  ["a selector as long as a book", `GET ${maps}?labelSelector=${"a".repeat(1_000_000)}`, {}],
  [
    "a JSON patch whose copies grow",
    `PATCH ${maps}/there`,
    { type: jsonPatch, body: [{ op: "add", path: "/data", value: { a: "x".repeat(1_000) } }, ...copies] },
  ],
  ["a pattern that is too often repeated", definitions, definition({ pattern: "(((a{100}){100}){100})" })],
  ["a pattern of too many steps", definitions, definition({ pattern: "[a-z]{999}".repeat(50) })],
  ["a pattern of open brackets", definitions, definition({ pattern: "(".repeat(5_000) })],
  [
    "a rule of nothing but mistakes",
    definitions,
    definition({ "x-kubernetes-validations": [{ rule: "@ ".repeat(40_000) }] }),
  ],
  ["more rules than anybody could read", definitions, rules(70)],
  ["a number that no double holds", `POST ${maps}`, { body: '{"metadata":{"name":"x","generation":1e400}}' }],
  ["half an escape", `POST ${maps}`, { body: '{"metadata":{"name":"\\u00"}}' }],
  ["bytes that are no text", `POST ${maps}`, { body: Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d) }],
];

describe("refused without a change of the store is", () => {
  test.for(refused)("%s [apiserver/bad-input]", async ([, line, sent], { expect }) => {
    await using server = await ApiServer.start();
    await ask(server, `POST ${maps}`, { body: configMap("there") });
    const before = (await ask(server, `GET ${maps}`)).text;
    const { status, json } = await ask(server, line, sent);
    expect([400, 413, 422]).toContain(status);
    expect(json?.kind).toBe("Status");
    expect((await ask(server, `GET ${maps}`)).text).toBe(before);
  });
});

test("many rules, and many labels, are read [apiserver/bad-input]", async ({ expect }) => {
  await using server = await ApiServer.start();
  expect((await ask(server, definitions, rules(60))).status).toBe(201);
  expect((await ask(server, `POST ${maps}`, labelled(many(2_000, (index) => [`l${index}`, "x"])))).status).toBe(201);
});

test("protobuf of any bytes, or cut off anywhere, is read or refused [apiserver/bad-input]", async ({ expect }) => {
  await using server = await ApiServer.start();
  const whole = createProtobufCodec(protobufTables).encode(configMap("cut", { data: { k: "v" } }));
  const spoiled = fc.tuple(fc.nat(whole.length - 1), fc.nat(255)).map(([at, byte]) => whole.with(at, byte));
  const anything = fc.uint8Array({ maxLength: 60 }).map((bytes) => Uint8Array.of(0x6b, 0x38, 0x73, 0, ...bytes));
  const cut = fc.nat(whole.length - 1).map((length) => whole.slice(0, length));
  await fc.assert(
    fc.asyncProperty(fc.oneof(spoiled, anything, cut), async (body) => {
      const { status, json } = await ask(server, `POST ${maps}?dryRun=All`, { type: protobuf, body });
      expect([201, 400, 404, 409, 422]).toContain(status);
      expect(["Status", "ConfigMap"]).toContain(json?.kind);
    }),
    { numRuns: 300 },
  );
});
