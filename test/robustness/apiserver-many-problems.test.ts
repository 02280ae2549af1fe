import { describe, test } from "vitest";
import { ApiServer } from "../../src/apiserver/index.ts";
import { ask } from "./apiserver-asking.fixture.ts";

const apply = "application/apply-patch+yaml";
const things = "/apis/many.setpoint.dev/v1/namespaces/default/things";

/** The most that an answer about any number of problems may be. */
const longest = 4_000_000;

const schema = (() => {
  const entry = { type: "object", properties: { n: { type: "integer", maximum: 1 } } };
  const map = { type: "object", additionalProperties: { type: "object", additionalProperties: entry } };
  const spec = { type: "object", properties: { map } };
  return { openAPIV3Schema: { type: "object", properties: { spec } } };
})();

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "things.many.setpoint.dev" },
  spec: {
    group: "many.setpoint.dev",
    scope: "Namespaced",
    names: { plural: "things", kind: "Thing" },
    versions: [{ name: "v1", served: true, storage: true, schema }],
  },
};

/** Ten thousand values below a very long name. Whoever tells of each where it is has a thousand million characters to write. */
function thing(name: string, value: object): object {
  const values = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`x${index}`, value]));
  const spec = { map: { ["k".repeat(100_000)]: values } };
  return { apiVersion: "many.setpoint.dev/v1", kind: "Thing", metadata: { name }, spec };
}

describe("of very many problems the first are told, and that there are more", () => {
  const empty = Array.from({ length: 200_000 }, () => ({}));
  test.for([
    ["containers", "/api/v1/namespaces/default/pods", { containers: empty }],
    ["variables", "/api/v1/namespaces/default/pods", { containers: [{ name: "a", image: "a", env: empty }] }],
    ["ports", "/api/v1/namespaces/default/services", { ports: empty }],
  ] as const)("%s [apiserver/many-problems]", async ([, path, spec], { expect }) => {
    await using server = await ApiServer.start();
    const answer = await ask(server, `POST ${path}`, { body: { metadata: { name: "a" }, spec } });
    expect([answer.status, answer.json?.message?.slice(-11)]).toEqual([422, ", and more]"]);
    expect(answer.text.length).toBeLessThan(longest);
  });

  test.for([
    ["values that are too large", "POST", { n: 2 }, { status: 422 }],
    ["values of the wrong type", "POST", { n: "x" }, { status: 422 }],
    ["unknown fields", "POST", { u: 1 }, { status: 400 }],
    ["unknown fields that are applied", "PATCH", { u: 1 }, { status: 500 }],
  ] as const)(
    "%s, each with a long name [apiserver/many-problems]",
    async ([, method, value, { status }], { expect }) => {
      await using server = await ApiServer.start();
      await ask(server, "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body: definition });
      const isApply = method === "PATCH";
      const path = isApply ? `${things}/a?fieldManager=me&` : `${things}?`;
      const sent = { body: thing("a", value), ...(isApply ? { type: apply } : {}) };
      const answer = await ask(server, `${method} ${path}fieldValidation=Strict`, sent);
      expect(answer.status).toBe(status);
      expect(answer.text.length).toBeLessThan(longest);
      expect((await ask(server, `GET ${things}`)).json?.items).toEqual([]);
    },
  );

  test("fields that others own [apiserver/many-problems]", async ({ expect }) => {
    await using server = await ApiServer.start();
    await ask(server, "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body: definition });
    const first = await ask(server, `PATCH ${things}/a?fieldManager=one`, { type: apply, body: thing("a", { n: 1 }) });
    expect(first.status).toBe(201);
    const second = await ask(server, `PATCH ${things}/a?fieldManager=two`, { type: apply, body: thing("a", { n: 0 }) });
    expect([second.status, second.json?.message?.slice(0, 34)]).toEqual([409, "Apply failed with 10000 conflicts:"]);
    expect(second.text.length).toBeLessThan(longest);
  });
});
