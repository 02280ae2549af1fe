import type {
  ComponentStatus,
  ConfigMap,
  Endpoints,
  Event,
  Namespace,
  ResourceQuota,
  Secret,
} from "../../types/core/v1/index.ts";
import type { Event as NewEvent } from "../../types/events/v1/index.ts";
import { age, firstText, nameOf, none } from "./formats.ts";
import { since } from "./human-duration.ts";
import { limited } from "./limited.ts";
import { nodePrinter } from "./node-row.ts";
import { printer } from "./row.ts";
import type { RowPrinters } from "./row.ts";

/** Nodes, namespaces and what is kept in them. */
export const corePrinters: RowPrinters = {
  "/nodes": nodePrinter,
  "/namespaces": printer<Namespace>((object, now) => [nameOf(object), object.status?.phase ?? "", age(object, now)]),
  "/componentstatuses": printer<ComponentStatus>((object) => componentCells(object)),
  "/configmaps": printer<ConfigMap>((object, now) => [
    nameOf(object),
    sizeOf(object.data) + sizeOf(object.binaryData),
    age(object, now),
  ]),
  "/secrets": printer<Secret>((object, now) => [
    nameOf(object),
    object.type ?? "",
    sizeOf(object.data),
    age(object, now),
  ]),
  "/serviceaccounts": printer((object, now) => [nameOf(object), age(object, now)]),
  "/endpoints": printer<Endpoints>((object, now) => [nameOf(object), endpointAddresses(object), age(object, now)]),
  "/resourcequotas": printer<ResourceQuota>((object, now) => [
    nameOf(object),
    quotaOf(object, (resource) => !resource.startsWith("limits")),
    quotaOf(object, (resource) => resource.startsWith("limits")),
    age(object, now),
  ]),
  "/events": printer<Event>((object, now) =>
    eventCells(
      {
        ...object,
        about: object.involvedObject,
        source: {
          component: firstText(object.source?.component, object.reportingComponent),
          host: firstText(object.source?.host, object.reportingInstance),
        },
      },
      now,
    ),
  ),
  "events.k8s.io/events": printer<NewEvent>((object, now) =>
    eventCells(
      {
        ...object,
        about: object.regarding,
        message: object.note,
        firstTimestamp: object.deprecatedFirstTimestamp,
        lastTimestamp: object.deprecatedLastTimestamp,
        count: object.deprecatedCount,
        source: {
          component: firstText(object.deprecatedSource?.component, object.reportingController),
          host: firstText(object.deprecatedSource?.host, object.reportingInstance),
        },
      },
      now,
    ),
  ),
};

function componentCells(component: ComponentStatus): readonly unknown[] {
  const healthy = component.conditions?.find(({ type }) => type === "Healthy");
  const state = healthy?.status === "True" ? "Healthy" : "Unhealthy";
  return [nameOf(component), state, healthy?.message ?? "", healthy?.error ?? ""];
}

function sizeOf(map: Readonly<Record<string, unknown>> | undefined): number {
  return Object.keys(map ?? {}).length;
}

function endpointAddresses({ subsets = [] }: Endpoints): string {
  const all = subsets.flatMap(({ ports = [], addresses = [] }) =>
    ports.length === 0
      ? addresses.map(({ ip }) => ip)
      : ports.flatMap(({ port }) =>
          addresses.map(({ ip }) => (ip.includes(":") ? `[${ip}]:${port}` : `${ip}:${port}`)),
        ),
  );
  return limited(all, none);
}

function quotaOf({ status }: ResourceQuota, isWanted: (resource: string) => boolean): string {
  const resources = Object.keys(status?.hard ?? {})
    .filter(isWanted)
    .toSorted();
  return resources
    .map((resource) => `${resource}: ${status?.used?.[resource] ?? 0}/${status?.hard?.[resource] ?? 0}`)
    .join(", ");
}

/** What both kinds of events have, under the names of the older one. */
interface PrintedEvent extends Pick<
  Event,
  "type" | "reason" | "message" | "firstTimestamp" | "lastTimestamp" | "count" | "eventTime"
> {
  readonly metadata: Event["metadata"];
  readonly series?: { readonly count?: number | undefined; readonly lastObservedTime?: string | undefined } | undefined;
  readonly about: Event["involvedObject"] | undefined;
  readonly source: { readonly component?: string | undefined; readonly host?: string | undefined };
}

function eventCells(event: PrintedEvent, now: number): readonly unknown[] {
  const { about, source, series } = event;
  const first = since(firstText(event.firstTimestamp, event.eventTime), now);
  const last = event.lastTimestamp ? since(event.lastTimestamp, now) : first;
  const kind = (about?.kind ?? "").toLowerCase();
  return [
    series === undefined ? last : since(series.lastObservedTime, now),
    event.type ?? "",
    event.reason ?? "",
    about?.name ? `${kind}/${about.name}` : kind,
    about?.fieldPath ?? "",
    [source.component, source.host].filter(Boolean).join(", "),
    (event.message ?? "").trim(),
    first,
    series === undefined ? Math.max(1, event.count ?? 0) : (series.count ?? 0),
    nameOf(event),
  ];
}
