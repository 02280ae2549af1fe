import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from "../../types/autoscaling/v2/index.ts";

/** What is known of a metric. */
type State = { readonly current?: MetricValueStatus | undefined } | undefined;

const shown = 2;
const unknown = "<unknown>";

/** What an autoscaler compares: `cpu: 10%/50%`, one for each metric, of many only the first two. */
export function metricTargets({ spec, status }: HorizontalPodAutoscaler): string {
  const metrics = spec?.metrics ?? [];
  if (metrics.length === 0) return "<none>";
  const texts = metrics.map((metric, index) => targetOf(metric, status?.currentMetrics?.[index] ?? undefined));
  const more = texts.length > shown ? ` + ${texts.length - shown} more...` : "";
  return `${texts.slice(0, shown).join(", ")}${more}`;
}

function targetOf(metric: MetricSpec, current: MetricStatus | undefined): string {
  const { resource, containerResource, pods, object, external } = metric;
  if (pods !== undefined) return `${told(current?.pods, "averageValue")}/${pods.target.averageValue ?? ""}`;
  if (object !== undefined) return outsideOf(object.target, current?.object);
  if (external !== undefined) return outsideOf(external.target, current?.external);
  if (resource !== undefined) return `${resource.name}: ${useOf(resource.target, current?.resource)}`;
  if (containerResource === undefined) return "<unknown type>";
  return `${containerResource.name}: ${useOf(containerResource.target, current?.containerResource)}`;
}

function outsideOf({ averageValue, value }: MetricTarget, state: State): string {
  if (averageValue === undefined) return `${told(state, "value")}/${value ?? ""}`;
  return `${state?.current?.averageValue ?? unknown}/${averageValue} (avg)`;
}

function useOf({ averageValue, averageUtilization: wanted }: MetricTarget, state: State): string {
  if (averageValue !== undefined) return `${told(state, "averageValue")}/${averageValue}`;
  const used = state?.current?.averageUtilization;
  return `${used === undefined ? unknown : `${used}%`}/${wanted === undefined ? "<auto>" : `${wanted}%`}`;
}

/** What a state tells. One that is there, but does not tell it, is told in the words of Go. */
function told(state: State, name: "value" | "averageValue"): string {
  return state === undefined ? unknown : (state.current?.[name] ?? "<nil>");
}
