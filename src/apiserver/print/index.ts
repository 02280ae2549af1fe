/**
 * The tables of `kubectl get`: columns and cells of each kind.
 *
 * Promised: the columns of every built-in kind, and the cells that Kubernetes puts in them; the columns that a CustomResourceDefinition
 * names. A cell never fails. Not promised: the descriptions of columns of built-in kinds, which are left empty.
 *
 * @module
 */
export { customTableKind } from "./custom-columns.ts";
export { tableKindOf } from "./table-kind.ts";
export type { TableKind } from "./table-kind.ts";
