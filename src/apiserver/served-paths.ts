import { servedGroups } from "./discovery/index.ts";
import { healthPaths } from "./health.ts";
import type { Catalog } from "./registry/index.ts";

const others: readonly string[] = [
  "/.well-known/openid-configuration",
  "/api",
  "/api/v1",
  "/apis",
  "/apis/",
  "/openapi/v2",
  "/openapi/v3",
  "/openapi/v3/",
  "/openid/v1/jwks",
  "/version",
];

/** The paths where something is to be found, which `/` answers with. */
export function servedPaths(catalog: Catalog): readonly string[] {
  const groups = servedGroups(catalog).flatMap(({ group, versions }) => [
    `/apis/${group}`,
    ...versions.map((version) => `/apis/${group}/${version}`),
  ]);
  return [...others, ...groups, ...healthPaths()].toSorted();
}
