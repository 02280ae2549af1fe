import { test } from "vitest";
import { ask, causesOf } from "./access.fixture.ts";
import type { Answer, Body } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const other = "00000000-0000-0000-0000-000000000000";
const merge = { "content-type": "application/merge-patch+json" };
const template = { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "c", image: "i" }] } };

function collection(server: TestServer, plural: string, api = "/api/v1"): string {
  return `${api}/namespaces/${server.namespace}/${plural}`;
}

function scale(name: string, spec: object, metadata: object = {}): object {
  return { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name, ...metadata }, spec };
}

/** The code and the message without the place in the store, which has the namespace. */
function told({ status, json }: Answer): readonly [number, string] {
  return [status, (json?.message ?? "").replaceAll(/(?<=Key: )\S+|(?<=object meta: )\S+/g, "…")];
}

function store(precondition: string): string {
  return `StorageError: invalid object, Code: 4, Key: … ResourceVersion: 0, AdditionalErrorMsg: ${precondition}`;
}

forEachServer(["embedded", "real"], "a scale", (start) => {
  test("that names another object by its uid is not written [apiserver/scale-preconditions]", async ({ expect }) => {
    await using server = await start();
    const deployments = collection(server, "deployments", "/apis/apps/v1");
    const spec = { replicas: 1, selector: { matchLabels: { app: "a" } }, template };
    const made = await ask(server, `POST ${deployments}`, { body: { metadata: { name: "d" }, spec } });
    const [put, patch] = [`PUT ${deployments}/d/scale`, `PATCH ${deployments}/d/scale`];
    const body = scale("d", { replicas: 3 }, { namespace: server.namespace, uid: other });
    const why = `Precondition failed: UID in precondition: ${other}, UID in object meta: …`;
    expect(told(await ask(server, put, { body }))).toEqual([
      409,
      `Operation cannot be fulfilled on deployments.apps "d": ${store(why)}`,
    ]);
    const patched = await ask(server, patch, {
      body: { metadata: { uid: other }, spec: { replicas: 3 } },
      headers: merge,
    });
    expect(told(patched)).toEqual([409, `Operation cannot be fulfilled on deployments/scale.apps "d": ${why}`]);
    const { json } = await ask(server, `GET ${deployments}/d`);
    expect(json?.spec).toMatchObject({ replicas: 1 });
    const own = { namespace: server.namespace, uid: made.json?.metadata?.["uid"] };
    expect((await ask(server, put, { body: scale("d", { replicas: 3 }, own) })).status).toBe(200);
    const meant = await ask(server, patch, {
      body: { metadata: { uid: own.uid }, spec: { replicas: 4 } },
      headers: merge,
    });
    expect([meant.status, meant.json?.spec]).toEqual([200, { replicas: 4 }]);
  });

  test("keeps the bits that fit of a number that a strategic merge patch brings [apiserver/converted-integers]", async ({
    expect,
  }) => {
    await using server = await start();
    const deployments = collection(server, "deployments", "/apis/apps/v1");
    const spec = { replicas: 1, selector: { matchLabels: { app: "a" } }, template };
    await ask(server, `POST ${deployments}`, { body: { metadata: { name: "d" }, spec } });
    const headers = { "content-type": "application/strategic-merge-patch+json" };
    const patch = (replicas: number): Promise<Answer> =>
      ask(server, `PATCH ${deployments}/d/scale`, { body: { spec: { replicas } }, headers });
    expect(causesOf(await patch(2 ** 32 - 5))).toEqual([
      "spec.replicas: Invalid value: -5: must be greater than or equal to 0",
    ]);
    expect((await patch(2 ** 32 + 5)).json?.spec).toEqual({ replicas: 5 });
  });
});

forEachServer(["embedded", "real"], "a binding", (start) => {
  test("that means another pod, or another version of it, binds none [apiserver/eviction-preconditions]", async ({
    expect,
  }) => {
    await using server = await start();
    const { bind, pod } = await podOf(server, {});
    const [uid, version] = [await bind({ uid: other }), await bind({ resourceVersion: "1" })];
    const refused = 'Operation cannot be fulfilled on pods "p": ';
    const wrongUid = `Precondition failed: UID in precondition: ${other}, UID in object meta: …`;
    const wrongVersion = "Precondition failed: ResourceVersion in precondition: 1, ResourceVersion in object meta: …";
    expect(told(uid)).toEqual([409, refused + store(wrongUid)]);
    expect(told(version)).toEqual([409, refused + store(wrongVersion)]);
    expect((await pod()).spec).not.toHaveProperty("nodeName");
  });

  test("waits for what holds a pod back, gives it labels and annotations, and ends a thought of another node [apiserver/binding]", async ({
    expect,
  }) => {
    await using server = await start();
    const { at, bind, pod } = await podOf(server, { schedulingGates: [{ name: "example.dev/wait" }] });
    expect(told(await bind({}))).toEqual([
      409,
      'Operation cannot be fulfilled on pods/binding "p": pod p has non-empty .spec.schedulingGates',
    ]);
    await ask(server, `PATCH ${at}`, { body: { spec: { schedulingGates: null } }, headers: merge });
    await ask(server, `PATCH ${at}/status`, { body: { status: { nominatedNodeName: "m" } }, headers: merge });
    expect((await bind({ labels: { zone: "z" }, annotations: { by: "me" } })).status).toBe(201);
    const { metadata, spec, status } = await pod();
    expect(metadata).toMatchObject({ labels: { app: "a", zone: "z" }, annotations: { by: "me" } });
    expect(spec).toMatchObject({ nodeName: "n" });
    expect(status).not.toHaveProperty("nominatedNodeName");
    expect(told(await ask(server, `POST ${at}x/binding`, { body: { metadata: { name: "px" }, target: {} } }))).toEqual([
      500,
      "target.name: Required value",
    ]);
  });
});

interface Bindable {
  /** Its path. */
  readonly at: string;
  bind(metadata: object): Promise<Answer>;
  pod(): Promise<Body>;
}

async function podOf(server: TestServer, spec: object): Promise<Bindable> {
  await ask(server, `POST ${collection(server, "serviceaccounts")}`, { body: { metadata: { name: "default" } } });
  const pods = collection(server, "pods");
  const body = { metadata: { name: "p", labels: { app: "a" } }, spec: { ...template.spec, ...spec } };
  await ask(server, `POST ${pods}`, { body });
  const at = `${pods}/p`;
  return {
    at,
    bind: (metadata) =>
      ask(server, `POST ${at}/binding`, {
        body: { metadata: { name: "p", ...metadata }, target: { kind: "Node", name: "n" } },
      }),
    pod: async () => (await ask(server, `GET ${at}`)).json ?? {},
  };
}
