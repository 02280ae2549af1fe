import type { ProtobufTables } from "./tables.ts";

/** Tables with one kind that has a field of every type, shape and presence. */
export const smallTables: ProtobufTables = {
  versions: { "demo.dev/v1": "demo/v1" },
  packages: {
    "meta/v1": `
ListMeta 2:resourceVersion:s
ObjectMeta 1:name:s 3:namespace:s 5:uid:s 6:resourceVersion:s 7:generation:l 8:creationTimestamp:t 9:deletionTimestamp:?t 11:labels:{s 13:ownerReferences:[OwnerReference 14:finalizers:[s 17:managedFields:[ManagedFieldsEntry
OwnerReference 1:kind:!s 3:name:!s 4:uid:!s 5:apiVersion:!s
ManagedFieldsEntry 1:manager:s 7:fieldsV1:?r
Status* 1:metadata:!ListMeta 3:message:s
`,
    "demo/v1": `
Part 1:size:!i
Inner 1:depth:i 2:title:!s 3:tree:?Tree 4:notes:[s
Schema| 1::!b 2::?Tree
SchemaList| 1::?Tree 2::[!Tree
Tree 1:name:s 2:children:[Tree 3:extra:?Schema 4:items:?SchemaList
Widget* 1:metadata:!meta/v1.ObjectMeta 2:text:s 3:always:!s 4:pointer:?s 5:flag:b 6:count:i 7:big:l 8:bigs:[l 9:ratio:?d 10:blob:y 11:quantities:{q 12:since:!t 13:exact:!u 14:port:?o 15:object:!r 16:json:?j 17:verbs:!w 18:part:!Part 19:parts:[Part 20:required:[!s 21:^Inner 22:blobs:{y 23:extra:{w 24:partMap:{Part 25:until:?t 26:quantity:!q 27:root:?Tree
WidgetList* 1:metadata:!meta/v1.ListMeta 2:items:[@Widget
`,
  },
};

/** Metadata of which every field is set, as JSON. */
export const fullMetadata = {
  name: "blue",
  namespace: "shop",
  uid: "u-1",
  resourceVersion: "7",
  generation: 300,
  creationTimestamp: "2024-02-29T12:30:45Z",
  deletionTimestamp: "2024-03-01T00:00:00Z",
  labels: { app: "wéb", tier: "x" },
  ownerReferences: [{ kind: "Shop", name: "s", uid: "u-0", apiVersion: "demo.dev/v1" }],
  finalizers: ["demo.dev/clean"],
  managedFields: [{ manager: "one", fieldsV1: { "f:text": {} } }, { manager: "x".repeat(200) }],
} as const;

/** A widget of which every field is set, as JSON. */
export const fullWidget = {
  apiVersion: "demo.dev/v1",
  kind: "Widget",
  metadata: { name: "blue", creationTimestamp: "2024-02-29T12:30:45Z", labels: { app: "wéb", __proto__x: "" } },
  text: "héllo 👋",
  always: "yes",
  pointer: "",
  flag: true,
  count: -5,
  big: 4_294_967_301,
  bigs: [0, -1, 9_007_199_254_740_991],
  ratio: 0.5,
  blob: "AAEC/w==",
  quantities: { cpu: "500m", memory: "1Gi" },
  since: "1969-12-31T23:59:59Z",
  exact: "2024-02-29T12:30:45.000123Z",
  port: "http",
  object: { kind: "Any", list: [1, { a: null }] },
  json: [true],
  verbs: ["get", ""],
  part: { size: 0 },
  parts: [{ size: 1 }, { size: 0 }],
  required: ["a"],
  depth: 3,
  title: "inlined",
  tree: {
    name: "root",
    children: [{}, { name: "leaf", extra: true }],
    extra: { name: "x" },
    items: [{ name: "one" }, {}],
  },
  notes: ["inlined too"],
  blobs: { empty: "", one: "AQ==" },
  extra: { scopes: ["a", "b"], none: [] },
  partMap: { x: { size: 7 } },
  until: "9999-12-31T23:59:59Z",
  quantity: "0",
  root: { name: "r".repeat(150), children: [{ name: "c".repeat(50) }, { children: [{ name: "leaf" }] }] },
} as const;
