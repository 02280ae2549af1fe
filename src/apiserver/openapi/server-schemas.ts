import { schemaReference } from "./schema-document.ts";
import type { SchemaDocument } from "./schema-document.ts";
import { metaSchema } from "./schema-names.ts";

const text: SchemaDocument = { type: "string" };
const filled: SchemaDocument = { type: "string", default: "" };

function structOf(names: readonly string[]): SchemaDocument {
  return { type: "object", required: names, properties: Object.fromEntries(names.map((name) => [name, filled])) };
}

function partOf(kind: string): SchemaDocument {
  return { default: {}, allOf: [schemaReference(metaSchema(kind))] };
}

function listOf(items: SchemaDocument): SchemaDocument {
  return { type: "array", items, "x-kubernetes-list-type": "atomic" };
}

function kindOf(kind: string, required: readonly string[], properties: SchemaDocument): SchemaDocument {
  return {
    type: "object",
    required,
    properties: { apiVersion: text, kind: text, ...properties },
    "x-kubernetes-group-version-kind": [{ group: "", kind, version: "v1" }],
  };
}

const addresses: SchemaDocument = listOf(partOf("ServerAddressByClientCIDR"));
const info: SchemaDocument = structOf([
  "major",
  "minor",
  "gitVersion",
  "gitCommit",
  "gitTreeState",
  "buildDate",
  "goVersion",
  "compiler",
  "platform",
]);

/** The name of the schema of what `/version` answers with. */
export const versionInfo = "io.k8s.apimachinery.pkg.version.Info";

/** The schemas of what the server tells about itself, which no kind is made of. */
export const serverSchemas: Readonly<Record<string, SchemaDocument>> = {
  [metaSchema("APIGroup")]: kindOf("APIGroup", ["name", "versions"], {
    name: filled,
    preferredVersion: partOf("GroupVersionForDiscovery"),
    serverAddressByClientCIDRs: addresses,
    versions: listOf(partOf("GroupVersionForDiscovery")),
  }),
  [metaSchema("APIGroupList")]: kindOf("APIGroupList", ["groups"], { groups: listOf(partOf("APIGroup")) }),
  [metaSchema("APIVersions")]: kindOf("APIVersions", ["versions", "serverAddressByClientCIDRs"], {
    serverAddressByClientCIDRs: addresses,
    versions: listOf(filled),
  }),
  [metaSchema("GroupVersionForDiscovery")]: structOf(["groupVersion", "version"]),
  [metaSchema("ServerAddressByClientCIDR")]: structOf(["clientCIDR", "serverAddress"]),
  [versionInfo]: {
    ...info,
    properties: {
      ...(info["properties"] as object),
      emulationMajor: text,
      emulationMinor: text,
      minCompatibilityMajor: text,
      minCompatibilityMinor: text,
    },
  },
};
