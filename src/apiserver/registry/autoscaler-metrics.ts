import type { Schema } from "../schema/index.ts";
import {
  amount,
  listOf,
  optionalAmount,
  optionalNumber,
  optionalText,
  readText,
  struct,
  text,
  textOf,
} from "./go-texts.ts";
import { valueAt, withValueAt } from "./value-at.ts";

type Fields = Readonly<Record<string, unknown>>;

const reference: Readonly<Schema> = struct({ kind: text, name: text, apiVersion: optionalText }, "written");
const selector: Readonly<Schema> = struct(
  {
    matchLabels: { type: "object", values: text },
    matchExpressions: listOf(struct({ key: text, operator: text, values: listOf(text) })),
  },
  "kept",
);

/** What the first version calls a part of a metric, what it is, and where the second has it. */
type Part = readonly [name: string, schema: Schema, place: readonly [string, ...string[]]];

const metricName: Readonly<Part> = ["metricName", text, ["metric", "name"]];
const metricSelector: Readonly<Part> = ["selector", selector, ["metric", "selector"]];
const described: Readonly<Part> = ["target", reference, ["describedObject"]];
const resource: Readonly<Part> = ["name", text, ["name"]];
const container: Readonly<Part> = ["container", text, ["container"]];

/** The parts of each source of a metric, in the order in which Kubernetes writes them. */
type Sources = Readonly<Record<string, readonly Part[]>>;

function useOf(of: "target" | "current", average: Schema): readonly Part[] {
  return [
    [`${of}AverageUtilization`, optionalNumber, [of, "averageUtilization"]],
    [`${of}AverageValue`, average, [of, "averageValue"]],
  ];
}

/** Amounts that one of the forms always writes: of what is outside of the cluster, and the average of a resource. */
interface OptionalAmounts {
  readonly outer: Schema;
  readonly average: Schema;
}

function sourcesOf(of: "target" | "current", { outer, average }: OptionalAmounts): Sources {
  const value = [of, "value"] as const;
  const averageValue = [of, "averageValue"] as const;
  return {
    object: [
      described,
      metricName,
      [`${of}Value`, amount, value],
      metricSelector,
      ["averageValue", optionalAmount, averageValue],
    ],
    pods: [metricName, [`${of}AverageValue`, amount, averageValue], metricSelector],
    resource: [resource, ...useOf(of, average)],
    containerResource: [resource, ...useOf(of, average), container],
    external: [
      metricName,
      ["metricSelector", selector, ["metric", "selector"]],
      [`${of}Value`, outer, value],
      [`${of}AverageValue`, optionalAmount, averageValue],
    ],
  };
}

/** How metrics are told in both versions: what is wanted of them, or what they are. */
export interface MetricForm {
  readonly of: "target" | "current";
  readonly sources: Sources;
  /** Of a list of them in the first version. */
  readonly schema: Schema;
}

function formOf(of: MetricForm["of"], optional: OptionalAmounts): MetricForm {
  const sources = sourcesOf(of, optional);
  const members = Object.entries(sources).map(
    ([source, parts]) =>
      [source, struct(Object.fromEntries(parts.map(([part, schema]) => [part, schema])), "kept")] as const,
  );
  return { of, sources, schema: listOf(struct({ type: text, ...Object.fromEntries(members) })) };
}

/** What is wanted of metrics. */
export const metricTargets: Readonly<MetricForm> = formOf("target", { outer: optionalAmount, average: optionalAmount });

/** What metrics are. */
export const metricStates: Readonly<MetricForm> = formOf("current", { outer: amount, average: amount });

/** Metrics of the second version as a text of the first; `undefined` if they have the wrong types. */
export function writeMetrics(metrics: readonly Fields[], { sources, schema }: MetricForm): string | undefined {
  const first = (value: Fields, parts: readonly Part[]): object =>
    Object.fromEntries(parts.map(([part, , place]) => [part, valueAt(value, place)]));
  return textOf(
    metrics.map((metric) => ({ type: metric["type"], ...mapped(metric, sources, first) })),
    schema,
  );
}

/** The metrics of the second version that a text of the first tells; `undefined` if it tells none. */
export function readMetrics(source: unknown, { of, sources, schema }: MetricForm): readonly Fields[] | undefined {
  const metrics = readText(source, schema) as readonly Fields[] | null | undefined;
  if (metrics === undefined || metrics === null) return metrics === null ? [] : undefined;
  const second = (value: Fields, parts: readonly Part[], name: string): object => {
    const given = parts.filter(([part]) => value[part] !== undefined);
    const start: Fields = { [of]: {} };
    const moved = given.reduce<Fields>((whole, [part, , place]) => withValueAt(whole, place, value[part]), start);
    return of === "current" ? moved : { ...moved, target: typed(moved["target"] as Fields, name) };
  };
  return metrics.map((metric) => ({ type: metric["type"], ...mapped(metric, sources, second) }));
}

/** A metric with what becomes of each of its sources. */
function mapped(
  metric: Fields,
  sources: Sources,
  map: (value: Fields, parts: readonly Part[], source: string) => object,
): object {
  return Object.fromEntries(
    Object.entries(sources).flatMap(([source, parts]) => {
      const value = metric[source] as Fields | null | undefined;
      return value === undefined || value === null ? [] : [[source, map(value, parts, source)] as const];
    }),
  );
}

/** What the first version does not say of a target: its type. Where an average is wanted of an object it cannot say that no value is. */
function typed(target: Fields, source: string): Fields {
  const { value, averageValue, averageUtilization } = target;
  if (source !== "object") {
    const plain = value === undefined ? "AverageValue" : "Value";
    return { type: averageUtilization === undefined ? plain : "Utilization", ...target };
  }
  if (averageValue === undefined) return { type: "Value", ...target };
  return { type: "AverageValue", ...(value === "0" ? {} : { value }), averageValue };
}
