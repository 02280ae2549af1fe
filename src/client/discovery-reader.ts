import { formatApiVersion, isNotFound } from "../model/index.ts";
import type { GroupVersion } from "../model/index.ts";
import type { ApiGroup, DiscoveredResource, DiscoveryFailure, ServerApi } from "./discovery-api.ts";
import { readAggregated, readCoreVersions, readGroupList, readResourceList } from "./discovery-documents.ts";
import type { GroupDocument, VersionDocument } from "./discovery-documents.ts";
import { KindError } from "./dynamic-errors.ts";
import { readAnswer } from "./read-answer.ts";
import type { RestClient } from "./rest-client.ts";

/** Everything in one document if the server can, else the document that every server has. */
const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";

/**
 * Asks a server what it serves: in two requests, or, if it has no aggregated discovery, in one for each group version besides. A group
 * version that fails is told apart and hides no other. Throws when the groups themselves can't be learned.
 */
export async function readServerApi(rest: RestClient): Promise<ServerApi> {
  const documents = await Promise.all([coreGroups(rest), groupsAt(rest, "/apis", readGroupList)]);
  const read = await Promise.all(documents.flat().map((group) => readGroup(rest, group)));
  return {
    groups: read.flatMap(({ group }) => (group === undefined ? [] : [group])),
    resources: read.flatMap(({ resources }) => resources),
    failures: read.flatMap(({ failures }) => failures),
  };
}

/** A server need not have a core group, as those that only extend another have none. */
async function coreGroups(rest: RestClient): Promise<readonly GroupDocument[]> {
  try {
    return await groupsAt(rest, "/api", readCoreVersions);
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

/** The media type of the answer says which form it has: a server may not know the one that was asked for. */
async function groupsAt(
  rest: RestClient,
  path: string,
  readLegacy: (document: unknown, place: string) => readonly GroupDocument[],
): Promise<readonly GroupDocument[]> {
  const request = rest.path(path).header("accept", accept);
  const { document, isAggregated } = await request.receive(async (response, options) => ({
    document: await readAnswer(response, options),
    isAggregated: isAggregatedType(response.headers["content-type"] ?? ""),
  }));
  return isAggregated ? readAggregated(document, path) : readLegacy(document, path);
}

function isAggregatedType(contentType: string): boolean {
  const [type = "", ...parameters] = contentType
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const wanted = ["as=apigroupdiscoverylist", "g=apidiscovery.k8s.io", "v=v2"];
  return type === "application/json" && wanted.every((parameter) => parameters.includes(parameter));
}

interface ReadGroup {
  /** Absent when none of its versions could be read. */
  readonly group: ApiGroup | undefined;
  readonly resources: readonly DiscoveredResource[];
  readonly failures: readonly DiscoveryFailure[];
}

async function readGroup(rest: RestClient, { name, versions, preferredVersion }: GroupDocument): Promise<ReadGroup> {
  const read = await Promise.all(
    versions.map(async (document) => {
      const groupVersion = { group: name, version: document.version };
      try {
        return { ...groupVersion, resources: await resourcesIn(rest, groupVersion, document) };
      } catch (error) {
        return { ...groupVersion, error };
      }
    }),
  );
  const good = read.filter((version) => "resources" in version);
  const served = good.map(({ version }) => version);
  const [first] = served;
  const preferred = preferredVersion !== undefined && served.includes(preferredVersion) ? preferredVersion : first;
  return {
    group: preferred === undefined ? undefined : { name, versions: served, preferredVersion: preferred },
    resources: good.flatMap(({ resources }) => resources),
    failures: read.filter((version) => "error" in version),
  };
}

async function resourcesIn(
  rest: RestClient,
  groupVersion: GroupVersion,
  { isStale, resources }: VersionDocument,
): Promise<readonly DiscoveredResource[]> {
  if (isStale) {
    const what = `Discover ${formatApiVersion(groupVersion)}`;
    throw new KindError(
      "SETPOINT_STALE_KINDS",
      `${what}: expected an answer of who serves it, but the server got none`,
    );
  }
  if (resources !== undefined) return resources;
  const { group, version } = groupVersion;
  const path = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  return readResourceList(await rest.path(path).send(), groupVersion, path);
}
