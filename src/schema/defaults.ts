import type { Scope } from "../model/index.ts";

/** What a definition that says nothing else gets. */
export interface SchemaDefaults {
  readonly scope: Scope;
  /** What every server does with custom resources. */
  readonly verbs: readonly string[];
}

/** What a resource is unless its definition says otherwise. */
export const schemaDefaults: SchemaDefaults = {
  scope: "Namespaced",
  verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
};
