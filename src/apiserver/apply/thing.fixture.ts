import { builtInSchemas } from "../schema/index.ts";
import type { Schema, SchemaSource } from "../schema/index.ts";

const text: Readonly<Schema> = { type: "string" };
const integer: Readonly<Schema> = { type: "integer" };

const spec: Readonly<Schema> = {
  type: "object",
  properties: {
    a: text,
    n: integer,
    q: { type: "string", isNullable: true },
    set: { type: "array", listType: "set", items: text },
    map: {
      type: "array",
      listType: "map",
      listKeys: ["k", "p"],
      items: {
        type: "object",
        required: ["k"],
        properties: {
          k: text,
          p: { type: "string", default: "TCP" },
          v: integer,
          sub: { type: "object", properties: { x: text } },
        },
      },
    },
    at: { type: "array", items: text },
    atm: { type: "object", isAtomic: true, properties: { x: integer, y: integer } },
    gr: { type: "object", values: { type: "object", properties: { z: integer } } },
    free: { type: "object", preservesUnknown: true },
  },
};

const status: Readonly<Schema> = {
  type: "object",
  properties: {
    ready: { type: "boolean" },
    conditions: {
      type: "array",
      listType: "map",
      listKeys: ["type"],
      items: { type: "object", required: ["type"], properties: { type: text, status: text } },
    },
  },
};

/** The built-in kinds, and a custom kind `Thing` with every type of list and map in two versions of `example.com`. */
export function thingSchemas(): SchemaSource {
  const builtIn = builtInSchemas();
  const metadata = builtIn.schemaNamed("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta") ?? {};
  const thing: Schema = { type: "object", properties: { apiVersion: text, kind: text, metadata, spec, status } };
  return {
    schemaOf: (kind) =>
      ["example.com/v1", "example.com/v2"].includes(kind.apiVersion) && kind.kind === "Thing"
        ? thing
        : builtIn.schemaOf(kind),
  };
}
