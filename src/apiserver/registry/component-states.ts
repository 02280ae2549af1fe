import type { ObjectList } from "./contract.ts";
import { StatusError } from "./errors.ts";
import type { Filter } from "./selection.ts";

/** Where Kubernetes' old way to ask for the health of its parts would keep them. Nothing is kept there. */
export const componentCollection = "/componentstatuses";

/** The only part that there is here: the store, under the name of Kubernetes' own. */
const storeName = "etcd-0";

/** The state of a part of the server. */
export function componentState(name: string): Uint8Array {
  if (name !== storeName) throw StatusError.notFound({ group: "", plural: "componentstatus", kind: "" }, name);
  const conditions = [{ type: "Healthy", status: "True", message: "ok" }];
  return new TextEncoder().encode(
    JSON.stringify({ kind: "ComponentStatus", apiVersion: "v1", metadata: { name }, conditions }),
  );
}

/** The states of all parts that are chosen. */
export function componentStates(filter: Filter | undefined): ObjectList {
  const all = [componentState(storeName)];
  return { items: filter === undefined ? all : all.filter(filter) };
}
