import type { ServedResource } from "./contract.ts";
import type { Document } from "./document.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Whether objects of a resource are shown in another form than they are kept in: autoscalers in their first version. */
export function isConverted({ resource, collection }: ServedResource): boolean {
  return collection === "autoscaling/horizontalpodautoscalers" && resource.version === "v1";
}

/** An object as its version shows it. Of the metrics of an autoscaler the first version knows only the use of CPU. */
export function shownAs(document: Document, served: ServedResource): Document {
  return isConverted(served) ? { ...document, ...inFirst(document) } : document;
}

/** What its version shows, as the object is kept. Without a target there is one: 80 %. */
export function keptAs(document: Document, served: ServedResource): Document {
  return isConverted(served) ? { ...document, ...inSecond(document) } : document;
}

/** An object as another version of its kind shows it, to be compared: of autoscalers, metrics that the first version does not know are none. */
export function comparedAs(object: Fields, apiVersion: string): Fields {
  const isAutoscaler = object["kind"] === "HorizontalPodAutoscaler";
  if (isAutoscaler && apiVersion === "autoscaling/v1") return { ...object, ...inFirst(object) };
  return { ...object, ...(isAutoscaler ? inSecond(object) : {}), apiVersion };
}

function inFirst(document: Fields): Fields {
  const { metrics, behavior: _behavior, ...spec } = (document["spec"] ?? {}) as Fields;
  const target = processorTarget(metrics);
  const { currentMetrics, conditions: _conditions, ...status } = (document["status"] ?? {}) as Fields;
  const used = processorUse(currentMetrics);
  return {
    apiVersion: "autoscaling/v1",
    spec: { ...spec, ...(target === undefined ? {} : { targetCPUUtilizationPercentage: target }) },
    status: {
      currentReplicas: 0,
      ...status,
      ...(used === undefined ? {} : { currentCPUUtilizationPercentage: used }),
    },
  };
}

function inSecond(document: Fields): Fields {
  const { targetCPUUtilizationPercentage: target = 80, ...spec } = (document["spec"] ?? {}) as Fields;
  const { currentCPUUtilizationPercentage: used, currentReplicas, ...status } = (document["status"] ?? {}) as Fields;
  // The second version says nothing of no replicas.
  const replicas = (currentReplicas ?? 0) === 0 ? {} : { currentReplicas };
  const current = used === undefined ? null : [resourceMetric("current", { averageUtilization: used })];
  return {
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
