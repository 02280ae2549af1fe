import type { ObjectMeta } from "../../model/index.ts";
import type { ProtobufTables } from "./tables.ts";

/** What keys, selectors, predicates, owner mapping and indexes need of an object. */
export type ProtobufMetadata = Pick<
  ObjectMeta,
  | "name"
  | "namespace"
  | "uid"
  | "resourceVersion"
  | "generation"
  | "deletionTimestamp"
  | "labels"
  | "ownerReferences"
  | "finalizers"
>;

/** Tables that know no more of an object than its metadata, and of that no more than is scanned. All kinds have it in the same place. */
export const scanTables: ProtobufTables = {
  versions: {},
  packages: {
    scan: `
Object 1:metadata:!ObjectMeta
ObjectMeta 1:name:!s 3:namespace:s 5:uid:s 6:resourceVersion:s 7:generation:l 9:deletionTimestamp:?t 11:labels:{s 13:ownerReferences:[OwnerReference 14:finalizers:[s
OwnerReference 1:kind:!s 3:name:!s 4:uid:!s 5:apiVersion:!s 6:controller:?b 7:blockOwnerDeletion:?b
`,
  },
};
