import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const scheme = 'in scheme "pkg/runtime/scheme.go:111"';

forEachServer(["embedded", "real"], "the apiVersion of a body", (start) => {
  const send = async (server: TestServer, path: string, [apiVersion, kind]: readonly [string, string]) => {
    const body = { apiVersion, kind, metadata: { name: "odd" } };
    const { status, json } = await ask(server, `POST ${path}?dryRun=All`, { body });
    return [status, status === 201 ? json?.["apiVersion"] : json?.message];
  };

  test("may have a slash too many, or name a group alone [apiserver/odd-versions]", async ({ expect }) => {
    await using server = await start();
    const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
    const leases = `/apis/coordination.k8s.io/v1/namespaces/${server.namespace}/leases`;
    const answers = [
      await send(server, maps, ["/v1", "ConfigMap"]),
      await send(server, maps, ["/", "ConfigMap"]),
      await send(server, leases, ["/", "Lease"]),
      await send(server, leases, ["coordination.k8s.io/", "Lease"]),
      await send(server, leases, ["/v1", "Lease"]),
      await send(server, leases, ["apps/", "Lease"]),
      await send(server, maps, ["a/b/c", "ConfigMap"]),
    ];
    const sent = '{"apiVersion":"apps/","kind":"Lease","metadata":{"name":"odd"}}';
    expect(answers).toEqual([
      [201, "v1"],
      [201, "v1"],
      [201, "coordination.k8s.io/v1"],
      [201, "coordination.k8s.io/v1"],
      [
        400,
        `Lease in version "v1" cannot be handled as a Lease: no kind "Lease" is registered for version "v1" ${scheme}`,
      ],
      [400, `Lease in version "" cannot be handled as a Lease: Object 'apiVersion' is missing in '${sent}'`],
      [
        400,
        'the object provided is unrecognized (must be of type ConfigMap): unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c","kind":" ...)',
      ],
    ]);
  });

  test("may have a slash too many where it is applied, too [apiserver/odd-versions]", async ({ expect }) => {
    await using server = await start();
    const map = `/api/v1/namespaces/${server.namespace}/configmaps/odd?fieldManager=me`;
    const headers = { "content-type": "application/apply-patch+yaml" };
    const told: unknown[] = [];
    for (const apiVersion of ["/v1", "/", "a/b/c"]) {
      const body = { apiVersion, kind: "ConfigMap", metadata: { name: "odd" } };
      const { status, json } = await ask(server, `PATCH ${map}`, { body, headers });
      told.push([status, json?.message ?? json?.["apiVersion"]]);
    }
    expect(told).toEqual([
      [201, "v1"],
      [400, "invalid object type: /, Kind=ConfigMap"],
      [400, "invalid object type: /, Kind="],
    ]);
  });
});
