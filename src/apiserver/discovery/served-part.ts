import type { GroupVersionKind } from "../../model/index.ts";
import { servedSubresources, subresourceVerbs } from "../registry/index.ts";
import type { ServedResource } from "../registry/index.ts";

/** A part of the objects of a resource that is served. */
export interface ServedPart {
  readonly name: string;
  /** What goes in and out. */
  readonly kind: GroupVersionKind;
  readonly verbs: readonly string[];
}

/** Parts whose bodies are of a kind of their own. */
const otherKinds: Readonly<Record<string, GroupVersionKind>> = {
  binding: { group: "", version: "v1", kind: "Binding" },
  eviction: { group: "policy", version: "v1", kind: "Eviction" },
  scale: { group: "autoscaling", version: "v1", kind: "Scale" },
  token: { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" },
};

/** The parts of a resource: built-in ones by name, those of definitions with the status first. */
export function servedParts(served: ServedResource): readonly ServedPart[] {
  const { group, version, kind } = served.resource;
  const names = [...servedSubresources(served)].sort((a, b) => (a < b ? -1 : 1));
  if (served.isCustom) names.reverse();
  return names.map((name) => ({
    name,
    kind: otherKinds[name] ?? { group, version, kind },
    verbs: subresourceVerbs[name] ?? [],
  }));
}

/** The verbs of definitions, in the order in which Kubernetes tells them. */
const customVerbs: readonly string[] = [
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "create",
  "update",
  "watch",
];

/** What can be done to a resource, in the order in which Kubernetes tells it. */
export function toldVerbs({ resource: { verbs }, isCustom }: ServedResource): readonly string[] {
  return isCustom ? customVerbs.filter((verb) => verbs.includes(verb)) : verbs;
}
