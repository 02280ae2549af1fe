import type { ApiReader } from "./api-reader.ts";
import { discoveryMediaType, parseDiscovery } from "./discovery.ts";
import type { DiscoveredVersion } from "./discovery.ts";
import { CodegenError } from "./errors.ts";
import { child, textOf } from "./json-document.ts";
import { mergeSchemas, parseOpenApi, parseOpenApiIndex } from "./openapi.ts";
import type { NamedSchema } from "./openapi.ts";

/** Everything that codegen knows about an API. */
export interface ApiDescription {
  /** The server's own version: `v1.36.3`. */
  readonly serverVersion: string;
  /** The core group first, then the other groups in the server's order; the preferred version of a group is its first. */
  readonly groupVersions: readonly DiscoveredVersion[];
  readonly schemas: ReadonlyMap<string, NamedSchema>;
}

/** Reads the whole API of a server. Discovery and OpenAPI must name the same group/versions, or one of them is partial. */
export async function readApi(reader: ApiReader): Promise<ApiDescription> {
  const version = {
    value: await reader.get("/version"),
    place: "/version",
    code: "SETPOINT_CODEGEN_RESPONSE",
  } as const;
  const discovered = ["/api", "/apis"].map(async (path) =>
    parseDiscovery(await reader.get(path, discoveryMediaType), path),
  );
  const groupVersions = (await Promise.all(discovered)).flat();
  const index = parseOpenApiIndex(await reader.get("/openapi/v3"), "/openapi/v3");
  checkComplete(groupVersions.map(documentPathOf), [...index.keys()].filter(isGroupVersionPath));
  const documents: (readonly NamedSchema[])[] = [];
  for (const [path, address] of index) {
    if (isGroupVersionPath(path)) documents.push(parseOpenApi(await reader.get(address), `/openapi/v3/${path}`));
  }
  return { serverVersion: textOf(child(version, "gitVersion")), groupVersions, schemas: mergeSchemas(documents) };
}

function documentPathOf({ group, version }: DiscoveredVersion): string {
  return group === "" ? `api/${version}` : `apis/${group}/${version}`;
}

/** The index also lists documents without kinds, such as `version`, `api` and `apis/apps`. */
function isGroupVersionPath(path: string): boolean {
  return /^(?:api\/[^/]+|apis\/[^/]+\/[^/]+)$/.test(path);
}

function checkComplete(discovered: readonly string[], described: readonly string[]): void {
  const missing = [
    ...discovered.filter((path) => !described.includes(path)).map((path) => `${path} is not in /openapi/v3`),
    ...described.filter((path) => !discovered.includes(path)).map((path) => `${path} is not in discovery`),
  ];
  if (missing.length === 0) return;
  throw new CodegenError(
    "SETPOINT_CODEGEN_DISCOVERY",
    `Reading the API of the server: discovery and OpenAPI disagree, one of them is partial: ${missing.join("; ")}.`,
  );
}
