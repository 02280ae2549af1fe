/**
 * The verbs of the API server, the same for every resource: what may be written, what the server fills in, what a reader and a watcher see.
 *
 * Promised: a write happens whole or is refused with the `Status` that Kubernetes gives; a write that changes nothing makes no version and
 * no event; a list and the watch that goes on from it miss nothing; a resource of a CustomResourceDefinition is served when the write that
 * made it has been answered.
 *
 * Not promised: all that Kubernetes checks of built-in kinds. Knows no HTTP.
 *
 * @module
 */
export { readAsKept } from "./autoscaler-versions.ts";
export type {
  Catalog,
  ListOptions,
  ObjectList,
  PatchType,
  Rights,
  ServedResource,
  Target,
  Verbs,
  WatchFrame,
  WatchOptions,
  WriteAnswer,
  WriteOptions,
} from "./contract.ts";
export { initialEventsEnd } from "./contract.ts";
export { maxFieldManagerBytes, serviceAddressPrefix } from "./defaults.ts";
export { dryRunCauses } from "./dry-run.ts";
export { StatusError } from "./errors.ts";
export { goJsonProblem } from "./go-json-problem.ts";
export { isPlainManager, managerCauses } from "./manager-checks.ts";
export { wholeOf } from "./read-as.ts";
export { shownStart } from "./read-document.ts";
export { Registry } from "./registry.ts";
export { textCollections } from "./strategy.ts";
export { assertSubresource, servedSubresources, subresourceVerbs } from "./subresources.ts";
export { timestamp } from "./timestamp.ts";
