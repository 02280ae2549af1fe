import { formatApiVersion, selectorFromLabelSelector, selectorFromLabels } from "../../model/index.ts";
import { ownersOfParent, ownersOfScale } from "../apply/index.ts";
import { invalid } from "../crd/index.ts";
import type { ServedResource } from "./contract.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import { withOwners } from "./field-owners.ts";
import { scaleKind } from "./part-resources.ts";
import { valueAt, withValueAt } from "./value-at.ts";

/** Where an object has the numbers that its scale shows. */
interface ScalePaths {
  readonly wanted: readonly string[];
  readonly found: readonly string[];
  readonly selector: readonly string[];
}

const builtIn: Readonly<ScalePaths> = {
  wanted: ["spec", "replicas"],
  found: ["status", "replicas"],
  selector: ["spec", "selector"],
};

function pathsOf({ custom }: ServedResource): ScalePaths {
  const scale = custom?.scale;
  if (scale === undefined) return builtIn;
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = "" } = scale;
  return { wanted: split(specReplicasPath), found: split(statusReplicasPath), selector: split(labelSelectorPath) };
}

function split(path: string): readonly string[] {
  return path === "" ? [] : path.replace(/^\./, "").split(".");
}

/** An object as a Scale, with those owners of its fields that own the number of replicas. */
export function scaleOf(document: Document, served: ServedResource): Document {
  const { name, namespace, uid, resourceVersion, creationTimestamp, managedFields = [] } = document.metadata;
  const paths = pathsOf(served);
  const wanted = valueAt(document, paths.wanted);
  if (wanted === undefined && served.isCustom) throw StatusError.internal(noReplicas(served));
  const replicas = Number(wanted ?? 0);
  const scale = {
    apiVersion: formatApiVersion(scaleKind.resource),
    kind: scaleKind.resource.kind,
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: Number(valueAt(document, paths.found) ?? 0), ...selectorMember(document, served) },
  };
  return withOwners(scale, ownersOfScale(managedFields, replicasPaths(served)));
}

/** The object after a write of its scale: nothing but the number of replicas, and who owns it, is taken from there. */
export function withScale(document: Document, scale: Document, served: ServedResource): Document {
  const { resourceVersion, managedFields: owners = [] } = scale.metadata;
  const { managedFields = [], resourceVersion: _read, ...metadata } = document.metadata;
  const wanted = valueAt(scale, ["spec", "replicas"]);
  if (wanted === undefined && served.isCustom) throw StatusError.badRequest(noReplicas(served));
  const replicas = Number(wanted ?? 0);
  const version = resourceVersion === undefined ? {} : { resourceVersion };
  const next = withValueAt({ ...document, metadata: { ...metadata, ...version } }, pathsOf(served).wanted, replicas);
  const apiVersion = formatApiVersion(served.resource);
  return withOwners(next, ownersOfParent({ parent: managedFields, scale: owners }, apiVersion, replicasPaths(served)));
}

/** Throws for a scale that there cannot be. */
export function assertScale(scale: Document): void {
  const replicas = valueAt(scale, ["spec", "replicas"]);
  if (typeof replicas !== "number" || replicas >= 0) return;
  const cause = invalid("spec.replicas", replicas, "must be greater than or equal to 0");
  throw StatusError.invalid(scaleKind.resource, scale.metadata.name, [cause]);
}

function noReplicas({ custom }: ServedResource): string {
  return `the spec replicas field ${JSON.stringify(custom?.scale?.specReplicasPath ?? "")} does not exist`;
}

function selectorMember(document: Document, served: ServedResource): { readonly selector?: string } {
  const { selector: path } = pathsOf(served);
  const selector = path.length === 0 ? undefined : valueAt(document, path);
  // That of a custom resource is a text already.
  if (typeof selector === "string") return selector === "" ? {} : { selector };
  if (typeof selector !== "object" || selector === null) return {};
  const isPlain = document.kind === "ReplicationController";
  const text = isPlain
    ? selectorFromLabels(selector as Readonly<Record<string, string>>).toString()
    : selectorFromLabelSelector(selector).toString();
  return text === "" ? {} : { selector: text };
}

/** Where each version of a resource has its replicas: owners may use other versions than the request. */
function replicasPaths(served: ServedResource): ReadonlyMap<string, readonly string[] | undefined> {
  const { custom, resource } = served;
  if (custom === undefined) return new Map([[formatApiVersion(resource), builtIn.wanted]]);
  const versions = [...custom.versions];
  return new Map(versions.map(([apiVersion, { scale }]) => [apiVersion, scale && split(scale.specReplicasPath)]));
}
