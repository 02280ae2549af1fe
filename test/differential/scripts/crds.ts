import type { Call, Script } from "../call.ts";
import { del, get, patch, post, put, script, setup } from "./calls.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const group = "{ns}.setpoint.dev";
const name = `things.${group}`;
const things = `/apis/${group}/v1/namespaces/{ns}/things`;

const spec = {
  type: "object",
  required: ["size"],
  properties: {
    size: { type: "integer", minimum: 1, maximum: 9 },
    colour: { type: "string", enum: ["red", "blue"], default: "red" },
    text: { type: "string", maxLength: 3, pattern: "^[a-z]*$" },
    list: { type: "array", items: { type: "string" }, maxItems: 2, "x-kubernetes-list-type": "set" },
    named: {
      type: "array",
      items: { type: "object", required: ["n"], properties: { n: { type: "string" } } },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["n"],
    },
    ratio: { type: "number", multipleOf: 0.5 },
    port: { "x-kubernetes-int-or-string": true },
    open: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    maybe: { type: "string", nullable: true },
    day: { type: "string", format: "date" },
    map: { type: "object", additionalProperties: { type: "integer" } },
  },
};

function definition(version: object = {}, more: object = {}): object {
  return {
    metadata: { name },
    spec: {
      group,
      scope: "Namespaced",
      names: {
        plural: "things",
        singular: "thing",
        kind: "Thing",
        listKind: "ThingList",
        shortNames: ["th"],
        categories: ["all"],
      },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: { spec, status: { type: "object", properties: { n: { type: "integer" } } } },
            },
          },
          subresources: { status: {}, scale: { specReplicasPath: ".spec.size", statusReplicasPath: ".status.n" } },
          additionalPrinterColumns: [{ name: "Size", type: "integer", jsonPath: ".spec.size" }],
          ...version,
        },
      ],
      ...more,
    },
  };
}

function thing(of: string, fields: object = { size: 1 }, more: object = {}): object {
  return { apiVersion: `${group}/v1`, kind: "Thing", metadata: { name: of }, spec: fields, ...more };
}

const made: readonly Call[] = [
  post(definitions, definition(), { isSetup: true, settles: true }),
  get(things, { isSetup: true, settles: true }),
];
const gone: Call = del(`${definitions}/${name}`, undefined, { isSetup: true });

const wrongSpecs: readonly object[] = [
  {},
  { size: 0 },
  { size: 10 },
  { size: "x" },
  { size: 1.5 },
  { size: null },
  { size: 1, colour: "green" },
  { size: 1, colour: 7 },
  { size: 1, text: "toolong" },
  { size: 1, text: "A" },
  { size: 1, list: ["a", "a"] },
  { size: 1, list: ["a", "b", "c"] },
  { size: 1, list: "a" },
  { size: 1, named: [{ n: "a" }, { n: "a" }] },
  { size: 1, named: [{}] },
  { size: 1, ratio: 0.3 },
  { size: 1, port: true },
  { size: 1, maybe: 7 },
  { size: 1, day: "soon" },
  { size: 1, map: { a: "x" } },
];
const rightSpecs: readonly object[] = [
  { size: 1 },
  { size: 9, colour: "blue", text: "abc", list: ["a", "b"] },
  { size: 2, port: 80, ratio: 1.5, maybe: null },
  { size: 2, port: "http", open: { any: [{ thing: 1 }] }, unknown: 1 },
  { size: 2, named: [{ n: "a", dropped: true }], map: { a: 1 }, day: "2024-01-02" },
];
const wrongDefinitions: readonly object[] = [
  definition({ schema: {} }),
  definition({ schema: { openAPIV3Schema: { type: "array" } } }),
  definition({ schema: { openAPIV3Schema: { properties: { spec: {} } } } }),
  definition({
    schema: {
      openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties: { a: { type: "x" } } } } },
    },
  }),
  definition({ schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "array" } } } } }),
  definition({
    schema: { openAPIV3Schema: { type: "object", properties: { metadata: { type: "object", minProperties: 1 } } } },
  }),
  definition({ schema: { openAPIV3Schema: { type: "object", uniqueItems: true } } }),
  definition({ storage: false }),
  definition({ served: false, storage: false }),
  definition({ name: "V1" }),
  definition({ subresources: { scale: { specReplicasPath: "x", statusReplicasPath: ".status.n" } } }),
  definition({ additionalPrinterColumns: [{ name: "x", type: "y", jsonPath: "z" }] }),
  definition({}, { scope: "x" }),
  definition({}, { group: "other.dev" }),
  definition({}, { names: { plural: "Things", kind: "thing" } }),
  definition({}, { versions: [] }),
  definition({}, { conversion: { strategy: "Webhook" } }),
  definition({}, { preserveUnknownFields: true }),
  { metadata: { name: "x" }, spec: {} },
  { metadata: { name } },
];

/** Custom resources and their definitions. */
export const crds: readonly Script[] = [
  script(
    "crd-refused",
    "CustomResourceDefinition",
    wrongDefinitions.map((body) => post(definitions, body)),
  ),
  script("custom-values", "Thing", [
    ...made,
    ...wrongSpecs.map((fields) => post(things, thing("wrong", fields))),
    ...rightSpecs.map((fields, index) => post(things, thing(`right-${index}`, fields))),
    get(things),
    gone,
  ]),
  script("custom-stored", "Thing", [
    ...made,
    post(things, thing("a"), { as: "a" }),
    post(things, thing("a")),
    get(`${things}/a`),
    put(`${things}/a`, thing("a", { size: 2 })),
    put(`${things}/a`, thing("a", { size: 2 }, { metadata: { name: "a", resourceVersion: "{a.version}" } })),
    put(`${things}/a`, thing("a", { size: 3 }, { metadata: { name: "a", resourceVersion: "{a.version}" } })),
    patch("merge-patch", `${things}/a`, { spec: { size: 4 } }),
    patch("merge-patch", `${things}/a`, { spec: { size: 40 } }),
    patch("merge-patch", `${things}/a`, { spec: { unknown: 1 } }),
    patch("merge-patch", `${things}/a?fieldValidation=Strict`, { spec: { unknown: 1 } }),
    patch("json-patch", `${things}/a`, [{ op: "remove", path: "/spec/size" }]),
    patch("strategic-merge-patch", `${things}/a`, { spec: { size: 5 } }),
    patch("apply-patch", `${things}/a?fieldManager=me&force=true`, thing("a", { size: 6 })),
    patch("apply-patch", `${things}/b?fieldManager=me`, thing("b", { size: 6, colour: "blue" })),
    post(`${things}?fieldValidation=Strict`, thing("c", { size: 1, unknown: 1 })),
    post(`${things}?fieldValidation=Warn`, thing("c", { size: 1, unknown: 1 })),
    post(things, { ...thing("d"), kind: "Other" }),
    post(things, { ...thing("d"), apiVersion: "v1" }),
    post(things, { metadata: { name: "d" } }),
    post(things, { ...thing("e"), metadata: { name: "e", finalizers: ["plain"] } }),
    get(`${things}/a?resourceVersion=x`),
    get(`${things}?fieldSelector=spec.size%3D1`),
    get(`${things}?labelSelector=a`),
    get(things, { headers: { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" } }),
    get(things, { headers: { accept: "application/vnd.kubernetes.protobuf" } }),
    get(`${things}?watch=true&timeoutSeconds=1`),
    del(`${things}/a`),
    del(things),
    gone,
  ]),
  script("custom-scale", "Thing", [
    ...made,
    post(things, thing("a", { size: 1 }, { status: { n: 9 } })),
    get(`${things}/a/status`),
    patch("merge-patch", `${things}/a/status`, { status: { n: 3 } }),
    patch("merge-patch", `${things}/a/status`, { spec: { size: 7 }, metadata: { labels: { a: "b" } } }),
    patch("merge-patch", `${things}/a/status`, { status: { n: "x" } }),
    get(`${things}/a/scale`),
    patch("merge-patch", `${things}/a/scale`, { spec: { replicas: 5 } }),
    patch("merge-patch", `${things}/a/scale`, { spec: { replicas: 50 } }),
    get(`${things}/a`),
    get(`${things}/missing/scale`),
    get(`${things}/a/other`),
    gone,
  ]),
  script("discovery-live", "Thing", [
    ...made,
    get(`/apis/${group}`),
    get(`/apis/${group}/v1`),
    get(`/apis/${group}/v2/things`),
    get(`/apis/${group}/v1/others`),
    get(`/apis/${group}/v1/things`),
    get(`${definitions}/${name}`),
    setup(post(things, thing("a"))),
    get(`/apis/${group}/v1/things?limit=1`),
    gone,
  ]),
];
