import type { HorizontalPodAutoscaler, MetricStatus, MetricSpec } from "../../types/autoscaling/v2/index.ts";

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
  if (pods !== undefined) return `${current?.pods?.current?.averageValue ?? unknown}/${pods.target.averageValue ?? ""}`;
  if (object !== undefined) {
    const { averageValue, value } = object.target;
    return averageValue === undefined
      ? `${current?.object?.current?.value ?? unknown}/${value ?? ""}`
      : `${current?.object?.current?.averageValue ?? unknown}/${averageValue} (avg)`;
  }
  if (external !== undefined) {
    const { averageValue, value } = external.target;
    return averageValue === undefined
      ? `${current?.external?.current?.value ?? unknown}/${value ?? ""}`
      : `${current?.external?.current?.averageValue ?? unknown}/${averageValue} (avg)`;
  }
  const named = resource ?? containerResource;
  if (named === undefined) return "<unknown type>";
  const now = current?.resource?.current ?? current?.containerResource?.current;
  if (named.target.averageValue !== undefined) {
    return `${named.name}: ${now?.averageValue ?? unknown}/${named.target.averageValue}`;
  }
  const used = now?.averageUtilization === undefined ? unknown : `${now.averageUtilization}%`;
  const wanted = named.target.averageUtilization === undefined ? "<auto>" : `${named.target.averageUtilization}%`;
  return `${named.name}: ${used}/${wanted}`;
}
