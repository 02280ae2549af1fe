import type { ApiDocument } from "./api-document.ts";
import type { ApiOperation } from "./api-path.ts";
import { capitalized, groupTag } from "./operation-names.ts";
import { metaSchema, textSchema } from "./schema-names.ts";
import { serverSchemas, versionInfo } from "./server-schemas.ts";

const apiTypes: readonly string[] = ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"];

/** What the server tells about itself, by the place in the index: `apis`, `version`. Groups are those that are built in. */
export function serverDocuments(groups: readonly string[]): ReadonlyMap<string, ApiDocument> {
  const aboutGroups = groups.map((group) => {
    const id = `get${capitalized(groupTag(group))}APIGroup`;
    return entry(`apis/${group}`, { id, tag: groupTag(group), types: apiTypes }, ["APIGroup", ...partsOfGroup]);
  });
  return new Map([
    entry("api", { id: "getCoreAPIVersions", tag: "core", types: apiTypes }, [
      "APIVersions",
      "ServerAddressByClientCIDR",
    ]),
    entry("apis", { id: "getAPIVersions", tag: "apis", types: apiTypes }, [
      "APIGroupList",
      "APIGroup",
      ...partsOfGroup,
    ]),
    ...aboutGroups,
    ...plainDocuments,
  ]);
}

const partsOfGroup: readonly string[] = ["GroupVersionForDiscovery", "ServerAddressByClientCIDR"];

type Named = Pick<ApiOperation, "id" | "tag" | "types">;
type Entry = readonly [string, ApiDocument];

/** A document of one path that can be read. The first of the schemas is what it answers with. */
function entry(path: string, named: Named, [first = "", ...others]: readonly string[]): Entry {
  const names = [first, ...others].map(metaSchema);
  return reading(path, { ...named, answer: metaSchema(first) }, names);
}

function reading(
  path: string,
  { answer, ...named }: Named & { readonly answer: string },
  names: readonly string[],
): Entry {
  const operation: ApiOperation = { ...named, method: "get", query: [], answers: { 200: answer } };
  const schemas = Object.fromEntries(names.toSorted().map((name) => [name, serverSchemas[name] ?? {}]));
  return [path, { isCustom: false, paths: [{ path: `/${path}/`, operations: [operation] }], schemas }];
}

const issuerId = "getServiceAccountIssuerOpenID";
const plainDocuments: readonly Entry[] = [
  reading("version", { id: "getCodeVersion", tag: "version", types: ["application/json"], answer: versionInfo }, [
    versionInfo,
  ]),
  reading(
    ".well-known/openid-configuration",
    { id: `${issuerId}Configuration`, tag: "WellKnown", types: ["application/json"], answer: textSchema },
    [],
  ),
  reading(
    "openid/v1/jwks",
    { id: `${issuerId}Keyset`, tag: "openid", types: ["application/jwk-set+json"], answer: textSchema },
    [],
  ),
];
