import { test } from "vitest";
import type { Answer } from "./access.fixture.ts";
import { ask, causesOf } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

type Version = "v1" | "v2";

const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };
const prefix = "autoscaling.alpha.kubernetes.io/";

function cpu(averageUtilization: number): object {
  return { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } };
}

/** One metric from each source that the first version has no field for. */
const others: readonly object[] = [
  { type: "Resource", resource: { name: "memory", target: { type: "AverageValue", averageValue: "1Gi" } } },
  {
    type: "ContainerResource",
    containerResource: { name: "cpu", container: "c", target: { type: "Utilization", averageUtilization: 70 } },
  },
  {
    type: "Pods",
    pods: {
      metric: { name: "m", selector: { matchLabels: { b: "1", a: "<2>" } } },
      target: { type: "AverageValue", averageValue: "500m" },
    },
  },
  {
    type: "Object",
    object: {
      describedObject: { kind: "Service", name: "s" },
      metric: { name: "m" },
      target: { type: "AverageValue", averageValue: "2" },
    },
  },
  { type: "External", external: { metric: { name: "m" }, target: { type: "Value", value: "3" } } },
];

const othersText = [
  `{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1Gi"}}`,
  `{"type":"ContainerResource","containerResource":{"name":"cpu","targetAverageUtilization":70,"container":"c"}}`,
  String.raw`{"type":"Pods","pods":{"metricName":"m","targetAverageValue":"500m","selector":{"matchLabels":{"a":"\u003c2\u003e","b":"1"}}}}`,
  `{"type":"Object","object":{"target":{"kind":"Service","name":"s"},"metricName":"m","targetValue":"0","averageValue":"2"}}`,
  `{"type":"External","external":{"metricName":"m","targetValue":"3"}}`,
].join();

const policies = [{ type: "Pods", value: 4, periodSeconds: 15 }];
const behavior = {
  scaleUp: { stabilizationWindowSeconds: 0, selectPolicy: "Max", policies, tolerance: "100m" },
  scaleDown: { selectPolicy: "Disabled", policies },
};
const policiesText = `"Policies":[{"Type":"Pods","Value":4,"PeriodSeconds":15}]`;
const behaviorText = `{"ScaleUp":{"StabilizationWindowSeconds":0,"SelectPolicy":"Max",${policiesText},"Tolerance":"100m"},"ScaleDown":{"StabilizationWindowSeconds":null,"SelectPolicy":"Disabled",${policiesText},"Tolerance":null}}`;

/** An autoscaler that is written and read in both versions. */
class Autoscaler {
  readonly #server: TestServer;
  readonly #name: string;

  constructor(server: TestServer, name = "h") {
    this.#server = server;
    this.#name = name;
  }

  async make(version: Version, spec: object, { annotations = {}, query = "" } = {}): Promise<Answer> {
    const body = {
      metadata: { name: this.#name, annotations },
      spec: { maxReplicas: 3, scaleTargetRef, ...spec },
    };
    return ask(this.#server, `POST ${this.#collection(version)}${query}`, { body });
  }

  async read(version: Version, accept = "application/json"): Promise<Answer> {
    return ask(this.#server, `GET ${this.#path(version)}`, { headers: { accept } });
  }

  async patch(version: Version, body: object, part = ""): Promise<Answer> {
    const headers = { "content-type": "application/merge-patch+json" };
    return ask(this.#server, `PATCH ${this.#path(version)}${part}`, { headers, body });
  }

  async apply(version: Version, manager: string, spec: object): Promise<Answer> {
    const headers = { "content-type": "application/apply-patch+yaml" };
    const type = { apiVersion: `autoscaling/${version}`, kind: "HorizontalPodAutoscaler" };
    const body = { ...type, metadata: { name: this.#name }, spec };
    return ask(this.#server, `PATCH ${this.#path(version)}?fieldManager=${manager}`, { headers, body });
  }

  async put(version: Version, body: object): Promise<Answer> {
    return ask(this.#server, `PUT ${this.#path(version)}`, { body });
  }

  async metrics(): Promise<unknown> {
    const { json } = await this.read("v2");
    return json?.spec?.["metrics"];
  }

  #collection(version: Version): string {
    return `/apis/autoscaling/${version}/namespaces/${this.#server.namespace}/horizontalpodautoscalers`;
  }

  #path(version: Version): string {
    return `${this.#collection(version)}/${this.#name}`;
  }
}

/** What the first version tells in annotations, by the last part of their names. */
function told({ json }: Answer): object {
  const annotations = Object.entries((json?.metadata?.["annotations"] ?? {}) as object);
  return Object.fromEntries(annotations.map(([key, value]: [string, unknown]) => [key.replace(prefix, ""), value]));
}

forEachServer(["embedded", "real"], "an autoscaler in its first version", (start) => {
  test("tells in annotations what it has no fields for, and takes it back from there [apiserver/autoscaler-annotations]", async ({
    expect,
  }) => {
    await using server = await start();
    const scaler = new Autoscaler(server);
    await scaler.make(
      "v2",
      { metrics: [cpu(50), ...others], behavior },
      { annotations: { [`${prefix}metrics`]: "[]", own: "1" } },
    );
    const shown = await scaler.read("v1");
    expect(shown.json?.spec).toEqual({
      minReplicas: 1,
      maxReplicas: 3,
      scaleTargetRef,
      targetCPUUtilizationPercentage: 50,
    });
    expect(told(shown)).toEqual({ metrics: `[${othersText}]`, behavior: behaviorText, own: "1" });
    const { json } = shown;
    const written = await scaler.put("v1", { ...json, spec: { ...json?.spec, maxReplicas: 5 } });
    expect(told(written)).toEqual(told(shown));
    const { json: kept } = await scaler.read("v2");
    expect(kept?.spec).toEqual({
      minReplicas: 1,
      maxReplicas: 5,
      scaleTargetRef,
      metrics: [...others, cpu(50)],
      behavior,
    });
    expect(kept?.metadata?.["annotations"]).toEqual({ own: "1" });
  });

  test("tells its status so as well, which only writes of that change [apiserver/autoscaler-annotations]", async ({
    expect,
  }) => {
    await using server = await start();
    const scaler = new Autoscaler(server);
    await scaler.make("v2", {});
    const conditions = [{ type: "X", status: "True", lastTransitionTime: "2020-01-01T00:00:00Z", reason: "R" }];
    const used = { averageUtilization: 40, averageValue: "200m" };
    const currentMetrics = [{ type: "Resource", resource: { name: "cpu", current: used } }];
    await scaler.patch("v2", { status: { desiredReplicas: 2, currentMetrics, conditions } }, "/status");
    const shown = {
      conditions: `[{"type":"X","status":"True","lastTransitionTime":"2020-01-01T00:00:00Z","reason":"R"}]`,
      "current-metrics": `[{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":40,"currentAverageValue":"200m"}}]`,
    };
    const read = await scaler.read("v1");
    expect(told(read)).toEqual(shown);
    expect(read.json?.status).toEqual({
      currentReplicas: 0,
      desiredReplicas: 2,
      currentCPUUtilizationPercentage: 40,
    });
    const version = read.json?.metadata?.["resourceVersion"];
    const gone = { metadata: { annotations: { [`${prefix}conditions`]: null } } };
    const whole = await scaler.patch("v1", gone);
    expect([told(whole), whole.json?.metadata?.["resourceVersion"]]).toEqual([shown, version]);
    await scaler.patch("v1", { ...gone, status: { currentReplicas: 1 } }, "/status");
    expect((await scaler.read("v2")).json?.status).toEqual({ currentReplicas: 1, desiredReplicas: 2, currentMetrics });
  });

  test("has a target for the CPU where no annotation tells a metric [apiserver/autoscaler-annotations]", async ({
    expect,
  }) => {
    await using server = await start();
    const scaler = new Autoscaler(server);
    await scaler.make("v1", {}, { annotations: { [`${prefix}metrics`]: `[${othersText}]` } });
    expect(await scaler.metrics()).toEqual(others);
    await scaler.patch("v1", { metadata: { annotations: { [`${prefix}metrics`]: null } } });
    expect(await scaler.metrics()).toEqual([cpu(80)]);
  });

  test("passes over annotations that it cannot read, and refuses wrong metrics by their fields [apiserver/autoscaler-annotations]", async ({
    expect,
  }) => {
    await using server = await start();
    const scaler = new Autoscaler(server);
    const causes = async (name: string, text: string): Promise<unknown> => {
      const answer = await scaler.make("v1", {}, { annotations: { [prefix + name]: text }, query: "?dryRun=All" });
      return answer.status === 201 ? told(answer) : causesOf(answer);
    };
    const unread = [
      "",
      "x",
      "{}",
      "[1]",
      `[{"type":1}]`,
      `[{"type":"Pods","pods":{"targetAverageValue":"x"}}]`,
      "null",
    ];
    for (const text of unread) expect(await causes("metrics", text), text).toEqual({});
    for (const text of ["[]", "{}", `{"ScaleUp":null}`, `{"ScaleUp":{"Policies":1}}`]) {
      expect(await causes("behavior", text), text).toEqual({});
    }
    const any = `[{"TYPE":"External","external":{"METRICname":"m","targetValue":3,"other":{}}}]`;
    expect(await causes("metrics", any)).toEqual({
      metrics: `[{"type":"External","external":{"metricName":"m","targetValue":"3"}}]`,
    });
    const part = `{"scaledown":{"policies":[{"type":"Pods","value":4,"periodSeconds":15}],"selectpolicy":"Disabled"},"scaleup":{"stabilizationWindowSeconds":0,"policies":[{"type":"Pods","value":4,"periodSeconds":15}],"tolerance":0.1}}`;
    expect(await causes("behavior", part)).toEqual({ behavior: behaviorText });
    expect(await causes("behavior", `{"ScaleUp":{}}`)).toEqual([
      "spec.behavior.scaleUp.policies: Required value: must specify at least one Policy",
    ]);
    expect(await causes("metrics", `[{"type":"Pods","pods":{}}]`)).toEqual([
      "spec.metrics[0].pods.metric.name: Required value: must specify a metric name",
      `spec.metrics[0].pods.target.averageValue: Invalid value: "0": must be positive`,
    ]);
  });

  test("is left by an apply that changes nothing with what it does not show [apiserver/autoscaler-annotations]", async ({
    expect,
  }) => {
    await using server = await start();
    const scaler = new Autoscaler(server);
    const metrics = [cpu(50), cpu(60)];
    await scaler.make("v2", { metrics });
    await scaler.apply("v1", "a", { maxReplicas: 3 });
    expect(await scaler.metrics()).toEqual(metrics);
    await scaler.patch("v1", {});
    expect(await scaler.metrics()).toEqual([cpu(50)]);
  });

  test("is shown in part as it is kept [apiserver/autoscaler-parts]", async ({ expect }) => {
    await using server = await start();
    const scaler = new Autoscaler(server);
    await scaler.make("v2", { metrics: [...others.slice(0, 1), cpu(50)] });
    const as = (kind: string): string => `application/json;as=${kind};g=meta.k8s.io;v=v1`;
    const { json: table } = await scaler.read("v1", as("Table"));
    expect(table?.["rows"]).toMatchObject([
      {
        cells: ["h", "Deployment/d", "memory: <unknown>/1Gi, cpu: <unknown>/50%", "1", 3, 0, expect.any(String)],
        object: { kind: "PartialObjectMetadata" },
      },
    ]);
    expect(JSON.stringify(table)).not.toContain("annotations");
    const { json: partial } = await scaler.read("v1", as("PartialObjectMetadata"));
    expect(partial?.metadata).not.toHaveProperty("annotations");
  });

  test("is told in tables with the state of the same source only [apiserver/autoscaler-targets]", async ({
    expect,
  }) => {
    await using server = await start();
    const scaler = new Autoscaler(server);
    await scaler.make("v2", { metrics: [cpu(50), others[2]] });
    const current = { averageUtilization: 40 };
    const targets = async (...currentMetrics: readonly object[]): Promise<unknown> => {
      await scaler.patch("v2", { status: { desiredReplicas: 1, currentMetrics } }, "/status");
      const { json } = await scaler.read("v1", "application/json;as=Table;g=meta.k8s.io;v=v1");
      const rows = (json?.["rows"] ?? []) as readonly { readonly cells: readonly unknown[] }[];
      return rows[0]?.cells[2];
    };
    const pods = { type: "Pods", pods: { metric: { name: "m" }, current } };
    expect(await targets({ type: "Resource", resource: { name: "cpu", current } }, pods)).toBe(
      "cpu: 40%/50%, <nil>/500m",
    );
    const containerResource = { name: "cpu", container: "c", current };
    expect(await targets({ type: "ContainerResource", containerResource })).toBe("cpu: <unknown>/50%, <unknown>/500m");
  });

  test("loses what was applied in another version and is applied no more, but for what every version always has [apiserver/apply-other-version]", async ({
    expect,
  }) => {
    await using server = await start();
    const scaler = new Autoscaler(server);
    await scaler.apply("v2", "a", { maxReplicas: 3, minReplicas: 2, scaleTargetRef });
    const applied = await scaler.apply("v1", "a", { targetCPUUtilizationPercentage: 50 });
    expect(applied.json?.spec).toEqual({
      minReplicas: 1,
      maxReplicas: 3,
      scaleTargetRef,
      targetCPUUtilizationPercentage: 50,
    });
  });
});
