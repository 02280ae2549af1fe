import { formatApiVersion } from "../model/index.ts";
import type { DiscoveredResource, ServerApi } from "./discovery-api.ts";

/** Which resource is meant, by kind or by a name. What is left out may be anything; an empty group is the core group. */
export type ResourceQuery = KindQuery | NameQuery;

/** A resource by the kind of its objects, written exactly. */
export interface KindQuery {
  readonly group?: string | undefined;
  readonly version?: string | undefined;
  readonly kind: string;
}

/** A resource by its plural, its singular or a short name, in any case. A group may be cut short: `apps`, but also `metrics`. */
export interface NameQuery {
  readonly group?: string | undefined;
  readonly version?: string | undefined;
  readonly resource: string;
}

/**
 * What a text as kubectl takes it may mean, the likeliest first: `deploy`, `deployments.apps` and `deployments.v1.apps`, where a trailing
 * dot, as in `pods.v1.`, means the core group.
 */
export function parseResourceText(text: string): readonly NameQuery[] {
  const [resource = "", ...rest] = text.split(".");
  const [version, ...group] = rest;
  if (version === undefined) return [{ resource }];
  if (group.length === 0) return [{ resource, group: version }];
  return [
    { resource, version, group: group.join(".") },
    { resource, group: rest.join(".") },
  ];
}

/**
 * What fits, best first: the core group, then the other groups in the server's order; in each the preferred version, then the others in the
 * server's order. A plural or singular anywhere beats every short name, and the group as it was written one that only begins so.
 */
export function matchesIn(api: ServerApi, query: ResourceQuery): readonly DiscoveredResource[] {
  const rank = rankIn(api);
  for (const isNamed of namings(query)) {
    const named = api.resources.filter(
      (resource) => isNamed(resource) && (query.version === undefined || query.version === resource.version),
    );
    for (const isGroup of groupings(query)) {
      const found = named.filter(isGroup);
      if (found.length > 0) return found.sort((left, right) => rank(left) - rank(right));
    }
  }
  return [];
}

type Test = (resource: DiscoveredResource) => boolean;

function namings(query: ResourceQuery): readonly Test[] {
  if ("kind" in query) return [({ kind }) => kind === query.kind];
  const name = query.resource.toLowerCase();
  return [
    ({ plural, singular }) => plural === name || singular === name,
    ({ shortNames }) => shortNames.includes(name),
  ];
}

/** A kind is looked for on behalf of an object, whose group is never cut short. */
function groupings(query: ResourceQuery): readonly Test[] {
  const { group: wanted } = query;
  if (wanted === undefined) return [() => true];
  const isExact: Test = ({ group }) => group === wanted;
  if (wanted === "" || "kind" in query) return [isExact];
  return [isExact, ({ group }) => group.startsWith(wanted)];
}

function rankIn({ groups }: ServerApi): (resource: DiscoveredResource) => number {
  const ranks = new Map<string, number>();
  for (const { name, versions, preferredVersion } of groups) {
    for (const version of [preferredVersion, ...versions]) {
      const key = formatApiVersion({ group: name, version });
      if (!ranks.has(key)) ranks.set(key, ranks.size);
    }
  }
  return (resource) => ranks.get(formatApiVersion(resource)) ?? ranks.size;
}
