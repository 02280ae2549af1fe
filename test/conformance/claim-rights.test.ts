import { test } from "vitest";
import { allow, ask, causesOf } from "./access.fixture.ts";
import type { Answer } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";

const merge = { "content-type": "application/merge-patch+json" };
const group = "resource.k8s.io";

forEachServer(["embedded", "real"], "the status of a claim for devices", (start) => {
  test("is written by those only who may bind claims, and speak for drivers [apiserver/claim-rights]", async ({
    expect,
  }) => {
    await using server = await start();
    const { namespace } = server;
    const claims = `/apis/${group}/v1/namespaces/${namespace}/resourceclaims`;
    const user = `${namespace}-driver`;
    await allow(
      server,
      [user],
      [
        { apiGroups: [group], resources: ["resourceclaims/status"], verbs: ["update", "patch"] },
        {
          apiGroups: [group],
          resources: ["resourceclaims/driver"],
          resourceNames: ["own.setpoint.dev"],
          verbs: ["arbitrary-node:patch"],
        },
      ],
    );
    const spec = { devices: { requests: [{ name: "r", exactly: { deviceClassName: "c" } }] } };
    await ask(server, `POST ${claims}`, { body: { metadata: { name: "claim" }, spec } });
    const write = (status: object, as?: string): Promise<Answer> =>
      ask(server, `PATCH ${claims}/claim/status`, { body: { status }, headers: merge, as });
    const [own, other] = ["own.setpoint.dev", "other.setpoint.dev"].map((driver) => ({
      driver,
      pool: "p",
      device: "d",
    }));
    const allocation = { devices: { results: [own, other].map((device) => ({ request: "r", ...device })) } };
    const cannot = (verb: string, part: string, where: string): string =>
      `is forbidden: User "${user}" cannot ${verb} resource "resourceclaims/${part}" in API group "${group}" ${where}`;
    const unbound = [
      `status.allocation: Forbidden: changing status.allocation or status.reservedFor requires resource="resourceclaims/binding", verb="patch" permission: resourceclaims.${group} ${cannot("patch", "binding", "at the cluster scope")}`,
    ];
    const bound = await write({ allocation }, user);
    expect(bound.status).toBe(422);
    expect(causesOf(bound)).toEqual(unbound);
    expect((await write({ allocation })).status).toBe(200);
    const reservedFor = [{ resource: "pods", name: "p", uid: "u" }];
    expect(causesOf(await write({ reservedFor }, user))).toEqual(unbound);
    expect((await write({ devices: [own] }, user)).status).toBe(200);
    const where = `in the namespace "${namespace}"`;
    expect(causesOf(await write({ devices: [own, other] }, user))).toEqual([
      `status.devices: Forbidden: changing status.devices requires resource="resourceclaims/driver", verb="[arbitrary-node:patch]" permission: resourceclaims.${group} "other.setpoint.dev" ${cannot("arbitrary-node:patch", "driver", where)}`,
    ]);
    const full = { ...(await ask(server, `GET ${claims}/claim`)).json, status: { allocation, devices: [] } };
    const updated = await ask(server, `PUT ${claims}/claim/status`, { body: full, as: user });
    expect(causesOf(updated)).toEqual([
      `status.devices: Forbidden: changing status.devices requires resource="resourceclaims/driver", verb="[arbitrary-node:update]" permission: resourceclaims.${group} "own.setpoint.dev" ${cannot("arbitrary-node:update", "driver", where)}`,
    ]);
  });

  test("is also written from the node that the devices are for [apiserver/claim-rights]", async ({ expect }) => {
    await using server = await start();
    const { namespace } = server;
    const claims = `/apis/${group}/v1/namespaces/${namespace}/resourceclaims`;
    const user = `system:serviceaccount:${namespace}:driver`;
    await allow(
      server,
      [user],
      [
        { apiGroups: [group], resources: ["resourceclaims/status"], verbs: ["patch"] },
        { apiGroups: [group], resources: ["resourceclaims/driver"], verbs: ["associated-node:patch"] },
      ],
    );
    const spec = { devices: { requests: [{ name: "r", exactly: { deviceClassName: "c" } }] } };
    await ask(server, `POST ${claims}`, { body: { metadata: { name: "claim" }, spec } });
    const device = { driver: "own.setpoint.dev", pool: "p", device: "d" };
    const matchFields = [{ key: "metadata.name", operator: "In", values: ["here"] }];
    const nodeSelector = { nodeSelectorTerms: [{ matchFields }] };
    const allocation = { devices: { results: [{ request: "r", ...device }] }, nodeSelector };
    await ask(server, `PATCH ${claims}/claim/status`, { body: { status: { allocation } }, headers: merge });
    const from = (node: string): Promise<Answer> =>
      ask(server, `PATCH ${claims}/claim/status`, {
        body: { status: { devices: [device] } },
        headers: { ...merge, "impersonate-extra-authentication.kubernetes.io%2fnode-name": node },
        as: user,
      });
    expect((await from("there")).status).toBe(422);
    expect((await from("here")).status).toBe(200);
  });
});
