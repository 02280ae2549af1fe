import { describe, expectTypeOf, test } from "vitest";
import { ApiError } from "../model/index.ts";
import type { KubeList } from "../model/index.ts";
import { ConfigMap } from "../types/core/v1/index.ts";
import { Client } from "./client.ts";
import type { ResourceClient } from "./resource-client.ts";
import { scriptedTransport } from "./scripted-transport.fixture.ts";
import type { ScriptedAnswer, ScriptedTransport } from "./scripted-transport.fixture.ts";

interface Stage extends Pick<ScriptedTransport, "requests"> {
  readonly maps: ResourceClient<ConfigMap>;
}

function answering(...answers: readonly ScriptedAnswer[]): Stage {
  const { send, requests } = scriptedTransport(...answers);
  return { maps: Client.over(send).resource(ConfigMap), requests };
}

function page(names: readonly string[], token: string, resourceVersion = "9"): ScriptedAnswer {
  const metadata = { resourceVersion, continue: token, ...(token === "" ? {} : { remainingItemCount: 7 }) };
  return { body: { metadata, items: names.map((name) => ({ metadata: { name } })) } };
}

function expired(token?: string): ScriptedAnswer {
  const metadata = token === undefined ? {} : { continue: token };
  const status = { kind: "Status", status: "Failure", reason: "Expired", code: 410, message: "too old", metadata };
  return { status: 410, body: status };
}

function namesOf({ items }: KubeList<ConfigMap>): readonly string[] {
  return items.map(({ metadata }) => metadata.name);
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

function isExpired(error: unknown): boolean {
  return ApiError.is(error, "Expired");
}

describe("pages", () => {
  test("come one by one, the first of the version asked for, the others by token [client/pages]", async ({
    expect,
  }) => {
    const { maps, requests } = answering(page(["a", "b"], "t1"), page(["c"], "t2"), page([], ""));
    const options = { resourceVersion: "5", resourceVersionMatch: "Exact", labelSelector: "x=y", limit: 2 } as const;
    const pages = await Array.fromAsync(maps.pages(options));
    expect(pages.map(namesOf)).toEqual([["a", "b"], ["c"], []]);
    expect(pages[0]?.items[0]).toEqual({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } });
    expect(requests.map(({ path }) => path.replace("/api/v1/configmaps?labelSelector=x%3Dy", ""))).toEqual([
      "&resourceVersion=5&resourceVersionMatch=Exact&limit=2",
      "&limit=2&continue=t1",
      "&limit=2&continue=t2",
    ]);
    expectTypeOf(maps.pages).returns.toEqualTypeOf<AsyncGenerator<KubeList<ConfigMap>, void, void>>();
  });

  test("have 500 items unless told otherwise, and those left are not asked for [client/pages]", async ({ expect }) => {
    const { maps, requests } = answering(page(["a"], "t1"));
    for await (const { items } of maps.pages()) {
      expect(items).toHaveLength(1);
      break;
    }
    expect(requests.map(({ path }) => path)).toEqual(["/api/v1/configmaps?limit=500"]);
  });

  test("go on in the newest state when the server forgot theirs, by the token it offers [client/pages-expired]", async ({
    expect,
  }) => {
    const { maps, requests } = answering(page(["a"], "t1"), expired("t2"), page(["b"], "", "12"));
    const pages = await Array.fromAsync(maps.pages({ resourceVersion: "9" }));
    expect(pages.map(({ metadata }) => metadata.resourceVersion)).toEqual(["9", "12"]);
    expect(requests[2]?.path).toBe("/api/v1/configmaps?limit=500&continue=t2");
  });

  test.for([
    ["nothing is offered", [page(["a"], "t1"), expired()], {}],
    ["the first one is expired", [expired("t2")], {}],
    ["they are to be of one state", [page(["a"], "t1"), expired("t2")], { onExpired: "throw" }],
    ["what it offers is expired as well", [page(["a"], "t1"), expired("t2"), expired("t3")], {}],
    ["what comes is no Status", [page(["a"], "t1"), { status: 410, body: "gone" }], {}],
  ] as const)("throw what the server said when %s [client/pages-expired]", async ([, answers, options], { expect }) => {
    const { maps, requests } = answering(...answers);
    const error = await failureOf(Array.fromAsync(maps.pages(options)));
    expect(error).toMatchObject({ status: 410 });
    expect(requests).toHaveLength(answers.length);
  });

  test("throw any other refusal [client/pages]", async ({ expect }) => {
    const { maps } = answering({ status: 403, body: "" });
    expect(await failureOf(maps.pages().next())).toSatisfy((error) => ApiError.is(error, "Forbidden"));
  });
});

describe("a whole list by pages", () => {
  test("is one list of the first page's version [client/list-all]", async ({ expect }) => {
    const { maps, requests } = answering(page(["a"], "t1"), page(["b"], ""));
    const list = await maps.listAll({ limit: 1 });
    expect(list.metadata).toEqual({ resourceVersion: "9" });
    expect(namesOf(list)).toEqual(["a", "b"]);
    expect(requests).toHaveLength(2);
  });

  test("is listed again in one piece when the server forgot its version [client/list-all]", async ({ expect }) => {
    const { maps, requests } = answering(page(["a"], "t1"), expired("t2"), page(["a", "b"], "", "12"));
    const list = await maps.listAll({ limit: 1, resourceVersion: "9", labelSelector: "x" });
    expect(list.metadata.resourceVersion).toBe("12");
    expect(namesOf(list)).toEqual(["a", "b"]);
    expect(requests[2]?.path).toBe("/api/v1/configmaps?labelSelector=x&resourceVersion=9");
  });

  test("is no list when the first page is refused [client/list-all]", async ({ expect }) => {
    const { maps, requests } = answering(expired());
    expect(await failureOf(maps.listAll())).toSatisfy(isExpired);
    expect(requests).toHaveLength(1);
  });
});
