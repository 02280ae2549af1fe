import { test } from "vitest";
import { Client } from "../../src/client/index.ts";
import { loadKubeconfig } from "../../src/config/index.ts";
import { ConfigMap, Namespace, ResourceQuota } from "../../src/kinds.ts";
import { ApiError } from "../../src/model/index.ts";
import type { WatchEvent } from "../../src/model/index.ts";
import { describeReal } from "../../tools/control-plane/describe-real.ts";
import { startRealControlPlane } from "../../tools/control-plane/testing.ts";
import type { RealControlPlane } from "../../tools/control-plane/testing.ts";

async function connect({ kubeconfig, namespace }: RealControlPlane, context?: string): Promise<Client> {
  return Client.connect({ ...(await loadKubeconfig({ path: kubeconfig, context })), namespace });
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describeReal("the client on Kubernetes' own API server", () => {
  test.for(["setpoint", "setpoint-token"])(
    "creates, reads, changes and deletes, as the user of the context %s [client/real-server]",
    async (context, { expect }) => {
      await using cp = await startRealControlPlane();
      await using client = await connect(cp, context);
      const maps = client.resource(ConfigMap);

      const made = await maps.create({ metadata: { name: "settings", labels: { a: "b" } }, data: { x: "1" } });
      expect(made).toMatchObject({ kind: "ConfigMap", metadata: { namespace: cp.namespace }, data: { x: "1" } });
      expect(await maps.get("settings")).toEqual(made);

      const updated = await maps.update({ ...made, data: { x: "2", y: "1" } });
      const patched = await maps.patch("settings", { data: { y: null, z: "é" } });
      expect(patched.data).toEqual({ x: "2", z: "é" });
      expect(patched.metadata.resourceVersion).not.toBe(updated.metadata.resourceVersion);

      const { items, metadata } = await client
        .resource(ConfigMap, { namespace: cp.namespace })
        .list({ labelSelector: "a=b", fieldSelector: "metadata.name=settings" });
      expect(items).toEqual([patched]);
      expect(metadata.resourceVersion).toMatch(/^\d+$/);
      expect((await client.resource(Namespace).list({ limit: 1 })).metadata.continue).toBeTruthy();

      const wrong = { preconditions: { uid: "another" } };
      expect(await failureOf(maps.delete("settings", wrong))).toSatisfy((error) => ApiError.is(error, "Conflict"));
      await maps.delete("settings", { preconditions: { uid: made.metadata.uid }, propagationPolicy: "Background" });
      expect(await failureOf(maps.get("settings"))).toSatisfy((error) => ApiError.is(error, "NotFound"));
    },
  );

  test("writes the status apart from the rest [client/real-server]", async ({ expect }) => {
    await using cp = await startRealControlPlane();
    await using client = await connect(cp);
    const quotas = client.resource(ResourceQuota);
    const made = await quotas.create({ metadata: { generateName: "quota-" }, spec: { hard: { pods: "5" } } });
    const { name } = made.metadata;

    const written = await quotas.updateStatus({
      ...made,
      status: { hard: { pods: "5" } },
      spec: { hard: { pods: "9" } },
    });
    expect(written).toMatchObject({ spec: { hard: { pods: "5" } }, status: { hard: { pods: "5" } } });
    const patched = await quotas.patchStatus(name, { status: { used: { pods: "1" } } });
    expect(patched.status).toEqual({ hard: { pods: "5" }, used: { pods: "1" } });
  });

  test("is refused with what the server says [client/real-server]", async ({ expect }) => {
    await using cp = await startRealControlPlane();
    await using client = await connect(cp);
    const maps = client.resource(ConfigMap);
    const made = await maps.create({ metadata: { name: "a" } });
    await maps.update({ ...made, data: { x: "1" } });
    const { server, ca, namespace } = cp;
    await using nobody = Client.connect({ server, ca, namespace, token: "wrong" });

    const refusals = [
      [() => maps.create({ metadata: { name: "a" } }), "AlreadyExists", `configmaps "a" already exists`],
      [() => maps.update({ ...made, data: { x: "2" } }), "Conflict", "the object has been modified"],
      [() => maps.get("b"), "NotFound", `configmaps "b" not found`],
      [() => maps.create({ metadata: { name: "A B" } }), "Invalid", "a lowercase RFC 1123 subdomain"],
      [() => maps.list({ resourceVersion: "x" }), "BadRequest", "resourceVersion"],
      [() => client.resource({ ...ConfigMap, plural: "nothings" }).list(), "NotFound", "could not find"],
      [() => client.resource(ConfigMap, { namespace: "other" }).create(made), "BadRequest", "does not match"],
      [() => nobody.resource(ConfigMap).list(), "Unauthorized", "Unauthorized"],
    ] as const;
    for (const [refusal, reason, message] of refusals) {
      const error = await failureOf(refusal());
      if (!ApiError.is(error, reason)) throw new Error(`expected ${reason}`, { cause: error });
      expect(error.message).toContain(message);
    }
  });

  test("watches: what is there, what changes, bookmarks, the end and a version that is none [client/real-server]", async ({
    expect,
  }) => {
    await using cp = await startRealControlPlane();
    await using client = await connect(cp);
    const maps = client.resource(ConfigMap, { namespace: cp.namespace });
    const first = await maps.create({ metadata: { name: "a" } });
    const told: string[] = [];
    const tell = (event: WatchEvent<ConfigMap>): void => {
      told.push(event.type === "BOOKMARK" ? "BOOKMARK" : `${event.type} ${event.object.metadata.name}`);
    };

    for await (const event of maps.watch({ sendInitialEvents: true, allowBookmarks: true })) {
      tell(event);
      if (event.type === "BOOKMARK") {
        expect(event).toMatchObject({ endsInitialEvents: true, resourceVersion: expect.stringMatching(/^\d+$/) });
        await maps.create({ metadata: { name: "b" } });
        await maps.patch("b", { data: { x: "👩‍👩‍👧" } });
        await maps.delete("b");
      }
      if (event.type === "DELETED") break;
    }
    expect(told).toEqual(["ADDED a", "BOOKMARK", "ADDED b", "MODIFIED b", "DELETED b"]);

    const { resourceVersion } = first.metadata;
    const short = await Array.fromAsync(maps.watch({ resourceVersion, timeoutSeconds: 1 }));
    expect(short.map(({ type }) => type)).toEqual(["ADDED", "MODIFIED", "DELETED"]);

    const refused = await failureOf(maps.watch({ resourceVersion: "x" }).next());
    expect(refused).toSatisfy((error) => ApiError.is(error));
    expect(String(refused)).toContain(`resourceVersion: Invalid value: "x"`);
  });
});
