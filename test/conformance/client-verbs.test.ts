import { expectTypeOf, test } from "vitest";
import { realClock } from "../../src/async/index.ts";
import {
  ApplyConflictError,
  createOrPatch,
  createOrUpdate,
  extract,
  retryOnConflict,
  waitFor,
  waitUntilGone,
} from "../../src/client/index.ts";
import type { Client, Preconditions, ResourceClient, Transport } from "../../src/client/index.ts";
import { ApiError } from "../../src/model/index.ts";
import type { StatusReason } from "../../src/model/index.ts";
import { Deployment } from "../../src/types/apps/v1/index.ts";
import { ConfigMap, Namespace, ResourceQuota, ServiceAccount } from "../../src/types/core/v1/index.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

interface Stage extends AsyncDisposable {
  readonly client: Client;
  readonly namespace: string;
  /** Those of the test's namespace. */
  readonly maps: ResourceClient<ConfigMap>;
}

async function stageOn(start: () => Promise<TestServer>, wrap?: (transport: Transport) => Transport): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await start());
  const client = opened.use(server.connect(wrap));
  const { namespace } = server;
  const owned = opened.move();
  const maps = client.resource(ConfigMap, { namespace });
  return { client, namespace, maps, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

function isRefused(...reasons: readonly StatusReason[]): (error: unknown) => boolean {
  return (error) => ApiError.is(error, ...reasons);
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array, void, void> {
  yield new TextEncoder().encode(text);
}

const cart = { metadata: { name: "cart", labels: { a: "b" } }, data: { size: "1" } };

forEachServer(["embedded", "real"], "the client's verbs", (start) => {
  test("give one and the same plain object from create, get, list and watch [client/same-shape]", async ({
    expect,
  }) => {
    await using stage = await stageOn(start);
    const { maps } = stage;
    const made = await maps.create(cart);
    const signal = realClock.timeout(10_000);
    const selection = { labelSelector: "a=b", signal };
    const [listed] = (await maps.list(selection)).items;
    const [paged] = (await maps.listAll(selection)).items;
    const { value: event } = await maps.watch(selection).next();
    const seen = [await maps.get("cart"), listed, paged, event?.type === "ADDED" ? event.object : event];
    for (const object of seen) {
      expect(object).toEqual(made);
      expect(Object.keys(object ?? {}).sort()).toEqual(Object.keys(made).sort());
      expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    }
    expect(typeof made.metadata.creationTimestamp).toBe("string");
    expect(await maps.update({ ...(listed as ConfigMap), data: { size: "2" } })).toMatchObject({ data: { size: "2" } });
  });

  test("wait for a change and for the end of an object without asking again [client/wait-for]", async ({ expect }) => {
    let lists = 0;
    const counting =
      (next: Transport): Transport =>
      (request) => {
        if (request.method === "GET" && request.isStream !== true) lists += 1;
        return next(request);
      };
    await using stage = await stageOn(start, counting);
    const { client, maps, namespace } = stage;
    const grown = waitFor(maps, "cart", ({ data }) => data?.["size"] === "3");
    await maps.create(cart);
    await maps.patch("cart", { data: { size: "2" } });
    await maps.patch("cart", { data: { size: "3" } });
    expect((await grown).data).toEqual({ size: "3" });
    const gone = waitUntilGone(client.resource(ConfigMap), `${namespace}/cart`);
    await maps.delete("cart");
    await gone;
    expect(lists).toBe(2);
  });

  test("count exactly, although all write the same object at once [client/retry-on-conflict]", async ({ expect }) => {
    await using stage = await stageOn(start);
    const { maps } = stage;
    await maps.create(cart);
    const increment = async (): Promise<void> => {
      const object = await maps.get("cart");
      await maps.update({ ...object, data: { size: String(Number(object.data?.["size"]) + 1) } });
    };
    await Promise.all(Array.from({ length: 5 }, () => retryOnConflict(increment, { attempts: 100 })));
    expect((await maps.get("cart")).data).toEqual({ size: "6" });
  });

  test("make an object what it is to be, once [client/create-or-update, client/create-or-patch]", async ({
    expect,
  }) => {
    await using stage = await stageOn(start);
    const { maps, client, namespace } = stage;
    const outcomes: string[] = [];
    for (const size of ["1", "2", "2"]) {
      const { outcome } = await createOrUpdate(maps, cart, (draft) => {
        draft.data = { ...draft.data, size };
      });
      outcomes.push(outcome);
    }
    expect(outcomes).toEqual(["created", "updated", "unchanged"]);
    const { outcome, object } = await createOrPatch(maps, cart, (draft) => {
      draft.data = { other: "x" };
    });
    expect({ outcome, data: object.data }).toEqual({ outcome: "updated", data: { other: "x" } });
    const quota = await createOrPatch(
      client.resource(ResourceQuota, { namespace }),
      { metadata: { name: "quota" } },
      (draft) => {
        draft.spec = { hard: { pods: "5" } };
        draft.status = { hard: { pods: "5" } };
      },
    );
    expect(quota).toMatchObject({
      outcome: "created",
      object: { spec: { hard: { pods: "5" } }, status: { hard: { pods: "5" } } },
    });
  });

  test("patch only the object that is meant [client/preconditions]", async ({ expect }) => {
    await using stage = await stageOn(start);
    const { maps } = stage;
    const { metadata } = await maps.create(cart);
    const { uid, resourceVersion } = metadata;
    await maps.patch("cart", { data: { size: "2" } }, { preconditions: { uid, resourceVersion } });
    const attempt = (preconditions: Preconditions): Promise<unknown> =>
      failureOf(maps.patch("cart", { data: { size: "3" } }, { preconditions }));
    expect(await attempt({ uid: "another" })).toSatisfy(isRefused("Invalid"));
    expect(await attempt({ resourceVersion })).toSatisfy(isRefused("Conflict"));
    expect((await maps.get("cart")).data).toEqual({ size: "2" });
  });
});

forEachServer(["real"], "the client's verbs", (start) => {
  test("patch in every way, and only the object that is meant [client/patch-types, client/preconditions]", async ({
    expect,
  }) => {
    await using stage = await stageOn(start);
    const { client, namespace, maps } = stage;
    const { metadata } = await maps.create(cart);
    const added = await maps.patch("cart", [{ op: "add", path: "/data/x", value: "1" }], { type: "json" });
    expect(added.data).toEqual({ size: "1", x: "1" });
    const { resourceVersion } = metadata;
    for (const preconditions of [{ uid: "another" }, { resourceVersion }]) {
      const operations = [{ op: "remove", path: "/data/x" }] as const;
      const json = await failureOf(maps.patch("cart", operations, { type: "json", preconditions }));
      const applied = await failureOf(maps.apply(cart, { fieldManager: "me", force: true, preconditions }));
      for (const refusal of [json, applied]) expect(refusal).toSatisfy(isRefused("Conflict", "Invalid"));
    }
    const deployments = client.resource(Deployment, { namespace });
    const labels = { app: "web" };
    const containers = [
      { name: "web", image: "web:1" },
      { name: "side", image: "side:1" },
    ];
    await deployments.create({
      metadata: { name: "web" },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
    });
    const patch = { spec: { template: { spec: { containers: [{ name: "side", image: "side:2" }] } } } };
    const patched = await deployments.patch("web", patch, { type: "strategic" });
    const images = patched.spec?.template.spec?.containers.map(({ image }) => image);
    expect(images?.toSorted()).toEqual(["side:2", "web:1"]);
  });

  test("apply, tell who else owns a field, take over by force, and extract what is owned [client/apply, client/apply-conflict, client/extract]", async ({
    expect,
  }) => {
    await using stage = await stageOn(start);
    const { client, namespace } = stage;
    const deployments = client.resource(Deployment, { namespace });
    const labels = { app: "web" };
    const ports = [{ containerPort: 80, protocol: "TCP" as const }];
    const wanted = {
      metadata: { name: "web", labels, finalizers: ["setpoint.dev/test"] },
      spec: {
        replicas: 3,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: "web", image: "web:1", args: ["-v"], ports }] },
        },
      },
    };
    const made = await deployments.apply(wanted, { fieldManager: "me" });
    expectTypeOf(made).toEqualTypeOf<Deployment>();
    const identity = { apiVersion: "apps/v1", kind: "Deployment" };
    const mine = extract(made, "me");
    expect(mine).toEqual({ ...identity, ...wanted, metadata: { ...wanted.metadata, namespace } });
    expect((await deployments.apply(mine, { fieldManager: "me" })).metadata.resourceVersion).toBe(
      made.metadata.resourceVersion,
    );

    const other = { metadata: { name: "web" }, spec: { replicas: 5 } };
    const refused = await failureOf(deployments.apply(other, { fieldManager: "other" }));
    if (!ApplyConflictError.is(refused)) throw refused;
    expect(refused.conflicts).toMatchObject([{ field: ".spec.replicas", manager: "me" }]);
    const forced = await deployments.apply(other, { fieldManager: "other", force: true });
    expect(forced.spec?.replicas).toBe(5);
    expect(extract(forced, "other")).toEqual({
      ...identity,
      metadata: { name: "web", namespace },
      spec: { replicas: 5 },
    });
    expect(extract(forced, "me").spec).not.toHaveProperty("replicas");
    await deployments.patch("web", { metadata: { finalizers: null } });
  });

  test("reach subresources of other kinds [client/subresources]", async ({ expect }) => {
    await using stage = await stageOn(start);
    const { client, namespace } = stage;
    const deployments = client.resource(Deployment, { namespace });
    const labels = { app: "web" };
    const containers = [{ name: "web", image: "web:1" }];
    await deployments.create({
      metadata: { name: "web" },
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      },
    });
    const scale = deployments.subresource("scale");
    const read = await scale.get("web");
    expect(read).toMatchObject({ kind: "Scale", spec: { replicas: 1 }, metadata: { name: "web", namespace } });
    expect((await scale.update({ ...read, spec: { replicas: 2 } })).spec?.replicas).toBe(2);
    expect((await scale.patch("web", { spec: { replicas: 3 } })).spec?.replicas).toBe(3);
    expect((await deployments.get("web")).spec?.replicas).toBe(3);
    const status = await deployments
      .subresource("status")
      .apply({ metadata: { name: "web" }, status: { observedGeneration: 7 } }, { fieldManager: "me" });
    expect(status.status?.observedGeneration).toBe(7);
    expect(extract(status, "me", { subresource: "status" })).toMatchObject({ status: { observedGeneration: 7 } });

    const accounts = client.resource(ServiceAccount, { namespace });
    await accounts.create({ metadata: { name: "robot" } });
    const issued = await accounts.subresource("token").create("robot", { spec: { expirationSeconds: 600 } });
    expect(issued.status?.token).toMatch(/^ey/);
  });

  test("only try what is a dry run, and refuse unknown fields when told to [client/verb-options]", async ({
    expect,
  }) => {
    await using stage = await stageOn(start);
    const { maps, client } = stage;
    const tried = await maps.create(cart, { dryRun: true });
    expect(tried.metadata.uid).toBeTruthy();
    expect(await failureOf(maps.get("cart"))).toSatisfy(isRefused("NotFound"));
    const strange = { ...cart, colour: "red" };
    expect(await failureOf(maps.create(strange, { fieldValidation: "Strict" }))).toSatisfy(isRefused("BadRequest"));
    const made = await maps.create(strange, { fieldManager: "me", fieldValidation: "Ignore" });
    expect(made.metadata.managedFields).toMatchObject([{ manager: "me", operation: "Update" }]);
    await maps.delete("cart", { dryRun: true });
    expect((await maps.get("cart")).metadata.deletionTimestamp).toBeUndefined();
    const exact = { resourceVersion: made.metadata.resourceVersion, resourceVersionMatch: "Exact" } as const;
    await maps.patch("cart", { data: { size: "9" } });
    expect((await maps.list(exact)).items[0]?.data).toEqual({ size: "1" });
    expect(await client.rest.path("/version").send()).toMatchObject({ major: "1" });
    expect(new TextDecoder().decode((await client.rest.path("/livez").raw()).bytes)).toBe("ok");
  });

  test("delete the chosen part of a collection [client/delete-collection]", async ({ expect }) => {
    await using stage = await stageOn(start);
    const { maps } = stage;
    for (const name of ["a", "b", "c"])
      await maps.create({ metadata: { name, labels: { even: String(name === "b") } } });
    await maps.deleteCollection({ labelSelector: "even=false", fieldSelector: "metadata.name!=c" });
    const { items } = await maps.list({ labelSelector: "even" });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(["b", "c"]);
  });

  test("list page by page, and go on when the server has forgotten the version of the first [client/pages, client/pages-expired, client/list-all]", async ({
    expect,
  }) => {
    let isForgetful = false;
    let expired = 0;
    const forgetting =
      (next: Transport): Transport =>
      async (request) => {
        const token = new URLSearchParams(request.path.split("?")[1]).get("continue");
        if (!isForgetful || token === null) return next(request);
        const place = JSON.parse(Buffer.from(token, "base64url").toString()) as { readonly rv: number };
        if (place.rv <= 0) return next(request);
        expired += 1;
        // What the server says when its history no longer has the version, with the token for the newest state that it then offers.
        const offer = Buffer.from(JSON.stringify({ ...place, rv: -1 })).toString("base64url");
        const metadata = { continue: offer };
        const status = { kind: "Status", status: "Failure", reason: "Expired", code: 410, metadata };
        return { status: 410, headers: {}, body: bytesOf(JSON.stringify(status)) };
      };
    await using stage = await stageOn(start, forgetting);
    const { maps } = stage;
    const names = ["a", "b", "c", "d", "e"];
    for (const name of names) await maps.create({ metadata: { name, labels: { page: "yes" } } });
    const options = { labelSelector: "page", limit: 2 };
    const namesOf = (items: readonly ConfigMap[]): readonly string[] => items.map(({ metadata }) => metadata.name);
    const pages = await Array.fromAsync(maps.pages(options));
    expect(pages.map(({ items }) => namesOf(items))).toEqual([["a", "b"], ["c", "d"], ["e"]]);
    expect(new Set(pages.map(({ metadata }) => metadata.resourceVersion)).size).toBe(1);
    expect(namesOf((await maps.listAll(options)).items)).toEqual(names);

    isForgetful = true;
    const followed = await Array.fromAsync(maps.pages(options));
    expect(followed.flatMap(({ items }) => namesOf(items))).toEqual(names);
    expect(expired).toBe(2);
    expect(await failureOf(Array.fromAsync(maps.pages({ ...options, onExpired: "throw" })))).toSatisfy(
      isRefused("Expired"),
    );
    expect(namesOf((await maps.listAll(options)).items)).toEqual(names);
  });

  test("wait for what lives in no namespace [client/wait-for]", async ({ expect }) => {
    await using stage = await stageOn(start);
    const { client, namespace } = stage;
    const found = await waitFor(client.resource(Namespace), namespace, ({ status }) => status?.phase === "Active");
    expect(found.metadata.name).toBe(namespace);
  });
});
