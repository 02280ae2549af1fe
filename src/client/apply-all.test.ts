import { describe, test } from "vitest";
import { seededRandom, VirtualClock } from "../async/index.ts";
import { ConfigError } from "../config/index.ts";
import { ApiError } from "../model/index.ts";
import { applyAll } from "./apply-all.ts";
import type { ApplyAllOptions, ApplyAllResult } from "./apply-all.ts";
import { applyRank, flattenLists } from "./apply-all-order.ts";
import { Client } from "./client.ts";
import { InvalidRequestError } from "./errors.ts";
import type { ScriptedAnswer } from "./scripted-transport.fixture.ts";
import { scriptedTransport } from "./scripted-transport.fixture.ts";
import type { HttpRequest, Transport } from "./transport.ts";
import { WaitTimeoutError } from "./wait-timeout-error.ts";

interface Stage {
  readonly client: Client;
  /** The method and path of each request. */
  readonly told: readonly string[];
}

type Route = (request: HttpRequest) => ScriptedAnswer | undefined;

function resources(
  ...names: readonly (readonly [plural: string, kind: string, namespaced: boolean])[]
): ScriptedAnswer {
  return {
    body: { resources: names.map(([name, kind, namespaced]) => ({ name, kind, namespaced, verbs: ["patch"] })) },
  };
}

const served: Readonly<Record<string, ScriptedAnswer>> = {
  "/api/v1": resources(["namespaces", "Namespace", false], ["configmaps", "ConfigMap", true], ["pods", "Pod", true]),
  "/apis/apiextensions.k8s.io/v1": resources(["customresourcedefinitions", "CustomResourceDefinition", false]),
};

/** A server that serves the above, applies whatever it is given, and otherwise does what the route says. */
function serving(route: Route = () => undefined, clock?: VirtualClock): Stage {
  const told: string[] = [];
  const transport: Transport = async (request) => {
    const path = request.path.replace(/\?.*/, "");
    told.push(`${request.method} ${path}`);
    const isApply = request.method === "PATCH" && request.body !== undefined;
    const echo = isApply ? { body: new Uint8Array(request.body) } : undefined;
    return scriptedTransport(route(request) ?? served[path] ?? echo ?? { status: 404, body: "" }).send(request);
  };
  return { client: Client.over(transport, { clock, maxRetries: 0 }), told };
}

const options = { fieldManager: "me" };

function configMap(name: string, namespace?: string): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace } };
}

function outcomes(results: readonly ApplyAllResult[]): readonly string[] {
  return results.map(({ outcome }) => outcome);
}

function errorOf(result: ApplyAllResult | undefined): unknown {
  return result?.outcome === "failed" ? result.error : undefined;
}

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "cars.example.dev" },
  spec: {
    group: "example.dev",
    scope: "Namespaced",
    names: { kind: "Car", plural: "cars" },
    versions: [
      { name: "v1", served: true, storage: true },
      { name: "v0", served: false, storage: false },
    ],
  },
};
const car = { apiVersion: "example.dev/v1", kind: "Car", metadata: { name: "red" } };

/** Establishes the definition, and serves it from the given question on. */
function establishing(from: number): Route {
  let asked = 0;
  const conditions = [{ type: "Established", status: "True" }];
  return ({ method, path }) => {
    if (method === "GET" && path.startsWith("/apis/apiextensions.k8s.io/v1/")) {
      return { body: { metadata: { resourceVersion: "5" }, items: [{ ...definition, status: { conditions } }] } };
    }
    if (path === "/apis/example.dev/v1") return ++asked < from ? undefined : resources(["cars", "Car", true]);
    return undefined;
  };
}

describe("applyAll", () => {
  test("applies text or values, namespaces first, and tells of each in the order given [client/apply-all]", async ({
    expect,
  }) => {
    const text = [
      "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: shop }",
      "apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }",
    ].join("\n---\n");
    const { client, told } = serving();
    const results = await applyAll(client, text, options);
    expect(results).toMatchObject([
      { outcome: "applied", document: { kind: "ConfigMap" }, object: { metadata: { name: "a" } } },
      { outcome: "applied", document: { kind: "Namespace" }, object: { metadata: { name: "shop" } } },
    ]);
    expect(told).toEqual([
      "GET /api/v1",
      "PATCH /api/v1/namespaces/shop",
      "PATCH /api/v1/namespaces/shop/configmaps/a",
    ]);
    expect(outcomes(await applyAll(client, [configMap("b")], options))).toEqual(["applied"]);
    expect(told.at(-1)).toBe("PATCH /api/v1/namespaces/default/configmaps/b");
  });

  test("collects what fails and goes on [client/apply-all]", async ({ expect }) => {
    const { client } = serving(({ path }) => (path.includes("/bad?") ? { status: 403, body: "" } : undefined));
    const documents = [
      configMap("bad"),
      { kind: "ConfigMap", metadata: { name: "x" } },
      null,
      { apiVersion: "v1", kind: "Nothing", metadata: { name: "x" } },
      { apiVersion: "nobody.dev/v1", kind: "Thing", metadata: { name: "x" } },
      configMap("good"),
    ];
    const results = await applyAll(client, documents, options);
    expect(outcomes(results)).toEqual(["failed", "failed", "failed", "failed", "failed", "applied"]);
    expect(errorOf(results[0])).toSatisfy((error) => ApiError.is(error, "Forbidden"));
    for (const result of results.slice(1, 5)) expect(errorOf(result)).toSatisfy(InvalidRequestError.is);
    expect(String(errorOf(results[1]))).toContain("apiVersion");
    expect(String(errorOf(results[4]))).toContain("nobody.dev/v1");
  });

  test("asks again what a version serves after a failure [client/apply-all]", async ({ expect }) => {
    let isFirst = true;
    const { client } = serving(({ path }) => {
      if (path !== "/api/v1" || !isFirst) return undefined;
      isFirst = false;
      return { status: 500, body: "" };
    });
    expect(outcomes(await applyAll(client, [configMap("a"), configMap("b")], options))).toEqual(["failed", "applied"]);
  });

  test("waits until the server serves what a definition defines [client/apply-all-served]", async ({ expect }) => {
    const clock = new VirtualClock();
    const { client, told } = serving(establishing(3), clock);
    const work = applyAll(client, [car, definition], { ...options, clock, random: seededRandom("served") });
    await clock.runUntilIdle();
    expect(outcomes(await work)).toEqual(["applied", "applied"]);
    expect(told.map((line) => line.replace("/customresourcedefinitions", "/crds"))).toEqual([
      "GET /apis/apiextensions.k8s.io/v1",
      "PATCH /apis/apiextensions.k8s.io/v1/crds/cars.example.dev",
      "GET /apis/apiextensions.k8s.io/v1/crds",
      "GET /apis/example.dev/v1",
      "GET /apis/example.dev/v1",
      "GET /apis/example.dev/v1",
      "PATCH /apis/example.dev/v1/namespaces/default/cars/red",
    ]);
  });

  test("gives up after a time on a definition that is not served [client/apply-all-served]", async ({ expect }) => {
    const clock = new VirtualClock();
    const { client } = serving(establishing(Infinity), clock);
    const random = seededRandom("never served");
    const work = applyAll(client, [definition, car], { ...options, clock, random, servedTimeout: "5s" });
    await clock.runUntilIdle();
    const results = await work;
    expect(outcomes(results)).toEqual(["failed", "failed"]);
    expect(errorOf(results[0])).toSatisfy(WaitTimeoutError.is);
    expect(clock.monotonic()).toBe(5_000);
  });

  test("waits for nothing in a dry run [client/apply-all-served]", async ({ expect }) => {
    const { client, told } = serving();
    expect(outcomes(await applyAll(client, [definition], { ...options, dryRun: true }))).toEqual(["applied"]);
    expect(told).toHaveLength(2);
  });

  test("throws what is no manifest at all, and the reason of an abort [client/apply-all]", async ({ expect }) => {
    const { client, told } = serving();
    const failing = (documents: string, more: Partial<ApplyAllOptions> = {}): Promise<unknown> =>
      applyAll(client, documents, { ...options, ...more }).catch((error: unknown) => error);
    expect(await failing("a: [")).toSatisfy(ConfigError.is);
    expect(await failing("a: 1", { signal: AbortSignal.abort("enough") })).toBe("enough");
    expect(told).toEqual([]);
  });
});

describe("the order", () => {
  test("is: what others need, the rest, what could refuse the rest [client/apply-all]", ({ expect }) => {
    const kinds = [
      "MutatingWebhookConfiguration",
      "Deployment",
      "Secret",
      "CustomResourceDefinition",
      "ServiceAccount",
      "Namespace",
      "Service",
      "constructor",
    ];
    expect(kinds.toSorted((a, b) => applyRank(a) - applyRank(b))).toEqual([
      "Namespace",
      "CustomResourceDefinition",
      "ServiceAccount",
      "Secret",
      "Deployment",
      "Service",
      "constructor",
      "MutatingWebhookConfiguration",
    ]);
  });

  test("takes lists apart, also lists of lists [client/apply-all]", ({ expect }) => {
    const inner = { apiVersion: "v1", kind: "ConfigMapList", items: [{ metadata: { name: "a" } }] };
    const list = { apiVersion: "v1", kind: "List", items: [inner, configMap("b")] };
    const notList = { apiVersion: "v1", kind: "Menu", items: [1] };
    expect(flattenLists([list, notList, null])).toEqual([
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } },
      configMap("b"),
      notList,
      null,
    ]);
  });
});
