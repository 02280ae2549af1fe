import { expectTypeOf, test } from "vitest";
import { Client } from "./client.ts";
import { discoveryServer, legacyDocuments } from "./discovery-server.fixture.ts";
import { DynamicClient } from "./dynamic-client.ts";
import type { ResourceClient } from "./resource-client.ts";
import { scriptedTransport, sentBody } from "./scripted-transport.fixture.ts";
import type { Unstructured } from "./unstructured.ts";

const blue: Unstructured = {
  apiVersion: "example.dev/v1",
  kind: "Widget",
  metadata: { name: "blue" },
  spec: { size: 1 },
};
const widgets = { group: "example.dev", version: "v1", resource: "widgets" };

test("a resource named in full needs no question to the server [client/dynamic-by-resource]", async ({ expect }) => {
  const { send, requests } = scriptedTransport({ body: blue });
  const dynamic = new DynamicClient(Client.over(send));
  const handle = dynamic.resource(widgets, { namespace: "shop" });
  expectTypeOf(handle).toEqualTypeOf<ResourceClient<Unstructured>>();
  expect(await handle.get("blue")).toEqual(blue);
  await handle.create(blue);
  await handle.patch("blue", { spec: { size: 2 } });
  await dynamic.resource(widgets).get("cluster-wide");
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /apis/example.dev/v1/namespaces/shop/widgets/blue",
    "POST /apis/example.dev/v1/namespaces/shop/widgets",
    "PATCH /apis/example.dev/v1/namespaces/shop/widgets/blue",
    "GET /apis/example.dev/v1/widgets/cluster-wide",
  ]);
  expect(sentBody(requests[1])).toEqual(blue);
});

test("without a namespace it lists all of them, and an object keeps its kind [client/dynamic-by-resource]", async ({
  expect,
}) => {
  const { apiVersion: _, kind: __, ...bare } = blue;
  const list = {
    apiVersion: "example.dev/v1",
    kind: "WidgetList",
    metadata: { resourceVersion: "1" },
    items: [blue, bare],
  };
  const { send, requests } = scriptedTransport({ body: list });
  const handle = new DynamicClient(Client.over(send)).resource(widgets);
  expect((await handle.list()).items).toEqual([blue, blue]);
  expect((await handle.listAll()).items).toEqual([blue, blue]);
  expect((await handle.inNamespace("shop").list()).items).toEqual([blue, blue]);
  expect(requests.map(({ path }) => path.split("?").at(0))).toEqual([
    "/apis/example.dev/v1/widgets",
    "/apis/example.dev/v1/widgets",
    "/apis/example.dev/v1/namespaces/shop/widgets",
  ]);
});

test("a kind, a name or an object leads to its resource, as the server has it [client/dynamic-by-kind]", async ({
  expect,
}) => {
  const server = discoveryServer(legacyDocuments);
  const dynamic = new DynamicClient(Client.over(server.send, { namespace: "shop" }));
  const handles = [
    await dynamic.find("gadget"),
    await dynamic.find({ kind: "Node" }, { namespace: "ignored" }),
    await dynamic.of(blue, { namespace: "other" }),
  ];
  expect(handles.map(({ resource, namespace }) => `${resource.kind} ${resource.version} ${namespace}`)).toEqual([
    "Gadget v1 undefined",
    "Node v1 undefined",
    "Widget v1 other",
  ]);
  await expect(handles[0]?.get("a")).rejects.toMatchObject({ status: 404 });
  expect(server.paths.at(-1)).toBe("/apis/example.dev/v1/namespaces/shop/gadgets/a");
  await expect(dynamic.of({ ...blue, kind: "Absent" })).rejects.toMatchObject({ code: "SETPOINT_UNKNOWN_KIND" });
  await expect(dynamic.of({ spec: {} })).rejects.toMatchObject({ code: "SETPOINT_NOT_AN_OBJECT" });
});
