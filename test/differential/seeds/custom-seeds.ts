import type { JsonObject } from "../../../src/model/index.ts";
import { namespaced } from "./seed.ts";
import type { Seed } from "./seed.ts";

const group = "{ns}.setpoint.dev";

const spec: JsonObject = {
  type: "object",
  required: ["size", "parts"],
  properties: {
    size: { type: "integer", minimum: 1, maximum: 9 },
    count: { type: "integer", format: "int32", default: 3, multipleOf: 3 },
    big: { type: "integer", format: "int64" },
    ratio: { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 1 },
    colour: { type: "string", enum: ["red", "blue"], default: "red" },
    text: { type: "string", minLength: 1, maxLength: 8, pattern: "^[a-z-]*$" },
    maybe: { type: "string", nullable: true },
    day: { type: "string", format: "date" },
    time: { type: "string", format: "date-time" },
    bytes: { type: "string", format: "byte" },
    port: { "x-kubernetes-int-or-string": true },
    isOn: { type: "boolean", default: false },
    labels: { type: "object", additionalProperties: { type: "string", maxLength: 5 }, maxProperties: 2 },
    numbers: { type: "object", additionalProperties: { type: "integer" } },
    set: { type: "array", items: { type: "string" }, maxItems: 3, "x-kubernetes-list-type": "set" },
    atomic: { type: "array", items: { type: "integer", minimum: 0 }, minItems: 1, "x-kubernetes-list-type": "atomic" },
    parts: {
      type: "array",
      maxItems: 4,
      items: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string", maxLength: 20 },
          weight: { type: "integer", default: 1 },
          nested: { type: "object", properties: { a: { type: "string" }, b: { type: "boolean" } } },
        },
      },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
    },
    open: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { known: { type: "integer" } } },
    either: {
      type: "object",
      properties: { one: { type: "string" }, other: { type: "string" } },
      oneOf: [{ required: ["one"] }, { required: ["other"] }],
    },
    embedded: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    },
    fixed: {
      type: "string",
      maxLength: 10,
      "x-kubernetes-validations": [{ rule: "self == oldSelf", message: "fixed cannot be changed" }],
    },
  },
  "x-kubernetes-validations": [{ rule: "self.size <= 5 || self.colour == 'blue'", message: "what is large is blue" }],
};

const status: JsonObject = {
  type: "object",
  properties: {
    size: { type: "integer" },
    selector: { type: "string" },
    conditions: {
      type: "array",
      items: {
        type: "object",
        required: ["type", "status"],
        properties: { type: { type: "string" }, status: { type: "string", enum: ["True", "False", "Unknown"] } },
      },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["type"],
    },
  },
};

const scale: JsonObject = {
  specReplicasPath: ".spec.size",
  statusReplicasPath: ".status.size",
  labelSelectorPath: ".status.selector",
};

const definition: JsonObject = {
  metadata: { name: `gadgets.${group}` },
  spec: {
    group,
    scope: "Namespaced",
    names: { plural: "gadgets", singular: "gadget", kind: "Gadget", listKind: "GadgetList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", required: ["spec"], properties: { spec, status } } },
        subresources: { status: {}, scale },
        additionalPrinterColumns: [{ name: "Size", type: "integer", jsonPath: ".spec.size" }],
      },
    ],
  },
};

const small: JsonObject = { spec: { size: 1, parts: [{ name: "a" }] } };
const large: JsonObject = {
  spec: {
    size: 7,
    count: 6,
    ratio: 0.5,
    colour: "blue",
    text: "abc",
    maybe: null,
    day: "2024-01-02",
    time: "2024-01-02T03:04:05Z",
    bytes: "AQID",
    port: "http",
    labels: { a: "b" },
    numbers: { a: 1 },
    set: ["a", "b"],
    atomic: [1, 2],
    parts: [
      { name: "a", weight: 2, nested: { a: "x" } },
      { name: "b", nested: { b: true } },
    ],
    open: { known: 1, other: [{ any: "thing" }] },
    either: { one: "x" },
    embedded: { apiVersion: "v1", kind: "Any", metadata: { name: "inner" }, any: 1 },
    fixed: "always",
  },
  status: { size: 1, conditions: [{ type: "Ready", status: "True" }] },
};

/** A kind of custom resource, with most of what a schema can say. */
export const customSeeds: readonly Seed[] = [{ ...namespaced(`${group}/v1 Gadget gadgets`, small, large), definition }];
