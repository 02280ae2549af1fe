import { describe, test } from "vitest";
import { ApiError } from "../model/index.ts";
import type { KubeObject } from "../model/index.ts";
import { Pod } from "../types/core/v1/index.ts";
import { protobufTables } from "../types/pack/index.ts";
import { createProtobufCodec } from "../wire/index.ts";
import { Client } from "./client.ts";
import { AnswerDecodeError } from "./errors.ts";
import type { ResourceClient } from "./resource-client.ts";
import { scriptedTransport } from "./scripted-transport.fixture.ts";
import type { ScriptedAnswer } from "./scripted-transport.fixture.ts";
import { failureOf } from "./transport.fixture.ts";

const codec = createProtobufCodec(protobufTables);
const web: Pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "default", labels: { app: "web" } },
  spec: { containers: [{ name: "main", image: "web:1", resources: {} }] },
  status: { phase: "Running" },
};
const refusal = { apiVersion: "v1", kind: "Status", status: "Failure", reason: "Forbidden", code: 403, metadata: {} };

/** Every verb that is answered with one object. */
function verbs(pods: ResourceClient<Pod>): readonly (() => Promise<Pod>)[] {
  return [
    () => pods.get("web"),
    () => pods.create(web),
    () => pods.update(web),
    () => pods.patch("web", { metadata: { labels: { app: "web" } } }),
    () => pods.apply({ metadata: { name: "web" } }, { fieldManager: "test" }),
  ];
}

function inProtobuf(body: Uint8Array): ScriptedAnswer {
  return { headers: { "content-type": "application/vnd.kubernetes.protobuf" }, body };
}

function inJson(body: unknown): ScriptedAnswer {
  return { headers: { "content-type": "application/json" }, body };
}

describe.for([
  ["JSON", (object: KubeObject | typeof refusal) => inJson(object)],
  ["protobuf", (object: KubeObject | typeof refusal) => inProtobuf(codec.encode(object))],
] as const)("in %s", ([form, answer]) => {
  test("an object is whole, and nobody can write to it [client/object-views]", async ({ expect }) => {
    const { send } = scriptedTransport(answer(web));
    for (const ask of verbs(Client.over(send).resource(Pod))) {
      const pod = await ask();
      expect(pod).toEqual(web);
      expect(() => Object.assign(pod, { kind: "Other" })).toThrow(TypeError);
      expect(() => Object.assign(pod.metadata.labels ?? {}, { app: "other" })).toThrow(TypeError);
      expect(structuredClone(pod)).toEqual(web);
    }
  });

  test("a failure that comes with success is an ApiError, also when it has a name [client/object-refused]", async ({
    expect,
  }) => {
    const named = { ...refusal, metadata: form === "JSON" ? { name: "web" } : {} };
    const { send } = scriptedTransport(answer(named));
    for (const ask of verbs(Client.over(send).resource(Pod))) {
      expect(ApiError.is(await failureOf(ask()), "Forbidden")).toBe(true);
    }
  });
});

test("a read of a built-in kind asks for protobuf, unless the client wants none; a write for JSON [client/object-protobuf]", async ({
  expect,
}) => {
  const { send, requests } = scriptedTransport(inJson(web));
  for (const ask of verbs(Client.over(send).resource(Pod))) await ask();
  const asked = requests.map(({ headers }) => headers["accept"]);
  const plain = "application/json";
  expect(asked).toEqual(["application/vnd.kubernetes.protobuf,application/json", plain, plain, plain, plain]);
  for (const ask of verbs(Client.over(send, { protobuf: false }).resource(Pod))) await ask();
  expect(requests.slice(asked.length).map(({ headers }) => headers["accept"])).toEqual(asked.map(() => plain));
});

test("what a newer server has and our tables do not know is not lost on the way [client/object-unknown-fields]", async ({
  expect,
}) => {
  const { packages } = protobufTables;
  const core = (packages["core/v1"] ?? "").replace("\nPodStatus ", "\nPodStatus 99:later:s ");
  const newer = createProtobufCodec({ ...protobufTables, packages: { ...packages, "core/v1": core } });
  const later = { ...web, status: { phase: "Running", later: "precious" } } as unknown as Pod;
  const asked: (string | undefined)[] = [];
  const pods = Client.over(async ({ headers }) => {
    asked.push(headers["accept"]);
    const isJson = headers["accept"] === "application/json";
    const answer = isJson ? inJson(later) : inProtobuf(newer.encode(later));
    return scriptedTransport(answer).send({ method: "GET", path: "/", headers });
  }).resource(Pod);
  expect(await pods.get("web")).toEqual(later);
  expect(asked).toEqual(["application/vnd.kubernetes.protobuf,application/json", "application/json"]);
});

test("what is no object, or not all of one, is refused and not quoted [client/object-refused]", async ({ expect }) => {
  const bytes = codec.encode(web);
  const answers: readonly (readonly [ScriptedAnswer, RegExp])[] = [
    [inJson("[]"), /get pods: expected an object with metadata\.name in the answer$/],
    [inJson({ ...web, metadata: {} }), /get pods: expected an object with metadata\.name in the answer$/],
    [inJson(JSON.stringify(web).slice(0, -1)), /expected an answer in JSON$/],
    [inProtobuf(bytes.subarray(0, -1)), /expected an object in protobuf$/],
    [inProtobuf(new TextEncoder().encode(JSON.stringify(web))), /expected an object in protobuf$/],
  ];
  for (const [answer, message] of answers) {
    const { send } = scriptedTransport(answer);
    const error = await failureOf(Client.over(send).resource(Pod).get("web"));
    expect(AnswerDecodeError.is(error), String(error)).toBe(true);
    expect(String(error)).toMatch(message);
    expect(String(error)).not.toContain("web:1");
  }
});
