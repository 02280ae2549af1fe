import { formatApiVersion } from "../model/index.ts";
import type { GroupVersion, Resource } from "../model/index.ts";
import type { Unstructured } from "./unstructured.ts";

/** A group that a server has, with its versions in the server's order. */
export interface ApiGroup {
  /** Empty for the core group. */
  readonly name: string;
  readonly versions: readonly string[];
  readonly preferredVersion: string;
}

/** A resource as the server describes it: with it, `client.resource(resource)` works as with one that is known at compile time. */
export type DiscoveredResource = Resource<Unstructured>;

/** A group and version that the server has but could not tell about. */
export interface DiscoveryFailure extends GroupVersion {
  readonly error: unknown;
}

/** What a server serves, as it said at one moment. The core group comes first, then the others in the server's order. */
export interface ServerApi {
  /** Without the group versions that failed. */
  readonly groups: readonly ApiGroup[];
  /** Of every version, in the order of `groups` and within a version of the server. Subresources stand with their resource. */
  readonly resources: readonly DiscoveredResource[];
  /** What is missing above. Empty when the answer is whole. */
  readonly failures: readonly DiscoveryFailure[];
}

/** The resources of one group and version. */
export function resourcesOf(api: ServerApi, groupVersion: GroupVersion): readonly DiscoveredResource[] {
  const wanted = formatApiVersion(groupVersion);
  return api.resources.filter((resource) => formatApiVersion(resource) === wanted);
}

/** Each resource once: in the preferred version of its group, or else in the first that serves it. */
export function preferredResources({ groups, resources }: ServerApi): readonly DiscoveredResource[] {
  const preferred = new Map(groups.map(({ name, preferredVersion }) => [name, preferredVersion]));
  const chosen = new Map<string, DiscoveredResource>();
  for (const resource of resources) {
    const key = `${resource.plural}.${resource.group}`;
    if (!chosen.has(key) || resource.version === preferred.get(resource.group)) chosen.set(key, resource);
  }
  return [...chosen.values()];
}

/** Every group version as it stands in `apiVersion`, sorted. */
export function apiVersions({ groups }: ServerApi): readonly string[] {
  return groups
    .flatMap(({ name, versions }) => versions.map((version) => formatApiVersion({ group: name, version })))
    .sort();
}
