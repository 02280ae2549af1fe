import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import type { Answer } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const merge = { "content-type": "application/merge-patch+json" };
const earlier = "2020-01-01T00:00:00Z";

/** Pods with an account, and a budget over them whose status the test writes. */
class Evictions {
  readonly #server: TestServer;
  readonly pods: string;
  readonly budget: string;

  private constructor(server: TestServer) {
    this.#server = server;
    this.pods = `/api/v1/namespaces/${server.namespace}/pods`;
    this.budget = `/apis/policy/v1/namespaces/${server.namespace}/poddisruptionbudgets/b`;
  }

  static async on(server: TestServer): Promise<Evictions> {
    const accounts = `/api/v1/namespaces/${server.namespace}/serviceaccounts`;
    await ask(server, `POST ${accounts}`, { body: { metadata: { name: "default" } } });
    return new Evictions(server);
  }

  /** A pod that runs, and serves or does not. */
  async pod(name: string, { isReady = true } = {}): Promise<void> {
    const spec = { nodeName: "n", containers: [{ name: "c", image: "example.com/c" }] };
    await ask(this.#server, `POST ${this.pods}`, { body: { metadata: { name, labels: { app: "a" } }, spec } });
    const conditions = [{ type: "Ready", status: isReady ? "True" : "False" }];
    await this.#told(`${this.pods}/${name}`, { phase: "Running", conditions });
  }

  /** The budget, in the place of the one before. By default it allows nothing. */
  async budgetOf(status: object, spec: object = {}): Promise<void> {
    await ask(this.#server, `DELETE ${this.budget}`);
    const selector = { matchLabels: { app: "a" } };
    const body = { metadata: { name: "b" }, spec: { selector, maxUnavailable: 1, ...spec } };
    await ask(this.#server, `POST ${this.budget.slice(0, -2)}`, { body });
    const counts = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 2, expectedPods: 3 };
    await this.#told(this.budget, { observedGeneration: 1, ...counts, ...status });
  }

  async #told(path: string, status: object): Promise<void> {
    await ask(this.#server, `PATCH ${path}/status`, { body: { status }, headers: merge });
  }

  evict(name: string, deleteOptions: object = {}): Promise<Answer> {
    const body = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name }, deleteOptions };
    return ask(this.#server, `POST ${this.pods}/${name}/eviction`, { body });
  }

  /** What an eviction was refused for: its code, and what the budget says. */
  async refusal(name: string): Promise<readonly unknown[]> {
    const { status, json } = await this.evict(name);
    const details = json?.["details"] as { readonly causes?: readonly { readonly message: string }[] } | undefined;
    return [status, details?.causes?.[0]?.message];
  }

  async statusOf(path: string): Promise<unknown> {
    return (await ask(this.#server, `GET ${path}`)).json?.status;
  }
}

forEachServer(["embedded", "real"], "an eviction", (start) => {
  test("of a pod that does not serve is counted only where too few others do [apiserver/eviction-idle]", async ({
    expect,
  }) => {
    await using server = await start();
    const evictions = await Evictions.on(server);
    for (const name of ["u", "v", "w"]) await evictions.pod(name, { isReady: false });
    await evictions.pod("serves");
    const few = [429, "The disruption budget b needs 2 healthy pods and has 1 currently"];
    await evictions.budgetOf({ currentHealthy: 1 });
    expect(await evictions.refusal("u")).toEqual(few);
    await evictions.budgetOf({ currentHealthy: 1 }, { unhealthyPodEvictionPolicy: "IfHealthyBudget" });
    expect(await evictions.refusal("u")).toEqual(few);
    await evictions.budgetOf({ desiredHealthy: 0 });
    const none = [429, "The disruption budget b needs 0 healthy pods and has 0 currently"];
    expect(await evictions.refusal("u")).toEqual(none);
    await evictions.budgetOf({ currentHealthy: 2 });
    expect((await evictions.evict("u")).status).toBe(201);
    await evictions.budgetOf(
      { currentHealthy: 1, observedGeneration: 0 },
      { unhealthyPodEvictionPolicy: "AlwaysAllow" },
    );
    expect((await evictions.evict("v")).status).toBe(201);
    // What it says of the version is not older than what the budget has looked at.
    expect((await evictions.evict("w", { preconditions: { resourceVersion: "1" } })).status).toBe(201);
    expect(await evictions.refusal("serves")).toEqual([
      429,
      "The disruption budget b is still being processed by the server.",
    ]);
    expect(await evictions.statusOf(evictions.budget)).toMatchObject({ disruptionsAllowed: 0 });
    expect(await evictions.statusOf(evictions.budget)).not.toHaveProperty("disruptedPods");
  });

  test("that is refused tells what the budget knows [apiserver/eviction-refused]", async ({ expect }) => {
    await using server = await start();
    const evictions = await Evictions.on(server);
    await evictions.pod("p");
    const because = (reason: string): object => ({
      conditions: [{ type: "DisruptionAllowed", status: "False", reason, message: "no", lastTransitionTime: earlier }],
    });
    const refused = "The disruption budget b does not allow evicting pods currently";
    for (const [status, message] of [
      [because("SyncFailed"), `${refused} because it failed sync: no`],
      [because("Other"), "The disruption budget b needs 2 healthy pods and has 0 currently"],
      [{ currentHealthy: 3, ...because("Other") }, `${refused} (Other): no`],
      [{ currentHealthy: 3 }, refused],
      // No number of the platform can hold it.
      [{ currentHealthy: 3, observedGeneration: 2 ** 60 }, refused],
    ] as const) {
      await evictions.budgetOf(status);
      expect(await evictions.refusal("p")).toEqual([429, message]);
    }
    const disruptedPods = Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`p${index}`, earlier]));
    await evictions.budgetOf({ disruptionsAllowed: 1, disruptedPods });
    const { status, json } = await evictions.evict("p");
    expect([status, json?.message]).toEqual([
      403,
      'poddisruptionbudget.policy "b" is forbidden: DisruptedPods map too big - too many evictions not confirmed by PDB controller',
    ]);
    const other = { metadata: { name: "c" }, spec: { selector: {}, maxUnavailable: 1 } };
    await ask(server, `POST ${evictions.budget.slice(0, -2)}`, { body: other });
    const twice = await evictions.evict("p");
    const { metadata: _metadata, ...said } = twice.json ?? {};
    expect([twice.status, said]).toEqual([
      500,
      {
        kind: "Status",
        apiVersion: "v1",
        status: "Failure",
        message: "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
        code: 500,
      },
    ]);
  });

  test("that spends the last of a budget says so in its conditions [apiserver/eviction-spends]", async ({ expect }) => {
    await using server = await start();
    const evictions = await Evictions.on(server);
    for (const name of ["p", "q"]) await evictions.pod(name);
    const allowed = { type: "DisruptionAllowed", status: "True", reason: "SufficientPods", message: "" };
    const conditions = [{ ...allowed, observedGeneration: 1, lastTransitionTime: earlier }];
    await evictions.budgetOf({ disruptionsAllowed: 2, currentHealthy: 4, conditions });
    expect((await evictions.evict("p")).status).toBe(201);
    expect(await evictions.statusOf(evictions.budget)).toMatchObject({ disruptionsAllowed: 1, conditions });
    expect((await evictions.evict("q")).status).toBe(201);
    const { json } = await ask(server, `GET ${evictions.budget}`);
    expect(json?.status).toMatchObject({
      disruptionsAllowed: 0,
      disruptedPods: { p: expect.any(String), q: expect.any(String) },
      conditions: [{ type: "DisruptionAllowed", status: "False", reason: "InsufficientPods", observedGeneration: 1 }],
    });
    const owners = json?.metadata?.["managedFields"] as readonly { readonly manager: string }[];
    expect(owners).toContainEqual(
      expect.objectContaining({ manager: "kube-apiserver", operation: "Update", subresource: "status" }),
    );
  });

  test("of another pod than was meant leaves no trace [apiserver/eviction-preconditions]", async ({ expect }) => {
    await using server = await start();
    const evictions = await Evictions.on(server);
    await evictions.pod("p");
    const path = `${evictions.pods}/p`;
    const version = async (): Promise<string> =>
      String((await ask(server, `GET ${path}`)).json?.metadata?.["resourceVersion"]);
    const before = await version();
    for (const preconditions of [{ uid: "other" }, { resourceVersion: "1" }]) {
      expect((await evictions.evict("p", { preconditions })).status).toBe(409);
    }
    const unsafe = await evictions.evict("p", { ignoreStoreReadErrorWithClusterBreakingPotential: true });
    expect([unsafe.status, unsafe.json?.message]).toEqual([
      422,
      'Eviction.policy "p" is invalid: deleteOptions.ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: can not be set for pod eviction, try after removing the option',
    ]);
    for (const [part, kind] of [
      ["eviction", "Eviction"],
      ["binding", "Binding"],
    ] as const) {
      for (const metadata of [{ name: "other" }, {}]) {
        const { status, json } = await ask(server, `POST ${path}/${part}`, {
          body: { metadata, target: { name: "n" } },
        });
        expect([status, json?.message]).toEqual([400, `name in URL does not match name in ${kind} object`]);
      }
      const odd = await ask(server, `POST ${path}/${part}`, { body: { apiVersion: "v1", kind: "Pod" } });
      expect([odd.status, odd.json?.message]).toEqual([
        400,
        expect.stringMatching(`^Pod in version "v1" cannot be handled as a ${kind}: converting`),
      ]);
    }
    expect(await version()).toBe(before);
    expect((await evictions.evict("p", { preconditions: { resourceVersion: before } })).status).toBe(201);
    expect(await evictions.statusOf(path)).toMatchObject({
      conditions: [{ type: "Ready" }, { type: "DisruptionTarget", reason: "EvictionByEvictionAPI" }],
    });
  });

  test("of another pod than was meant comes to an end, also where no budget counts", async ({ expect }) => {
    await using server = await start();
    const evictions = await Evictions.on(server);
    const spec = { containers: [{ name: "c", image: "example.com/c" }] };
    await ask(server, `POST ${evictions.pods}`, { body: { metadata: { name: "waits" }, spec } });
    // The real server asks again for ten seconds.
    const { status, json } = await evictions.evict("waits", { preconditions: { uid: "other" } });
    expect([status, json?.message]).toEqual([
      409,
      expect.stringContaining('on Pod "waits": the UID in the precondition (other) does not match the UID in record'),
    ]);
    expect(await evictions.statusOf(`${evictions.pods}/waits`)).not.toHaveProperty("conditions");
    expect((await evictions.evict("waits")).status).toBe(201);
  });

  test("is read in the version before, too, which older clients send [apiserver/eviction-former]", async ({
    expect,
  }) => {
    await using server = await start();
    const evictions = await Evictions.on(server);
    await evictions.pod("p");
    const body = { apiVersion: "policy/v1beta1", kind: "Eviction", metadata: { name: "p" } };
    const { status } = await ask(server, `POST ${evictions.pods}/p/eviction`, { body });
    expect(status).toBe(201);
    const { json } = await ask(server, `GET ${evictions.pods}/p`);
    expect(json?.metadata).toHaveProperty("deletionTimestamp");
  });

  test("again keeps the place and the time of what was said first [apiserver/eviction-condition]", async ({
    expect,
  }) => {
    await using server = await start();
    const evictions = await Evictions.on(server);
    await evictions.pod("p");
    const path = `${evictions.pods}/p`;
    const first = { type: "DisruptionTarget", status: "True", reason: "Other", lastTransitionTime: earlier };
    const status = { conditions: [first, { type: "Ready", status: "True" }] };
    await ask(server, `PATCH ${path}/status`, { body: { status }, headers: merge });
    expect((await evictions.evict("p")).status).toBe(201);
    expect(await evictions.statusOf(path)).toMatchObject({
      conditions: [{ ...first, reason: "EvictionByEvictionAPI", message: "Eviction API: evicting" }, { type: "Ready" }],
    });
  });
});
