import type { ServedResource } from "./contract.ts";
import type { Document } from "./document.ts";
import { metricStates, metricTargets, readMetrics, writeMetrics } from "./autoscaler-metrics.ts";
import { readBehavior, readConditions, writeBehavior, writeConditions } from "./autoscaler-texts.ts";

type Fields = Readonly<Record<string, unknown>>;

const collectionOfAutoscalers = "autoscaling/horizontalpodautoscalers";
const first = "autoscaling/v1";

/** Whether objects of a resource are shown in another form than they are kept in: autoscalers in their first version. */
export function isConverted({ resource, collection }: ServedResource): boolean {
  return collection === collectionOfAutoscalers && resource.version === "v1";
}

/** A resource in the version in whose form its objects are kept and checked. */
export function keptResource(served: ServedResource): ServedResource {
  return isConverted(served) ? { ...served, resource: { ...served.resource, version: "v2" } } : served;
}

/** A resource whose objects are read as they are kept. */
export function readAsKept(served: ServedResource): ServedResource {
  return isConverted(served) ? { ...served, isReadAsKept: true } : served;
}

/** An object as its version shows it. What the first version of an autoscaler has no field for stands in annotations. */
export function shownAs(document: Document, served: ServedResource): Document {
  return isConverted(served) ? inFirst(document) : document;
}

/** What was sent in a version, as the object is kept: autoscalers without the annotations that stand for fields, but with the fields. */
export function keptAs(document: Document, { collection }: ServedResource): Document {
  if (collection !== collectionOfAutoscalers) return document;
  if (document.apiVersion === first) return inSecond(document);
  return { ...document, metadata: withAnnotations(document.metadata, {}) };
}

/** An object of a built-in kind in another version of it. */
export function convertedTo(object: Fields, apiVersion: string): Fields {
  if (object["kind"] !== "HorizontalPodAutoscaler") return { ...object, apiVersion };
  return apiVersion === first ? inFirst(object) : { ...inSecond(object), apiVersion };
}

/** The annotations of the first version that stand for fields of the second. */
const annotation = {
  metrics: "autoscaling.alpha.kubernetes.io/metrics",
  currentMetrics: "autoscaling.alpha.kubernetes.io/current-metrics",
  conditions: "autoscaling.alpha.kubernetes.io/conditions",
  behavior: "autoscaling.alpha.kubernetes.io/behavior",
} as const;

/** What Kubernetes keeps out of the annotations as well. */
const reserved: readonly string[] = [
  ...Object.values(annotation),
  "autoscaling.alpha.kubernetes.io/scale-down-tolerance",
  "autoscaling.alpha.kubernetes.io/scale-up-tolerance",
];

function inFirst<T extends Fields>(document: T): T {
  const { metrics, behavior, ...spec } = fieldsOf(document["spec"]);
  const { currentMetrics, conditions, ...status } = fieldsOf(document["status"]);
  const target = itemsOf(metrics).find(isProcessorTarget);
  const used = itemsOf(currentMetrics).findLast((metric) => processorUse(metric) !== undefined);
  const others = itemsOf(metrics).filter((metric) => !isProcessorTarget(metric));
  const annotations = {
    [annotation.metrics]: isNone(others) ? undefined : writeMetrics(others, metricTargets),
    [annotation.currentMetrics]: isNone(currentMetrics)
      ? undefined
      : writeMetrics(itemsOf(currentMetrics), metricStates),
    [annotation.conditions]: isNone(conditions) ? undefined : writeConditions(itemsOf(conditions)),
    [annotation.behavior]: isFields(behavior) ? writeBehavior(behavior) : undefined,
  };
  return {
    ...document,
    apiVersion: first,
    metadata: withAnnotations(fieldsOf(document["metadata"]), annotations),
    spec: { ...spec, ...(target && { targetCPUUtilizationPercentage: processorTarget(target) }) },
    status: { currentReplicas: 0, ...status, ...(used && { currentCPUUtilizationPercentage: processorUse(used) }) },
  };
}

function inSecond<T extends Fields>(document: T): T {
  const { targetCPUUtilizationPercentage: target, ...spec } = fieldsOf(document["spec"]);
  const { currentCPUUtilizationPercentage: used, currentReplicas, ...status } = fieldsOf(document["status"]);
  const annotations = fieldsOf(fieldsOf(document["metadata"])["annotations"]);
  const others = readMetrics(annotations[annotation.metrics], metricTargets) ?? [];
  const metrics = isGiven(target) ? [...others, targetOf(target)] : others;
  const behavior = readBehavior(annotations[annotation.behavior]);
  const inFields = isGiven(used) ? [resourceMetric("current", { averageUtilization: used })] : [];
  const currentMetrics = readMetrics(annotations[annotation.currentMetrics], metricStates) ?? inFields;
  const conditions = readConditions(annotations[annotation.conditions]) ?? [];
  return {
    ...document,
    apiVersion: "autoscaling/v2",
    metadata: withAnnotations(fieldsOf(document["metadata"]), {}),
    spec: { ...spec, metrics: isNone(metrics) ? [targetOf(80)] : metrics, ...(behavior && { behavior }) },
    status: {
      // The second version says nothing of no replicas.
      ...((currentReplicas ?? 0) === 0 ? {} : { currentReplicas }),
      ...status,
      currentMetrics: isNone(currentMetrics) ? null : currentMetrics,
      ...(isNone(conditions) ? {} : { conditions }),
    },
  };
}

/** Metadata with these of the annotations that stand for fields, and no others of them. */
function withAnnotations<T extends { readonly annotations?: unknown }>(
  metadata: T,
  own: Readonly<Record<string, string | undefined>>,
): T {
  const given = fieldsOf(metadata.annotations);
  const others = Object.entries(given).filter(([key]) => !reserved.includes(key));
  const added = Object.entries(own).filter(([, value]) => value !== undefined);
  if (isNone(added) && others.length === Object.keys(given).length) return metadata;
  const { annotations: _before, ...rest } = metadata;
  const all = [...others, ...added];
  return (isNone(all) ? rest : { ...rest, annotations: Object.fromEntries(all) }) as T;
}

function targetOf(averageUtilization: unknown): Fields {
  return resourceMetric("target", { type: "Utilization", averageUtilization });
}

function resourceMetric(member: string, value: object): Fields {
  return { type: "Resource", resource: { name: "cpu", [member]: value } };
}

/** What a version says of the CPU; `undefined` for any other metric. */
function ofProcessor({ type, resource }: Fields, member: string): unknown {
  const { name, [member]: value } = fieldsOf(resource);
  return type === "Resource" && name === "cpu" ? fieldsOf(value)["averageUtilization"] : undefined;
}

function processorTarget(metric: Fields): unknown {
  return ofProcessor(metric, "target");
}

function isProcessorTarget(metric: Fields): boolean {
  return isGiven(processorTarget(metric));
}

function processorUse(metric: Fields): unknown {
  return ofProcessor(metric, "current") ?? undefined;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isNone(value: unknown): boolean {
  return !Array.isArray(value) || value.length === 0;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function itemsOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
