import { describe, expectTypeOf, test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { ApiError, parseJson } from "../model/index.ts";
import type { KubeObject } from "../model/index.ts";
import { ConfigMap, Pod } from "../types/core/v1/index.ts";
import { Client } from "./client.ts";
import { createOrPatch } from "./create-or-update.ts";
import { AnswerDecodeError, InvalidRequestError } from "./errors.ts";
import { RestClient } from "./rest-client.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";
import { scriptedTransport } from "./scripted-transport.fixture.ts";
import type { ScriptedAnswer } from "./scripted-transport.fixture.ts";
import { failureOf } from "./transport.fixture.ts";
import type { WatchOptions } from "./verb-options.ts";

const protobuf = "application/vnd.kubernetes.protobuf";
const item = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } } as const;
const list: ScriptedAnswer = { body: { metadata: { resourceVersion: "9" }, items: [item] } };

describe("an answer", () => {
  test("is read as what it says it is, whatever was asked for, and as JSON if it says nothing [client/answer-media-type]", async ({
    expect,
  }) => {
    const answers = [{ ...list, headers: { "content-type": "application/json" } }, list];
    for (const answer of answers) {
      const { send, requests } = scriptedTransport(answer);
      expect((await Client.over(send).resource(ConfigMap).list()).items).toEqual([item]);
      expect(requests[0]?.headers["accept"]).toContain(protobuf);
    }
    const { send } = scriptedTransport({ ...list, headers: { "content-type": protobuf } });
    expect(await failureOf(Client.over(send).resource(ConfigMap).list())).toSatisfy(AnswerDecodeError.is);
  });

  test.for([
    ["POST", 409, "AlreadyExists"],
    ["PUT", 409, "Conflict"],
    ["GET", 401, "Unauthorized"],
    ["GET", 404, "NotFound"],
    ["GET", 504, "Timeout"],
    ["GET", 500, "InternalError"],
  ] as const)(
    "of %s with %i and a page of a proxy means %s [client/implied-reason]",
    async ([method, status, reason], { expect }) => {
      const { send } = scriptedTransport({ status, headers: { "content-type": "text/html" }, body: "<html>" });
      const failure = await failureOf(new RestClient({ transport: send }).path("/api/v1/nodes", method).send());
      expect(failure).toSatisfy((error) => ApiError.is(error, reason));
    },
  );
});

test("the name of an object leads nowhere without its namespace, whatever the verb [client/namespace-needed]", async ({
  expect,
}) => {
  const { send, requests } = scriptedTransport(list);
  const rest = new RestClient({ transport: send });
  for (const request of [rest.get(Pod), rest.put(Pod), rest.patch(Pod), rest.delete(Pod)])
    expect(await failureOf(request.name("a").send())).toSatisfy(InvalidRequestError.is);
  expect(requests).toEqual([]);
  await rest.get(Pod).send();
  expect(requests).toHaveLength(1);
});

test("a whole list that fits on one page is as the server sent it, after one request [client/single-page]", async ({
  expect,
}) => {
  const { send, requests } = scriptedTransport(list);
  const maps = Client.over(send).resource(ConfigMap);
  const whole = await maps.listAll();
  expect(whole).toEqual(await maps.list());
  expect(requests).toHaveLength(2);
});

test("a watch can't be asked for a page: it is of everything that is chosen [client/watch-whole]", () => {
  expectTypeOf<Extract<keyof WatchOptions, "limit" | "continue">>().toEqualTypeOf<never>();
});

test("an object that exists already is no conflict, and work that meets it is not done again [client/conflict-only]", async ({
  expect,
}) => {
  const body = { kind: "Status", status: "Failure", reason: "AlreadyExists", code: 409 };
  const { send, requests } = scriptedTransport({ status: 409, body });
  const maps = Client.over(send).resource(ConfigMap);
  const failure = await failureOf(retryOnConflict(() => maps.create(item), { clock: new VirtualClock() }));
  expect(failure).toSatisfy((error) => ApiError.is(error, "AlreadyExists"));
  expect(requests).toHaveLength(1);
});

test("of two integers that no number can tell apart, a patch has the one that is wanted [client/patch-exact-integers]", async ({
  expect,
}) => {
  const object = (size: string): string => `{"metadata":{"name":"a","uid":"u"},"spec":{"size":${size}}}`;
  const { send, requests } = scriptedTransport(
    { body: object("9007199254740993") },
    { body: object("9007199254740992") },
  );
  const resource = { ...ConfigMap, group: "example.dev", kind: "Huge", plural: "huges" };
  const wanted = (parseJson(object("9007199254740992")) as { readonly spec: unknown }).spec;
  await createOrPatch(Client.over(send).resource<KubeObject>(resource), { metadata: { name: "a" } }, (draft) => {
    Object.assign(draft, { spec: wanted });
  });
  expect(new TextDecoder().decode(requests[1]?.body)).toContain('"spec":{"size":9007199254740992}');
});
