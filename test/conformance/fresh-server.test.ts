import { text } from "node:stream/consumers";
import { test } from "vitest";
import { ApiServer } from "../../src/apiserver/index.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

type Json = Readonly<Record<string, unknown>>;

interface Answer {
  readonly status: number;
  readonly warning: string | undefined;
  readonly json: Json;
}

type Asked = Pick<TestServer, "transport" | "token">;

interface Sent {
  readonly body?: unknown;
  readonly type?: string | undefined;
}

async function ask(server: Asked, line: string, { body, type = "application/json" }: Sent = {}): Promise<Answer> {
  const [method = "", path = ""] = line.split(" ");
  const content = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { authorization: `Bearer ${server.token}`, ...(body === undefined ? {} : { "content-type": type }) };
  const sent = body === undefined ? {} : { body: new TextEncoder().encode(content) };
  const answer = await server.transport({ method, path, headers, ...sent });
  const all = await text(answer.body);
  return {
    status: answer.status,
    warning: answer.headers["warning"],
    json: all.startsWith("{") ? (JSON.parse(all) as Json) : {},
  };
}

interface Listed {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string | undefined;
    readonly labels?: Json | undefined;
    readonly annotations?: Json | undefined;
    readonly managedFields: readonly { readonly manager: string; readonly operation: string }[];
  };
  readonly status?: { readonly conditions?: readonly Json[] | undefined } | undefined;
  readonly [member: string]: unknown;
}

async function listed(server: Asked, path: string): Promise<readonly Listed[]> {
  return (await ask(server, `GET ${path}`)).json["items"] as readonly Listed[];
}

/** An object without what differs from server to server. */
function shown({ metadata, status, ...members }: Listed): object {
  const { name, labels, annotations } = metadata;
  const conditions = status?.conditions?.map(({ lastTransitionTime: _time, ...condition }) => condition);
  return { name, labels, annotations, ...members, conditions };
}

const same = [
  "/apis/scheduling.k8s.io/v1/priorityclasses",
  "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas",
  "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
  "/apis/apiregistration.k8s.io/v1/apiservices?labelSelector=kube-aggregator.kubernetes.io/automanaged=onstart",
];

forEachServer(["embedded", "real"], "a fresh server", (start) => {
  test("has a service of its own, with its address and the range that it is from [apiserver/fresh-service]", async ({
    expect,
  }) => {
    await using server = await start();
    const [range] = await listed(
      server,
      "/apis/networking.k8s.io/v1/servicecidrs?fieldSelector=metadata.name=kubernetes",
    );
    const first = (range?.["spec"] as { readonly cidrs: readonly string[] } | undefined)?.cidrs[0]?.replace(
      /0\/\d+$/,
      "1",
    );
    expect(range?.status?.conditions).toMatchObject([
      { type: "Ready", status: "True", reason: "", message: "Kubernetes default Service CIDR is ready" },
    ]);
    expect(range?.metadata.managedFields.map(({ manager, operation }) => `${manager} ${operation}`)).toEqual([
      "kubernetes-service-cidr-controller Apply",
      "kube-apiserver Update",
    ]);
    const { json: service } = await ask(server, "GET /api/v1/namespaces/default/services/kubernetes");
    expect(service).toMatchObject({
      metadata: {
        labels: { component: "apiserver", provider: "kubernetes" },
        managedFields: [{ manager: "kube-apiserver" }],
      },
      spec: {
        clusterIP: first,
        clusterIPs: [first],
        ipFamilies: ["IPv4"],
        ipFamilyPolicy: "SingleStack",
        internalTrafficPolicy: "Cluster",
        ports: [{ name: "https", protocol: "TCP", port: 443, targetPort: expect.any(Number) as unknown }],
        sessionAffinity: "None",
        type: "ClusterIP",
      },
      status: { loadBalancer: {} },
    });
    const { json: address } = await ask(server, `GET /apis/networking.k8s.io/v1/ipaddresses/${first}`);
    expect(address).toMatchObject({
      metadata: { labels: { "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io" } },
      spec: { parentRef: { resource: "services", namespace: "default", name: "kubernetes" } },
    });
    const taken = { metadata: { name: "taken" }, spec: { clusterIP: first, ports: [{ port: 1 }] } };
    const refused = await ask(server, `POST /api/v1/namespaces/${server.namespace}/services`, { body: taken });
    expect(refused.status).toBe(422);
    for (const path of ["/api/v1/endpoints", "/apis/discovery.k8s.io/v1/endpointslices"]) {
      expect(await listed(server, `${path}?fieldSelector=metadata.name=kubernetes`)).toEqual([]);
    }
  });

  test("is complete for whoever begins with a write or a watch [apiserver/fresh-objects]", async ({ expect }) => {
    await using server = await start();
    const body = { metadata: { name: "system-node-critical" }, value: 2_000_001_000 };
    expect((await ask(server, "POST /apis/scheduling.k8s.io/v1/priorityclasses", { body })).status).toBe(409);
    await using other = await start();
    const answer = await other.transport({
      method: "GET",
      path: "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas?watch=true&timeoutSeconds=1",
      headers: { authorization: `Bearer ${other.token}` },
    });
    const events = (await text(answer.body)).trim().split("\n");
    const names = (await listed(other, "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas")).map(
      ({ metadata }) => metadata.name,
    );
    const told = events.map((line) => (JSON.parse(line) as { object: Listed }).object.metadata.name);
    expect(told.slice(0, names.length)).toEqual(names);
  });
});

forEachServer(["real"], "next to the embedded server, a fresh one", (start) => {
  test("has the same priority classes, flows and API services [apiserver/fresh-objects]", async ({ expect }) => {
    await using real = await start();
    await using server = await ApiServer.start();
    const ours = { transport: server.handle, token: server.token };
    for (const path of same) {
      const [theirs, own] = [await listed(real, path), await listed(ours, path)];
      expect(theirs.length).toBeGreaterThan(1);
      expect(own.map(shown)).toEqual(theirs.map(shown));
    }
  });

  test("tells the authority of client certificates in the same config map [apiserver/client-authorities]", async ({
    expect,
  }) => {
    await using real = await start();
    await using server = await ApiServer.start();
    const { ca } = await server.listen();
    const ours = { transport: server.handle, token: server.token };
    const path =
      "/api/v1/namespaces/kube-system/configmaps?fieldSelector=metadata.name=extension-apiserver-authentication";
    const [[theirs], [own]] = [await listed(real, path), await listed(ours, path)];
    const told = { "client-ca-file": expect.stringMatching(/^-----BEGIN CERTIFICATE-----\n/) as unknown };
    expect(theirs?.["data"]).toEqual(told);
    expect(own?.["data"]).toEqual({ "client-ca-file": ca });
    for (const map of [theirs, own]) {
      expect(map?.metadata).toEqual({
        ...map?.metadata,
        labels: undefined,
        annotations: undefined,
        managedFields: [expect.objectContaining({ manager: "kube-apiserver", operation: "Update" })],
      });
    }
  });
});

forEachServer(["embedded", "real"], "states of components", (start) => {
  test("can be read and selected, and nothing else [apiserver/component-states]", async ({ expect }) => {
    await using server = await start();
    const path = "/api/v1/componentstatuses";
    const store = { metadata: { name: "etcd-0" }, conditions: [{ type: "Healthy", status: "True", message: "ok" }] };
    const warning = '299 - "v1 ComponentStatus is deprecated in v1.19+"';
    const one = await ask(server, `GET ${path}?fieldSelector=metadata.name=etcd-0`);
    expect(one).toEqual({
      status: 200,
      warning,
      json: { kind: "ComponentStatusList", apiVersion: "v1", metadata: {}, items: [store] },
    });
    expect((await ask(server, `GET ${path}?labelSelector=a=b`)).json["items"]).toEqual([]);
    expect((await ask(server, `GET ${path}/etcd-0`)).json).toEqual({
      kind: "ComponentStatus",
      apiVersion: "v1",
      ...store,
    });
    expect(await ask(server, `GET ${path}/nope`)).toMatchObject({
      status: 404,
      warning,
      json: { message: 'componentstatus "nope" not found', details: { name: "nope", kind: "componentstatus" } },
    });
    expect(await ask(server, `GET ${path}?watch=true`)).toMatchObject({
      status: 405,
      warning,
      json: { message: 'watch is not supported on resources of kind "componentstatuses"' },
    });
    expect((await ask(server, "GET /api/v1/watch/componentstatuses")).status).toBe(404);
    expect((await ask(server, `POST ${path}`, { body: {} })).status).toBe(405);
    expect((await ask(server, `DELETE ${path}/etcd-0`)).status).toBe(405);
  });
});

forEachServer(["embedded", "real"], "a binding", (start) => {
  test("binds the pod that it names [apiserver/bindings]", async ({ expect }) => {
    await using server = await start();
    const core = `/api/v1/namespaces/${server.namespace}`;
    await ask(server, `POST ${core}/serviceaccounts`, { body: { metadata: { name: "default" } } });
    const spec = { containers: [{ name: "c", image: "i" }] };
    await ask(server, `POST ${core}/pods`, { body: { metadata: { name: "p" }, spec } });
    const bind = (metadata: object, target: object, query = ""): Promise<Answer> =>
      ask(server, `POST ${core}/bindings${query}`, { body: { apiVersion: "v1", kind: "Binding", metadata, target } });
    const node = { kind: "Node", name: "n" };
    expect(await bind({ name: "none" }, node)).toMatchObject({
      status: 404,
      json: { message: 'pods "none" not found' },
    });
    expect(await bind({}, node)).toMatchObject({ status: 400, json: { message: "Name parameter required." } });
    expect(await bind({ name: "p" }, {})).toMatchObject({
      status: 500,
      json: { message: "target.name: Required value" },
    });
    expect((await bind({ name: "p", namespace: "other" }, node)).status).toBe(400);
    expect((await bind({ name: "p" }, node, "?dryRun=All")).status).toBe(201);
    expect(await bind({ name: "p" }, node)).toMatchObject({ status: 201, json: { kind: "Status", status: "Success" } });
    expect((await ask(server, `GET ${core}/pods/p`)).json).toMatchObject({ spec: { nodeName: "n" } });
    expect(await bind({ name: "p" }, node)).toMatchObject({
      status: 409,
      json: { details: { name: "p", kind: "pods/binding" } },
    });
    const statuses = [
      `GET ${core}/bindings`,
      `DELETE ${core}/bindings`,
      `GET ${core}/bindings/p`,
      "GET /api/v1/bindings",
    ];
    const answers = await Promise.all(statuses.map((line) => ask(server, line)));
    expect(answers.map(({ status }) => status)).toEqual([405, 405, 404, 404]);
  });
});
