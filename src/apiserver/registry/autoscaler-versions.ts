import type { ServedResource } from "./contract.ts";
import type { Document } from "./document.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Whether objects of a resource are shown in another form than they are kept in: autoscalers in their first version. */
export function isConverted({ resource, collection }: ServedResource): boolean {
  return collection === "autoscaling/horizontalpodautoscalers" && resource.version === "v1";
}

/** An object as its version shows it. Of the metrics of an autoscaler the first version knows only the use of CPU. */
export function shownAs(document: Document, served: ServedResource): Document {
  if (!isConverted(served)) return document;
  const { metrics, behavior: _behavior, ...spec } = (document["spec"] ?? {}) as Fields;
  const target = processorTarget(metrics);
  const { currentMetrics, conditions: _conditions, ...status } = (document["status"] ?? {}) as Fields;
  const used = processorUse(currentMetrics);
  return {
    ...document,
    apiVersion: "autoscaling/v1",
    spec: { ...spec, ...(target === undefined ? {} : { targetCPUUtilizationPercentage: target }) },
    status: {
      currentReplicas: 0,
      ...status,
      ...(used === undefined ? {} : { currentCPUUtilizationPercentage: used }),
    },
  };
}

/** What its version shows, as the object is kept. Without a target there is one: 80 %. */
export function keptAs(document: Document, served: ServedResource): Document {
  if (!isConverted(served)) return document;
  const { targetCPUUtilizationPercentage: target = 80, ...spec } = (document["spec"] ?? {}) as Fields;
  const { currentCPUUtilizationPercentage: used, currentReplicas, ...status } = (document["status"] ?? {}) as Fields;
  // The second version says nothing of no replicas.
  const replicas = (currentReplicas ?? 0) === 0 ? {} : { currentReplicas };
  const current = used === undefined ? null : [resourceMetric("current", { averageUtilization: used })];
  return {
    ...document,
    spec: { ...spec, metrics: [resourceMetric("target", { type: "Utilization", averageUtilization: target })] },
    status: { ...replicas, ...status, currentMetrics: current },
  };
}

function resourceMetric(member: string, value: object): object {
  return { type: "Resource", resource: { name: "cpu", [member]: value } };
}

interface Metric {
  readonly type?: string;
  readonly resource?: {
    readonly name?: string;
    readonly target?: { readonly averageUtilization?: number };
    readonly current?: { readonly averageUtilization?: number };
  };
}

function processorMetric(metrics: unknown): Metric["resource"] {
  const all = (Array.isArray(metrics) ? metrics : []) as readonly Metric[];
  return all.find(({ type, resource }) => type === "Resource" && resource?.name === "cpu")?.resource;
}

function processorTarget(metrics: unknown): number | undefined {
  return processorMetric(metrics)?.target?.averageUtilization;
}

function processorUse(metrics: unknown): number | undefined {
  return processorMetric(metrics)?.current?.averageUtilization;
}
