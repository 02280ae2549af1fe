import {
  exactIntegerText,
  formatApiVersion,
  getOwn,
  selectorFromLabelSelector,
  selectorFromLabels,
} from "../../model/index.ts";
import type { ObjectMeta } from "../../model/index.ts";
import { ownersOfParent, ownersOfScale } from "../apply/index.ts";
import { invalid, readScaled } from "../crd/index.ts";
import type { ServedResource } from "./contract.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import { isSameButOwners, withOwners } from "./field-owners.ts";
import { scaleKind } from "./part-resources.ts";
import { valueAt, withValueAt } from "./value-at.ts";

const builtInPath: readonly string[] = ["spec", "replicas"];

/** Where the objects of a resource have the number of replicas that they ask for. */
function wantedPath({ custom }: ServedResource): readonly string[] {
  return custom?.scale === undefined ? builtInPath : split(custom.scale.specReplicasPath);
}

/** What an object has that its scale shows. */
interface Scaled {
  readonly wanted: number | undefined;
  readonly found: number | undefined;
  readonly selector: string;
}

function scaledOf(document: Document, { custom }: ServedResource): Scaled {
  const { scale } = custom ?? {};
  if (scale === undefined) {
    const [wanted, found] = ["spec", "status"].map((part) => Number(valueAt(document, [part, "replicas"]) ?? 0));
    return { wanted, found, selector: selectorOf(document) };
  }
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = "" } = scale;
  return {
    wanted: numberAt(document, specReplicasPath),
    found: numberAt(document, statusReplicasPath),
    selector: labelSelectorPath === "" ? "" : String(customPart(document, labelSelectorPath, "string") ?? ""),
  };
}

/** Of a number that a scale cannot show Kubernetes shows the bits that fit. */
function numberAt(document: Document, path: string): number | undefined {
  const text = exactIntegerText(customPart(document, path, "int64"));
  return text === undefined ? undefined : Number(BigInt.asIntN(32, BigInt(text)));
}

/** Throws for what has another type than a scale needs: nothing had looked at it before its kind could be scaled. */
function customPart(document: Document, path: string, type: "int64" | "string"): unknown {
  const { value, unread } = readScaled(document, path, type);
  if (unread !== undefined) throw StatusError.withoutReason(unread);
  return value;
}

function split(path: string): readonly string[] {
  return path === "" ? [] : path.replace(/^\./, "").split(".");
}

/** What a scale says to its writer where a custom object has no number of replicas. */
const unset = -2_147_483_648;

/** The scale that a write changes. Of a custom object that has no number of replicas yet it says so in a way of its own. */
export function scaleToWrite(document: Document, served: ServedResource): Document {
  return scaleWith(scaledOf(document, served), document, served);
}

/** An object as a Scale, with those owners of its fields that own the number of replicas. Throws if it is custom and has none. */
export function scaleOf(document: Document, served: ServedResource): Document {
  const scaled = scaledOf(document, served);
  if (scaled.wanted === undefined) throw StatusError.internal(`${replicasField(served)} does not exist`);
  return scaleWith(scaled, document, served);
}

function scaleWith(
  { wanted = unset, found = 0, selector }: Scaled,
  document: Document,
  served: ServedResource,
): Document {
  const { name, namespace, uid, resourceVersion, creationTimestamp, managedFields = [] } = document.metadata;
  const scale = {
    apiVersion: formatApiVersion(scaleKind.resource),
    kind: scaleKind.resource.kind,
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: wanted === 0 ? {} : { replicas: wanted },
    status: { replicas: found, ...(selector === "" ? {} : { selector }) },
  };
  return withOwners(scale, ownersOfScale(managedFields, replicasPaths(served)));
}

/** The object after a write of its scale: nothing but the number of replicas, and who owns it, is taken from there. */
export function withScale(document: Document, scale: Document, served: ServedResource): Document {
  const { resourceVersion, managedFields: owners = [] } = scale.metadata;
  const { managedFields = [], resourceVersion: read, ...metadata } = document.metadata;
  const replicas = Number(valueAt(scale, ["spec", "replicas"]) ?? 0);
  // Of a custom object it is the version that was read, unless the scale says another.
  const asked = resourceVersion ?? (served.isCustom ? read : undefined);
  const version = asked === undefined ? {} : { resourceVersion: asked };
  const next = withValueAt({ ...document, metadata: { ...metadata, ...version } }, wantedPath(served), replicas);
  const apiVersion = formatApiVersion(served.resource);
  return withOwners(next, ownersOfParent({ parent: managedFields, scale: owners }, apiVersion, replicasPaths(served)));
}

/** Throws for a scale that there cannot be. What else is wrong with that of a custom object is found in the object. */
export function assertScale(scale: Document, served: ServedResource): void {
  const replicas = valueAt(scale, ["spec", "replicas"]);
  if (served.isCustom && replicas === unset) throw StatusError.badRequest(`${replicasField(served)} cannot be empty`);
  if (served.isCustom || typeof replicas !== "number" || replicas >= 0) return;
  const cause = invalid("spec.replicas", replicas, "must be greater than or equal to 0");
  throw StatusError.invalid(scaleKind.resource, scale.metadata.name, [cause]);
}

/** Why Kubernetes does not take an apply to the scale of a custom object: it converts scales as if they were such objects. */
const inNoVersion = "to proper version: request to convert CR to an invalid group/version: autoscaling/v1";

/** Throws for an apply to the scale of a custom object of whose replicas nobody is known to be the owner. */
export function assertOwnedScale({ metadata: { managedFields = [] } }: Document): void {
  if (managedFields.length > 0) return;
  const doing = "failed to create manager for existing fields: failed to convert live object";
  throw StatusError.withoutReason(`${doing} (/; autoscaling/v1, Kind=Scale) ${inNoVersion}`);
}

/** Throws if what was applied to the scale of a custom object would change it. */
export function assertScaleKept(scale: object, live: Document, applied: object): void {
  if (isSameButOwners(scale, live)) return;
  const { namespace = "", name = "" } = (getOwn(applied, "metadata") ?? {}) as Partial<ObjectMeta>;
  throw StatusError.withoutReason(
    `failed to convert new object (${namespace}/${name}; autoscaling/v1, Kind=Scale) ${inNoVersion}`,
  );
}

function replicasField({ custom }: ServedResource): string {
  return `the spec replicas field ${JSON.stringify(custom?.scale?.specReplicasPath ?? "")}`;
}

/** The selector of a built-in kind as a text. */
function selectorOf(document: Document): string {
  const selector = valueAt(document, ["spec", "selector"]);
  if (typeof selector !== "object" || selector === null) return "";
  const isPlain = document.kind === "ReplicationController";
  return isPlain
    ? selectorFromLabels(selector as Readonly<Record<string, string>>).toString()
    : selectorFromLabelSelector(selector).toString();
}

/** Where each version of a resource has its replicas: owners may use other versions than the request. */
function replicasPaths(served: ServedResource): ReadonlyMap<string, readonly string[] | undefined> {
  const { custom, resource } = served;
  if (custom === undefined) return new Map([[formatApiVersion(resource), builtInPath]]);
  const versions = [...custom.versions];
  return new Map(versions.map(([apiVersion, { scale }]) => [apiVersion, scale && split(scale.specReplicasPath)]));
}
