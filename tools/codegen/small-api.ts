import type { ApiReader } from "./api-reader.ts";
import { CodegenError } from "./errors.ts";

/** A group/version of an API that exists only in tests. */
export interface SmallGroupVersion {
  /** Empty, or absent, for the core group. */
  readonly group?: string;
  readonly version?: string;
  readonly freshness?: string;
  /** Resources as discovery writes them. */
  readonly resources?: readonly object[];
  /** Schemas as OpenAPI writes them, by full name. */
  readonly schemas?: Readonly<Record<string, object>>;
}

/** The documents of a server that serves the given group/versions, by path. */
export function smallDocuments(groupVersions: readonly SmallGroupVersion[]): Record<string, unknown> {
  const core = groupVersions.filter(({ group = "" }) => group === "");
  const named = groupVersions.filter(({ group = "" }) => group !== "");
  const paths = groupVersions.map((served) => ({ ...served, path: documentPath(served) }));
  return {
    "/version": { gitVersion: "v1.99.0" },
    "/api": discoveryDocument(core),
    "/apis": discoveryDocument(named),
    "/openapi/v3": {
      paths: Object.fromEntries(paths.map(({ path }) => [path, { serverRelativeURL: `/openapi/v3/${path}?hash=1` }])),
    },
    ...Object.fromEntries(
      paths.map(({ path, schemas = {} }) => [`/openapi/v3/${path}?hash=1`, { components: { schemas } }]),
    ),
  };
}

/** Reads documents as if a server had sent them. */
export function readerOf(documents: Readonly<Record<string, unknown>>): ApiReader {
  return {
    async get(path) {
      if (Object.hasOwn(documents, path)) return documents[path];
      throw new CodegenError("SETPOINT_CODEGEN_RESPONSE", `Reading ${path}: expected status 200, found 404.`);
    },
  };
}

/** A resource as discovery writes it. */
export function discovered(kind: string, more: object = {}): object {
  const singular = kind.toLowerCase();
  return {
    resource: `${singular}s`,
    responseKind: { group: "", version: "", kind },
    scope: "Namespaced",
    singularResource: singular,
    verbs: ["get", "list"],
    ...more,
  };
}

/** The schema of a kind, with its metadata. */
export function kindSchema(apiVersion: string, kind: string, properties: object = {}): object {
  const [group = "", version = ""] = apiVersion.includes("/") ? apiVersion.split("/") : ["", apiVersion];
  return {
    type: "object",
    description: "Prose that no type needs.",
    properties: {
      apiVersion: { type: "string" },
      kind: { type: "string" },
      metadata: { default: {}, allOf: [ref("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta")] },
      ...properties,
    },
    "x-kubernetes-group-version-kind": [{ group, version, kind }],
  };
}

/** A reference to a schema by its full name. */
export function ref(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

function discoveryDocument(groupVersions: readonly SmallGroupVersion[]): object {
  const groups = Map.groupBy(groupVersions, ({ group = "" }) => group);
  return {
    kind: "APIGroupDiscoveryList",
    apiVersion: "apidiscovery.k8s.io/v2",
    metadata: {},
    items: [...groups].map(([group, versions]) => ({
      metadata: group === "" ? {} : { name: group },
      versions: versions.map(({ version = "v1", freshness = "Current", resources = [] }) => ({
        version,
        freshness,
        resources,
      })),
    })),
  };
}

function documentPath({ group = "", version = "v1" }: SmallGroupVersion): string {
  return group === "" ? `api/${version}` : `apis/${group}/${version}`;
}
