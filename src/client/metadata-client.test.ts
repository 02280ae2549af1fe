import { expectTypeOf, test } from "vitest";
import { Channel, VirtualClock } from "../async/index.ts";
import { Pod } from "../types/core/v1/index.ts";
import { Client } from "./client.ts";
import { MetadataClient } from "./metadata-client.ts";
import type { PartialObjectMetadata } from "./metadata-client.ts";
import type { ResourceClient } from "./resource-client.ts";
import { scriptedTransport } from "./scripted-transport.fixture.ts";
import type { Transport } from "./transport.ts";
import type { Unstructured } from "./unstructured.ts";

const web: PartialObjectMetadata = {
  apiVersion: "meta.k8s.io/v1",
  kind: "PartialObjectMetadata",
  metadata: { name: "web", labels: { app: "shop" } },
};
const whole: Pod = { metadata: web.metadata, spec: { containers: [] } };
const form = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";

test("only the metadata is asked for, and only the metadata comes, whatever the server sends [client/metadata]", async ({
  expect,
}) => {
  const { send, requests } = scriptedTransport(
    { body: web },
    { body: { ...whole, apiVersion: "v1", kind: "Pod" } },
    { body: { metadata: { resourceVersion: "7", continue: "next" }, items: [web, whole] } },
  );
  const client = Client.over(send, { namespace: "shop" });
  const pods = new MetadataClient(client, Pod);
  expect(await pods.get("web")).toEqual(web);
  expect(await pods.get("web", { resourceVersion: "0" })).toEqual(web);
  expect(
    await new MetadataClient(client, Pod, { namespace: "a" }).list({ labelSelector: "app=shop", limit: 2 }),
  ).toEqual({
    metadata: { resourceVersion: "7", continue: "next" },
    items: [web, web],
  });
  expect(requests.map(({ path }) => path)).toEqual([
    "/api/v1/namespaces/shop/pods/web",
    "/api/v1/namespaces/shop/pods/web?resourceVersion=0",
    "/api/v1/namespaces/a/pods?labelSelector=app%3Dshop&limit=2",
  ]);
  expect(requests.map(({ headers }) => headers["accept"])).toEqual([
    form,
    form,
    form.replace("Metadata;", "MetadataList;"),
  ]);
});

test("a watch of metadata has the same events, without the rest [client/metadata]", async ({ expect }) => {
  const lines = [
    { type: "ADDED", object: web },
    { type: "MODIFIED", object: { ...whole, apiVersion: "v1", kind: "Pod" } },
    { type: "BOOKMARK", object: { metadata: { resourceVersion: "9" } } },
  ];
  const { send, requests } = scriptedTransport({ body: lines.map((line) => `${JSON.stringify(line)}\n`).join("") });
  const pods = new MetadataClient(Client.over(send), Pod, { namespace: "" });
  expect(await Array.fromAsync(pods.watch({ sendInitialEvents: true, allowBookmarks: true }))).toEqual([
    { type: "ADDED", object: web },
    { type: "MODIFIED", object: web },
    { type: "BOOKMARK", resourceVersion: "9", endsInitialEvents: false },
  ]);
  const [path = "", query] = requests[0]?.path.split("?") ?? [];
  expect(path).toBe("/api/v1/pods");
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    watch: "true",
    allowWatchBookmarks: "true",
    sendInitialEvents: "true",
    resourceVersionMatch: "NotOlderThan",
  });
  expect(requests[0]?.headers["accept"]).toBe(form);
});

test("a mute watch of metadata is noticed when that is asked for [client/metadata]", async ({ expect }) => {
  const clock = new VirtualClock();
  const mute: Transport = async () => ({ status: 200, headers: {}, body: new Channel<Uint8Array>(1) });
  const pods = new MetadataClient(Client.over(mute, { clock }), Pod);
  const next = pods.watch({ idleTimeoutMs: 1_000 }).next();
  const failed = next.catch((error: unknown) => error);
  await clock.advance(1_000);
  expect(await failed).toMatchObject({ code: "SETPOINT_TRANSPORT_TIMEOUT" });
});

test("metadata can't be written back as an object [client/metadata-not-written]", () => {
  expectTypeOf<PartialObjectMetadata>().not.toExtend<Parameters<ResourceClient<Pod>["update"]>[0]>();
  expectTypeOf<PartialObjectMetadata>().not.toExtend<Parameters<ResourceClient<Unstructured>["update"]>[0]>();
});
