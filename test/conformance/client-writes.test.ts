import { test } from "vitest";
import { realClock } from "../../src/async/index.ts";
import { Client, DynamicClient, MetadataClient, verbPresets } from "../../src/client/index.ts";
import type { VerbPresets } from "../../src/client/index.ts";
import { ApiError } from "../../src/model/index.ts";
import type { StatusReason } from "../../src/model/index.ts";
import { Deployment } from "../../src/types/apps/v1/index.ts";
import { CertificateSigningRequest } from "../../src/types/certificates/v1/index.ts";
import { Lease } from "../../src/types/coordination/v1/index.ts";
import { ConfigMap, Pod } from "../../src/types/core/v1/index.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const cart = { metadata: { name: "cart", labels: { a: "b" } }, data: { size: "1" } };
const containers = [{ name: "web", image: "web:1" }];

/** Asks for a certificate of `CN=robot`. Whose key that was nobody kept. */
const certificateRequest = `-----BEGIN CERTIFICATE REQUEST-----
MIHJMHICAQAwEDEOMAwGA1UEAwwFcm9ib3QwWTATBgcqhkjOPQIBBggqhkjOPQMB
BwNCAASIVPM0olBStAHRNJ1PEnrvPTGSJgLtVuTsubDsrmN2iGSqssHdl7X2Lola
Ky3yrfuFl6fWlz+A6aBDPY/YxHy0oAAwCgYIKoZIzj0EAwIDRwAwRAIgapkkTDhi
X11OR0ew7BtgCjCEE7ZOWggt/mSn/rOKH50CIB4tPFBsrsWodDp3rWTPUa8jaIdC
Tg5HsXurO5QdgF4K
-----END CERTIFICATE REQUEST-----
`;

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

function isRefused(...reasons: readonly StatusReason[]): (error: unknown) => boolean {
  return (error) => ApiError.is(error, ...reasons);
}

function withPresets({ transport, token, namespace }: TestServer, presets: VerbPresets): Client {
  return Client.over(transport, { token, namespace, middleware: [verbPresets(presets)] });
}

forEachServer(["embedded", "real"], "what the client writes", (start) => {
  test("is refused with the server's reason: a name that is taken, a field that is wrong, a version that is old [client/refusals]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    const maps = client.resource(ConfigMap);
    const made = await maps.create(cart);
    expect(await failureOf(maps.create(cart))).toSatisfy(isRefused("AlreadyExists"));
    expect(await failureOf(maps.create({ metadata: { name: "Not A Name" } }))).toSatisfy(isRefused("Invalid"));
    await maps.update({ ...made, data: {} });
    expect(await failureOf(maps.update({ ...made, data: {} }))).toSatisfy(isRefused("Conflict"));
    expect(await failureOf(maps.patch("absent", {}))).toSatisfy(isRefused("NotFound"));
  });

  test("is refused if it belongs to another namespace than that of the handle [client/other-namespace]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    const maps = client.resource(ConfigMap, { namespace: server.namespace });
    const elsewhere = { ...cart, metadata: { ...cart.metadata, namespace: "kube-system" } };
    expect(await failureOf(maps.create(elsewhere))).toSatisfy(isRefused("BadRequest"));
    expect((await maps.list({ labelSelector: "a=b" })).items).toEqual([]);
  });

  test("may have times with microseconds, as leases do, and is read as it was written [client/micro-times]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    const leases = client.resource(Lease);
    const renewTime = "2024-02-29T12:34:56.000001Z";
    const made = await leases.create({ metadata: { name: "leader" }, spec: { holderIdentity: "me", renewTime } });
    const renewed = await leases.update({ ...made, spec: { ...made.spec, holderIdentity: "you" } });
    const { items } = await client.resource(Lease, { namespace: server.namespace }).list();
    for (const lease of [made, renewed, await leases.get("leader"), ...items])
      expect(lease.spec?.renewTime).toBe(renewTime);
  });

  test("can be chosen by its metadata and changed without the rest of it [client/metadata-changed]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    await client.resource(ConfigMap).create(cart);
    const metadata = new MetadataClient(client, ConfigMap, { namespace: server.namespace });
    const [{ metadata: found } = cart] = (await metadata.list({ labelSelector: "a=b" })).items;
    const maps = client.resource(ConfigMap, { namespace: server.namespace });
    const patched = await maps.patch(found.name, { metadata: { labels: { a: null } } });
    expect(patched).toMatchObject({ data: cart.data });
    expect(patched.metadata.labels ?? {}).toEqual({});
    await maps.delete(found.name);
    expect(await failureOf(metadata.get("cart"))).toSatisfy(isRefused("NotFound"));
  });
});

forEachServer(["real"], "what the client writes", (start) => {
  test("is only tried by a client that was told so, whatever the verb [client/preset-dry-run]", async ({ expect }) => {
    await using server = await start();
    await using client = server.connect();
    await using trying = withPresets(server, { dryRun: true });
    const maps = trying.resource(ConfigMap, { namespace: server.namespace });
    expect((await maps.create(cart)).metadata.uid).toBeTruthy();
    expect(await failureOf(maps.create({ metadata: { name: "Not A Name" } }))).toSatisfy(isRefused("Invalid"));
    expect(await failureOf(maps.get("cart"))).toSatisfy(isRefused("NotFound"));
    const made = await client.resource(ConfigMap).create(cart);
    const tried = [
      await maps.update({ ...made, data: { size: "2" } }),
      await maps.patch("cart", { data: { size: "2" } }),
      await maps.apply({ metadata: { name: "cart" }, data: { size: "2" } }, { fieldManager: "me", force: true }),
    ];
    for (const { data } of tried) expect(data).toEqual({ size: "2" });
    await maps.delete("cart");
    await maps.deleteCollection({ labelSelector: "a=b" });
    expect(await maps.get("cart")).toEqual(made);
  });

  test("has the client's manager and strictness, or those of the write [client/preset-field-manager, client/preset-field-validation]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = withPresets(server, { fieldManager: "me", fieldValidation: "Strict" });
    const maps = client.resource(ConfigMap);
    const strange = { ...cart, colour: "red" };
    expect(await failureOf(maps.create(strange))).toSatisfy(isRefused("BadRequest"));
    const made = await maps.create(strange, { fieldValidation: "Ignore" });
    const patched = await maps.patch("cart", { data: { x: "1" } }, { fieldManager: "other" });
    const managersOf = ({ metadata }: ConfigMap): readonly string[] =>
      (metadata.managedFields ?? []).map(({ manager = "" }) => manager).toSorted();
    expect(managersOf(made)).toEqual(["me"]);
    expect(managersOf(patched)).toEqual(["me", "other"]);
  });

  test("can be applied after it was made without apply, and is then the manager's [client/apply-takes-over]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    const maps = client.resource(ConfigMap);
    await maps.create(cart, { fieldManager: "before" });
    const wanted = { metadata: { name: "cart" }, data: { size: "2", colour: "red" } };
    const applied = await maps.apply(wanted, { fieldManager: "me", force: true });
    expect(applied.data).toEqual(wanted.data);
    const without = { metadata: { name: "cart" }, data: { size: "2" } };
    expect((await maps.apply(without, { fieldManager: "me" })).data).toEqual({ size: "2" });
  });

  test("may be a part of another kind: a binding, an eviction, with and without types [client/subresource-kinds]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    const { namespace } = server;
    const pods = client.resource(Pod, { namespace });
    const spec = { containers, automountServiceAccountToken: false };
    for (const name of ["typed", "untyped"]) await pods.create({ metadata: { name }, spec });
    const untyped = (await new DynamicClient(client).find("pods", { namespace })).subresource("binding");
    const target = { apiVersion: "v1", kind: "Node", name: "somewhere" };
    await pods.subresource("binding").create("typed", { metadata: { name: "typed" }, target });
    await untyped.create("untyped", { metadata: { name: "untyped" }, target } as never);
    for (const name of ["typed", "untyped"]) {
      expect((await pods.get(name)).spec?.nodeName).toBe("somewhere");
      await pods.subresource("eviction").create(name, { metadata: { name }, deleteOptions: { gracePeriodSeconds: 0 } });
      expect(await failureOf(pods.get(name))).toSatisfy(isRefused("NotFound"));
    }
  });

  test("may be an approval, of what its kind has besides its status [client/subresource-kinds]", async ({ expect }) => {
    await using server = await start();
    await using client = server.connect();
    const requests = client.resource(CertificateSigningRequest);
    const request = Buffer.from(certificateRequest).toString("base64");
    const asked = await requests.create({
      metadata: { generateName: "approval-" },
      spec: { request, signerName: "setpoint.dev/test", usages: ["client auth"] },
    });
    const { name } = asked.metadata;
    await using _removed = { [Symbol.asyncDispose]: () => requests.delete(name) };
    const approved = { type: "Approved", status: "True", reason: "Test" } as const;
    const answer = await requests
      .subresource("approval")
      .update({ ...asked, status: { ...asked.status, conditions: [approved] } });
    expect(answer.status?.conditions).toMatchObject([approved]);
    const denied = { status: { conditions: [{ type: "Denied", status: "True" }] } };
    expect(await failureOf(requests.patchStatus(name, denied))).toSatisfy(isRefused("Invalid"));
  });

  test("may be a scale without a type [client/subresource-kinds]", async ({ expect }) => {
    await using server = await start();
    await using client = server.connect();
    const { namespace } = server;
    const labels = { app: "web" };
    const template = { metadata: { labels }, spec: { containers } };
    const selector = { matchLabels: labels };
    await client.resource(Deployment).create({ metadata: { name: "web" }, spec: { replicas: 1, selector, template } });
    const deployments = await new DynamicClient(client).find("deploy", { namespace });
    const scale = deployments.subresource("scale");
    const read = await scale.get("web");
    expect((await scale.update({ ...read, spec: { replicas: 4 } })).spec?.replicas).toBe(4);
  });
});

forEachServer(["real"], "a list", (start) => {
  test("comes in as many pieces as are asked for, each with the way to the next [client/limit-and-continue]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    const maps = client.resource(ConfigMap, { namespace: server.namespace });
    for (const name of ["a", "b", "c"]) await maps.create({ metadata: { name, labels: { piece: "yes" } } });
    const choice = { labelSelector: "piece", limit: 2, signal: realClock.timeout(30_000) };
    const first = await maps.list(choice);
    const rest = await maps.list({ ...choice, continue: first.metadata.continue });
    const names = [first, rest].map(({ items }) => items.map(({ metadata }) => metadata.name));
    expect(names).toEqual([["a", "b"], ["c"]]);
    expect(rest.metadata.continue ?? "").toBe("");
  });
});
