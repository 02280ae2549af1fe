/**
 * What the server tells clients of what it serves: groups, versions, resources and their parts, in the old form and in the aggregated one.
 *
 * Promised: what is told is what is served, at once when a definition changes; the order is Kubernetes'. Not promised: parts that Kubernetes
 * has and this server does not serve, such as `pods/exec`.
 *
 * @module
 */
export { aggregatedCore, aggregatedForm, aggregatedGroups } from "./aggregated-discovery.ts";
export { ServedCache } from "./served-cache.ts";
export { coreVersions, groupDocument, groupList, resourceList } from "./legacy-discovery.ts";
export { servedGroups } from "./served-groups.ts";
export { servedParts } from "./served-part.ts";
export type { ServedPart } from "./served-part.ts";
