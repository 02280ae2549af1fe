import { describe, expectTypeOf, test } from "vitest";
import { ApiError } from "../model/index.ts";
import { ConfigMap, Namespace, ResourceQuota } from "../types/core/v1/index.ts";
import { Client } from "./client.ts";
import { createOrPatch, createOrUpdate } from "./create-or-update.ts";
import type { Ensured, Recipe } from "./create-or-update.ts";
import { InvalidRequestError } from "./errors.ts";
import { scriptedTransport, sentBody } from "./scripted-transport.fixture.ts";
import type { ScriptedAnswer, ScriptedTransport } from "./scripted-transport.fixture.ts";

const missing: ScriptedAnswer = { status: 404, body: "" };
const live = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", namespace: "web", uid: "u", resourceVersion: "5", labels: { keep: "me" } },
  data: { x: "1", y: "2" },
} as const;
const initial = { metadata: { name: "a", namespace: "web" }, data: { z: "0" } };
const setX: Recipe<ConfigMap> = (draft) => {
  draft.data = { ...draft.data, x: "3" };
};

interface Stage extends Pick<ScriptedTransport, "requests"> {
  readonly client: Client;
  readonly told: () => readonly string[];
}

function answering(...answers: readonly ScriptedAnswer[]): Stage {
  const { send, requests } = scriptedTransport(...answers);
  const told = (): readonly string[] => requests.map(({ method, path }) => `${method} ${path}`);
  return { client: Client.over(send), requests, told };
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

const path = "/api/v1/namespaces/web/configmaps";

describe.for([
  ["createOrUpdate", createOrUpdate],
  ["createOrPatch", createOrPatch],
] as const)("%s", ([, ensure]) => {
  test("creates what is not there: the initial object after the recipe [client/create-or-update]", async ({
    expect,
  }) => {
    const { client, requests, told } = answering(missing, { status: 201, body: live });
    const result = await ensure(client.resource(ConfigMap), initial, { recipe: setX, fieldManager: "me" });
    expect(result).toEqual({ object: live, outcome: "created" });
    expectTypeOf(result).toEqualTypeOf<Ensured<ConfigMap>>();
    expect(told()).toEqual([`GET ${path}/a`, `POST ${path}?fieldManager=me`]);
    expect(sentBody(requests[1])).toEqual({
      apiVersion: "v1",
      kind: "ConfigMap",
      ...initial,
      data: { z: "0", x: "3" },
    });
  });

  test("writes nothing when nothing differs [client/create-or-update]", async ({ expect }) => {
    const { client, told } = answering({ body: live });
    const same: Recipe<ConfigMap> = (draft) => {
      draft.data = { y: "2", x: "1" };
    };
    const { object, outcome } = await ensure(client.resource(ConfigMap), initial, same);
    expect({ object, outcome }).toEqual({ object: live, outcome: "unchanged" });
    expect(told()).toEqual([`GET ${path}/a`]);
  });

  test("throws what the server refuses, also that somebody was faster [client/create-or-update]", async ({
    expect,
  }) => {
    const attempt = (...answers: readonly ScriptedAnswer[]): Promise<unknown> =>
      failureOf(ensure(answering(...answers).client.resource(ConfigMap), initial, setX));
    const taken = { kind: "Status", status: "Failure", reason: "AlreadyExists", code: 409 };
    expect(await attempt({ status: 403, body: "" })).toSatisfy((error) => ApiError.is(error, "Forbidden"));
    expect(await attempt(missing, { status: 409, body: taken })).toSatisfy((error) =>
      ApiError.is(error, "AlreadyExists"),
    );
    expect(await attempt({ body: live }, { status: 409, body: "" })).toSatisfy((error) =>
      ApiError.is(error, "Conflict"),
    );
  });

  test("refuses a recipe that renames [client/create-or-update]", async ({ expect }) => {
    const { client, told } = answering({ body: live });
    const rename: Recipe<ConfigMap> = (draft) => {
      draft.metadata.name = "b";
    };
    expect(await failureOf(ensure(client.resource(ConfigMap), initial, rename))).toSatisfy(InvalidRequestError.is);
    expect(told()).toHaveLength(1);
  });

  test("looks where the handle says, else where the object says [client/create-or-update]", async ({ expect }) => {
    const { client, told } = answering({ body: live });
    const nothing = (): void => {};
    await ensure(client.resource(ConfigMap, { namespace: "other" }), initial, nothing);
    await ensure(client.resource(ConfigMap), { metadata: { name: "a" } }, nothing);
    await ensure(client.resource(Namespace), { metadata: { name: "a" } }, nothing);
    expect(told()).toEqual([
      "GET /api/v1/namespaces/other/configmaps/a",
      "GET /api/v1/namespaces/default/configmaps/a",
      "GET /api/v1/namespaces/a",
    ]);
  });
});

test("createOrUpdate replaces the version that was read [client/create-or-update]", async ({ expect }) => {
  const { client, requests, told } = answering({ body: live });
  expect((await createOrUpdate(client.resource(ConfigMap), initial, setX)).outcome).toBe("updated");
  expect(told()[1]).toBe(`PUT ${path}/a`);
  expect(sentBody(requests[1])).toEqual({ ...live, data: { x: "3", y: "2" } });
});

describe("createOrPatch", () => {
  test("sends what differs, to the very object that was read [client/create-or-patch]", async ({ expect }) => {
    const { client, requests, told } = answering({ body: live });
    const change: Recipe<ConfigMap> = (draft) => {
      draft.data = { x: "3" };
    };
    expect((await createOrPatch(client.resource(ConfigMap), initial, change)).outcome).toBe("updated");
    expect(told()[1]).toBe(`PATCH ${path}/a`);
    expect(sentBody(requests[1])).toEqual({ metadata: { uid: "u" }, data: { x: "3", y: null } });
  });

  const quota: ResourceQuota = {
    metadata: { name: "q", namespace: "web", uid: "u" },
    spec: { hard: { pods: "5" } },
    status: { hard: { pods: "5" } },
  };
  const use: Recipe<ResourceQuota> = (draft) => {
    draft.spec = { hard: { pods: "6" } };
    draft.status = { hard: { pods: "5" }, used: { pods: "1" } };
  };

  test("sends the status apart, where it is written apart [client/create-or-patch]", async ({ expect }) => {
    const { client, requests } = answering({ body: quota });
    await createOrPatch(client.resource(ResourceQuota), quota, use);
    await createOrPatch(client.resource(ResourceQuota), quota, (draft) => {
      draft.status = { hard: { pods: "5" }, used: { pods: "1" } };
    });
    expect(requests.map(({ method, path: at }) => `${method} ${at.replace(/^.*quotas\//, "")}`)).toEqual([
      "GET q",
      "PATCH q",
      "PATCH q/status",
      "GET q",
      "PATCH q/status",
    ]);
    expect(sentBody(requests[1])).toEqual({ metadata: { uid: "u" }, spec: { hard: { pods: "6" } } });
    expect(sentBody(requests[2])).toEqual({ metadata: { uid: "u" }, status: { used: { pods: "1" } } });
  });

  test("gives a new object its status as well [client/create-or-patch]", async ({ expect }) => {
    const made = { ...quota, status: undefined };
    const { client, requests } = answering(missing, { status: 201, body: made }, { body: quota });
    const { outcome } = await createOrPatch(client.resource(ResourceQuota), made, use);
    expect(outcome).toBe("created");
    expect(requests.map(({ method, path: at }) => `${method} ${at.replace(/^.*quotas/, "")}`)).toEqual([
      "GET /q",
      "POST ",
      "PATCH /q/status",
    ]);
    const dry = answering(missing, { status: 201, body: made });
    await createOrPatch(dry.client.resource(ResourceQuota), made, { recipe: use, dryRun: true });
    expect(dry.requests).toHaveLength(2);
    const plain = answering(missing, { status: 201, body: quota });
    await createOrPatch(plain.client.resource(ResourceQuota), made, () => {});
    expect(plain.requests).toHaveLength(2);
  });
});
