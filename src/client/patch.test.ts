import { describe, expectTypeOf, test } from "vitest";
import { ApiError, findApiError, isConflict } from "../model/index.ts";
import { Deployment } from "../types/apps/v1/index.ts";
import { ConfigMap, Namespace, Pod } from "../types/core/v1/index.ts";
import { ApplyConflictError } from "./apply-conflict-error.ts";
import { Client } from "./client.ts";
import { InvalidRequestError } from "./errors.ts";
import { scriptedTransport, sentBody } from "./scripted-transport.fixture.ts";
import type { ScriptedAnswer, ScriptedTransport } from "./scripted-transport.fixture.ts";

interface Stage extends Pick<ScriptedTransport, "requests"> {
  readonly client: Client;
}

function answering(...answers: readonly ScriptedAnswer[]): Stage {
  const { send, requests } = scriptedTransport(...answers);
  return { client: Client.over(send), requests };
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

const settings = { metadata: { name: "settings" } };

describe("a patch", () => {
  test("is sent as what it is [client/patch-types]", async ({ expect }) => {
    const { client, requests } = answering({ body: settings });
    const maps = client.resource(ConfigMap);
    await maps.patch("settings", { data: { a: null } });
    await maps.patch("settings", { data: { a: "1" } }, { type: "merge" });
    await maps.patch("settings", [{ op: "replace", path: "/data/a", value: "2" }], { type: "json" });
    await client
      .resource(Pod)
      .patch("web", { spec: { containers: [{ name: "web", $patch: "delete" }] } }, { type: "strategic" });
    await maps.patch("settings", { data: { a: "3" } }, { type: "apply", fieldManager: "me" });
    expect(requests.map(({ headers }) => headers["content-type"])).toEqual([
      "application/merge-patch+json",
      "application/merge-patch+json",
      "application/json-patch+json",
      "application/strategic-merge-patch+json",
      "application/apply-patch+yaml",
    ]);
    expect(requests.map(sentBody)).toEqual([
      { data: { a: null } },
      { data: { a: "1" } },
      [{ op: "replace", path: "/data/a", value: "2" }],
      { spec: { containers: [{ name: "web", $patch: "delete" }] } },
      { apiVersion: "v1", kind: "ConfigMap", data: { a: "3" } },
    ]);
    expect(requests[4]?.path).toBe("/api/v1/namespaces/default/configmaps/settings?fieldManager=me");
  });

  test("demands that the object still is the one meant, in whichever way it is written [client/preconditions]", async ({
    expect,
  }) => {
    const { client, requests } = answering({ body: settings });
    const maps = client.resource(ConfigMap);
    const preconditions = { uid: "u", resourceVersion: "5" };
    await maps.patch("settings", { metadata: { labels: { a: "b" } } }, { preconditions });
    await maps.patch("settings", [{ op: "remove", path: "/data" }], { type: "json", preconditions });
    await maps.apply(settings, { fieldManager: "me", preconditions: { uid: "u" } });
    expect(requests.map(sentBody)).toEqual([
      { metadata: { labels: { a: "b" }, ...preconditions } },
      [
        { op: "replace", path: "/metadata/uid", value: "u" },
        { op: "replace", path: "/metadata/resourceVersion", value: "5" },
        { op: "remove", path: "/data" },
      ],
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings", uid: "u" } },
    ]);
  });

  test("that is none of its kind is refused unsent [client/patch-types]", async ({ expect }) => {
    const { client, requests } = answering();
    const maps = client.resource(ConfigMap);
    const wrong = [
      maps.patch("a", {} as never, { type: "json" }),
      maps.patch("a", [] as never),
      maps.patch("a", null as never, { type: "strategic" }),
    ];
    for (const attempt of wrong) expect(await failureOf(attempt)).toSatisfy(InvalidRequestError.is);
    expect(requests).toEqual([]);
  });

  test("has a type for each way [client/patch-types]", () => {
    const maps = Client.over(scriptedTransport().send).resource(ConfigMap);
    const patched = (): Promise<ConfigMap> => maps.patch("a", { data: { b: "1" } });
    expectTypeOf(patched).returns.resolves.toEqualTypeOf<ConfigMap>();
    // @ts-expect-error A manager must say who it is.
    void (() => maps.patch("a", {}, { type: "apply" }));
    // @ts-expect-error A JSON patch is a list.
    void (() => maps.patch("a", { data: {} }, { type: "json" }));
    // @ts-expect-error A number is no text.
    void (() => maps.patch("a", { data: { b: 1 } }));
  });
});

const conflict = {
  kind: "Status",
  status: "Failure",
  reason: "Conflict",
  code: 409,
  message: 'Apply failed with 2 conflicts: conflicts with "kubectl" using v1 at 2026-01-01T00:00:00Z: …',
  details: {
    causes: [
      {
        reason: "FieldManagerConflict",
        message: 'conflict with "kubectl" using v1 at 2026-01-01T00:00:00Z',
        field: ".data.a",
      },
      {
        reason: "FieldManagerConflict",
        message: 'conflict with "a \\"b\\"" with subresource "status"',
        field: ".data.b",
      },
      { reason: "FieldManagerConflict", message: "conflict with somebody", field: ".data.c" },
    ],
  },
};

describe("apply", () => {
  test("says who wants what, and takes over only by force [client/apply]", async ({ expect }) => {
    const { client, requests } = answering({ status: 201, body: settings });
    await client
      .resource(ConfigMap)
      .apply(
        { metadata: { name: "settings", namespace: "web" }, data: { a: "1" } },
        { fieldManager: "me", force: true, dryRun: true, fieldValidation: "Strict" },
      );
    await client.resource(Namespace).apply({ metadata: { name: "web" } }, { fieldManager: "me" });
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "PATCH /api/v1/namespaces/web/configmaps/settings?dryRun=All&fieldManager=me&fieldValidation=Strict&force=true",
      "PATCH /api/v1/namespaces/web?fieldManager=me",
    ]);
    expect(sentBody(requests[0])).toEqual({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "settings", namespace: "web" },
      data: { a: "1" },
    });
  });

  test("tells a conflict field by field, with the owner, by a code [client/apply-conflict]", async ({ expect }) => {
    const { client } = answering({ status: 409, body: conflict });
    const maps = client.resource(ConfigMap);
    const error = await failureOf(maps.apply(settings, { fieldManager: "me" }));
    if (!ApplyConflictError.is(error)) throw error;
    expect(error.conflicts.map(({ field, manager }) => [field, manager])).toEqual([
      [".data.a", "kubectl"],
      [".data.b", 'a "b"'],
      [".data.c", undefined],
    ]);
    expect(error.message).toContain("PATCH /api/v1/namespaces/default/configmaps/settings: apply");
    expect(error.message).toContain(".data.a (kubectl)");
    expect(error.message).toContain(".data.c (conflict with somebody)");
    expect(ApiError.is(error.cause, "Conflict")).toBe(true);
    expect(isConflict(error)).toBe(true);
    expect(findApiError(error)?.status).toBe(409);
    expect(ApplyConflictError.is(Object.assign(new Error("copy"), { code: "SETPOINT_APPLY_CONFLICT" }))).toBe(true);
    const patched = await failureOf(maps.patch("settings", {}, { type: "apply", fieldManager: "me" }));
    expect(patched).toSatisfy(ApplyConflictError.is);
  });

  test("leaves any other refusal as it is [client/apply-conflict]", async ({ expect }) => {
    for (const body of [
      { ...conflict, details: {} },
      { ...conflict, reason: "Invalid", code: 422 },
    ]) {
      const { client } = answering({ status: body.code, body });
      const error = await failureOf(client.resource(ConfigMap).apply(settings, { fieldManager: "me" }));
      expect(ApiError.is(error)).toBe(true);
    }
    const { client } = answering({ status: 409, body: conflict });
    const merged = await failureOf(client.resource(ConfigMap).patch("settings", {}));
    expect(ApiError.is(merged, "Conflict")).toBe(true);
  });

  test("refuses an object as it was read: it would take over everything [client/apply]", async ({ expect }) => {
    const { client, requests } = answering();
    const read = { metadata: { name: "a", managedFields: [] } } as never;
    expect(await failureOf(client.resource(ConfigMap).apply(read, { fieldManager: "me" }))).toSatisfy(
      InvalidRequestError.is,
    );
    expect(requests).toEqual([]);
  });

  test("takes any part of the kind, and nothing else [client/apply]", () => {
    const deployments = Client.over(scriptedTransport().send).resource(Deployment);
    const options = { fieldManager: "me" };
    const image = { name: "web", image: "nginx" };
    void (() =>
      deployments.apply({ metadata: { name: "web" }, spec: { template: { spec: { containers: [image] } } } }, options));
    expectTypeOf(deployments.apply).returns.resolves.toEqualTypeOf<Deployment>();
    // @ts-expect-error The name is needed.
    void (() => deployments.apply({ metadata: {} }, options));
    // @ts-expect-error A text is no number.
    void (() => deployments.apply({ metadata: { name: "web" }, spec: { replicas: "3" } }, options));
    // @ts-expect-error There is no such field.
    void (() => deployments.apply({ metadata: { name: "web" }, spec: { replica: 3 } }, options));
    // @ts-expect-error A manager must say who it is.
    void (() => deployments.apply({ metadata: { name: "web" } }));
  });
});
