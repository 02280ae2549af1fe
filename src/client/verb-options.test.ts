import { describe, expectTypeOf, test } from "vitest";
import { nothing } from "../model/index.ts";
import type { Status } from "../model/index.ts";
import { Deployment } from "../types/apps/v1/index.ts";
import type { TokenRequest } from "../types/authentication/v1/index.ts";
import type { Scale } from "../types/autoscaling/v1/index.ts";
import { ConfigMap, Namespace, Pod, ServiceAccount } from "../types/core/v1/index.ts";
import type { Eviction } from "../types/policy/v1/index.ts";
import { Client } from "./client.ts";
import { AnswerDecodeError, InvalidRequestError } from "./errors.ts";
import { scriptedTransport, sentBody } from "./scripted-transport.fixture.ts";
import type { SubresourceClient } from "./subresource-client.ts";

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

const settings: ConfigMap = { metadata: { name: "settings", namespace: "web", resourceVersion: "5" } };

describe("the options of a verb", () => {
  test("are sent where the server looks for them [client/verb-options]", async ({ expect }) => {
    const { send, requests } = scriptedTransport({ body: { ...settings, items: [] } });
    const maps = Client.over(send).resource(ConfigMap, { namespace: "web" });
    const write = { dryRun: true, fieldManager: "me", fieldValidation: "Strict" } as const;
    await maps.create(settings, write);
    await maps.update(settings, write);
    await maps.updateStatus(settings, write);
    await maps.patch("settings", {}, write);
    await maps.patchStatus("settings", {}, write);
    await maps.list({ resourceVersion: "5", resourceVersionMatch: "Exact" });
    await maps.get("settings", { resourceVersion: "0" });
    await maps.create(settings, { dryRun: false });
    const query = "?dryRun=All&fieldManager=me&fieldValidation=Strict";
    expect(
      requests.map(({ method, path }) => `${method} ${path.slice("/api/v1/namespaces/web/configmaps".length)}`),
    ).toEqual([
      `POST ${query}`,
      `PUT /settings${query}`,
      `PUT /settings/status${query}`,
      `PATCH /settings${query}`,
      `PATCH /settings/status${query}`,
      "GET ?resourceVersion=5&resourceVersionMatch=Exact",
      "GET /settings?resourceVersion=0",
      "POST ",
    ]);
  });

  test("of a deletion are its body [client/verb-options]", async ({ expect }) => {
    const { send, requests } = scriptedTransport({ body: { kind: "Status", status: "Success" } });
    await Client.over(send)
      .resource(ConfigMap)
      .delete("a", { dryRun: true, preconditions: { uid: "u" } });
    expect(sentBody(requests[0])).toEqual({
      apiVersion: "v1",
      kind: "DeleteOptions",
      dryRun: ["All"],
      preconditions: { uid: "u" },
    });
  });

  test("include the signal, which ends any of them [client/abort]", async ({ expect }) => {
    const client = Client.over(() => new Promise(() => {}));
    const maps = client.resource(ConfigMap, { namespace: "web" });
    const stop = new AbortController();
    const { signal } = stop;
    const verbs = [
      maps.get("a", { signal }),
      maps.list({ signal }),
      maps.listAll({ signal }),
      maps.pages({ signal }).next(),
      maps.create(settings, { signal }),
      maps.update(settings, { signal }),
      maps.patch("a", {}, { signal }),
      maps.apply({ metadata: { name: "a" } }, { signal, fieldManager: "me" }),
      maps.delete("a", { signal }),
      maps.deleteCollection({ signal }),
      maps.watch({ signal }).next(),
      maps.subresource("status").get("a", { signal }),
    ].map(failureOf);
    stop.abort("enough");
    expect(new Set(await Promise.all(verbs))).toEqual(new Set(["enough"]));
  });
});

describe("the deletion of a collection", () => {
  test("chooses in the query and says how in the body [client/delete-collection]", async ({ expect }) => {
    const { send, requests } = scriptedTransport({ body: { kind: "Status", status: "Success" } });
    const client = Client.over(send);
    await client
      .resource(ConfigMap, { namespace: "web" })
      .deleteCollection({ labelSelector: "a=b", fieldSelector: "metadata.name!=c", propagationPolicy: "Background" });
    await client.resource(Namespace).deleteCollection({ labelSelector: "a=b" });
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "DELETE /api/v1/namespaces/web/configmaps?labelSelector=a%3Db&fieldSelector=metadata.name%21%3Dc",
      "DELETE /api/v1/namespaces?labelSelector=a%3Db",
    ]);
    expect(sentBody(requests[0])).toMatchObject({ kind: "DeleteOptions", propagationPolicy: "Background" });
  });

  test("needs a namespace that was meant, and never means everything by mistake [client/delete-collection]", async ({
    expect,
  }) => {
    const { send, requests } = scriptedTransport();
    const client = Client.over(send, { namespace: "web" });
    const nowhere = client.resource(ConfigMap).deleteCollection();
    const none = client.resource(ConfigMap, { namespace: "web" }).deleteCollection({ labelSelector: nothing() });
    expect(await failureOf(nowhere)).toSatisfy(InvalidRequestError.is);
    expect(await failureOf(none)).toSatisfy(InvalidRequestError.is);
    expect(requests).toEqual([]);
  });
});

describe("a subresource", () => {
  test("is read and written apart, as the kind that it is [client/subresources]", async ({ expect }) => {
    const { send, requests } = scriptedTransport({ body: { metadata: { name: "web", namespace: "a" } } });
    const client = Client.over(send);
    const scale = client.resource(Deployment).subresource("scale");
    const read = await scale.get("web");
    await scale.update({ ...read, spec: { replicas: 3 } });
    await scale.patch("web", { spec: { replicas: 2 } });
    await scale.apply({ metadata: { name: "web" }, spec: { replicas: 2 } }, { fieldManager: "me" });
    await client
      .resource(Pod)
      .subresource("eviction")
      .create("web", { metadata: { name: "web", namespace: "a" } });
    await client
      .resource(ServiceAccount)
      .subresource("token")
      .create("web", { spec: { audiences: ["x"] } });
    await client
      .resource(Namespace)
      .subresource("finalize")
      .update({ metadata: { name: "web" } });
    expect(requests.map(({ method, path }) => `${method} ${path.replace(/^.*namespaces/, "")}`)).toEqual([
      "GET /default/deployments/web/scale",
      "PUT /a/deployments/web/scale",
      "PATCH /default/deployments/web/scale",
      "PATCH /default/deployments/web/scale?fieldManager=me",
      "POST /a/pods/web/eviction",
      "POST /default/serviceaccounts/web/token",
      "PUT /web/finalize",
    ]);
    expect(requests.map((request) => (sentBody(request) as { readonly kind?: string } | undefined)?.kind)).toEqual([
      undefined,
      "Scale",
      undefined,
      "Scale",
      "Eviction",
      "TokenRequest",
      "Namespace",
    ]);
  });

  test("of any name has the type that the caller gives it [client/subresources]", async ({ expect }) => {
    const deployments = Client.over(scriptedTransport({ body: '"text"' }).send).resource(Deployment);
    expectTypeOf(deployments.subresource("scale")).toEqualTypeOf<SubresourceClient<Scale>>();
    expectTypeOf(deployments.subresource("status")).toEqualTypeOf<SubresourceClient<Deployment>>();
    expectTypeOf(deployments.subresource("eviction")).toEqualTypeOf<SubresourceClient<Eviction, Status>>();
    expectTypeOf(deployments.subresource("token").create).returns.resolves.toEqualTypeOf<TokenRequest>();
    expectTypeOf(deployments.subresource<ConfigMap>("other").get).returns.resolves.toEqualTypeOf<ConfigMap>();
    expect(await failureOf(deployments.subresource("other").create("a", {}))).toSatisfy(AnswerDecodeError.is);
    expect(await failureOf(deployments.subresource("other").get("a"))).toSatisfy(AnswerDecodeError.is);
    expect(await failureOf(deployments.subresource("../x").get("a"))).toSatisfy(InvalidRequestError.is);
  });
});
