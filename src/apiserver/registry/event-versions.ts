import { getOwn } from "../../model/index.ts";
import type { Resource } from "../../model/index.ts";
import type { ServedResource } from "./contract.ts";
import type { Document } from "./document.ts";

/** Where all events are kept. */
export const eventCollection = "/events";

const newerGroup = "events.k8s.io";
const newerCollection = `${newerGroup}/events`;
const newerVersion = `${newerGroup}/v1`;

/** Whether a resource shows events as the newer kind has them. They are the same objects as those of the older kind, and kept as that. */
export function isNewerEvents({ collection }: Pick<ServedResource, "collection">): boolean {
  return collection === newerCollection;
}

/** Where the objects of a resource are kept. */
export function storeCollectionOf({ collection }: Pick<ServedResource, "collection">): string {
  return collection === newerCollection ? eventCollection : collection;
}

/** Every version in which Kubernetes reads an event, also the one that it no longer serves. */
const readVersions: readonly string[] = ["v1", newerVersion, `${newerGroup}/v1beta1`];

/** Whether what is sent as an event of a version is one all the same, though of another version than a resource has. */
export function isOtherEvent(apiVersion: string, { group, kind }: Pick<Resource, "group" | "kind">): boolean {
  const isEvent = kind === "Event" && (group === "" || group === newerGroup);
  return isEvent && readVersions.includes(apiVersion);
}

/** What the two kinds call the same: in the older one, and in the newer one. */
const names: readonly (readonly [older: string, newer: string])[] = [
  ["involvedObject", "regarding"],
  ["message", "note"],
  ["source", "deprecatedSource"],
  ["firstTimestamp", "deprecatedFirstTimestamp"],
  ["lastTimestamp", "deprecatedLastTimestamp"],
  ["count", "deprecatedCount"],
  ["reportingComponent", "reportingController"],
];

/** Of the older kind, what Go writes also where it is empty. */
const alwaysOlder = { involvedObject: {}, reportingComponent: "", reportingInstance: "" } as const;

/** An event that was kept, as the newer kind shows it. */
export function asNewerEvent(document: Document): Document {
  if (document.apiVersion !== "v1") return document;
  const { reportingComponent, reportingInstance, ...rest } = document;
  const given = Object.fromEntries(
    Object.entries({ reportingComponent, reportingInstance }).filter(([, value]) => value !== ""),
  );
  const { series } = document;
  const counted = isFields(series) ? { series: { count: 0, ...series } } : {};
  return { ...renamed({ ...rest, ...given, ...counted }, names), apiVersion: newerVersion };
}

/** An event of either kind, as it is kept. */
export function asKeptEvent(document: Document): Document {
  if (document.apiVersion !== newerVersion || document.kind !== "Event") return document;
  const back = names.map(([older, newer]) => [newer, older] as const);
  return { ...alwaysOlder, ...renamed({ ...document, ...uncounted(document) }, back), apiVersion: "v1" };
}

/** A series that counts nothing does not say so in the older kind. */
function uncounted({ series }: Document): { readonly series?: object } {
  if (!isFields(series) || series["count"] !== 0) return {};
  const { count: _none, ...rest } = series;
  return { series: rest };
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function renamed(document: Document, pairs: readonly (readonly [from: string, to: string])[]): Document {
  const targets = new Map(pairs);
  const members = Object.keys(document).map((name) => [targets.get(name) ?? name, getOwn(document, name)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as unknown as Document;
}
