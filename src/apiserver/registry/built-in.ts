import type { Resource } from "../../model/index.ts";
import * as admissionregistration from "../../types/admissionregistration/v1/index.ts";
import * as apiextensions from "../../types/apiextensions/v1/index.ts";
import * as apiregistration from "../../types/apiregistration/v1/index.ts";
import * as apps from "../../types/apps/v1/index.ts";
import * as authentication from "../../types/authentication/v1/index.ts";
import * as authorization from "../../types/authorization/v1/index.ts";
import * as autoscalingV1 from "../../types/autoscaling/v1/index.ts";
import * as autoscalingV2 from "../../types/autoscaling/v2/index.ts";
import * as batch from "../../types/batch/v1/index.ts";
import * as certificates from "../../types/certificates/v1/index.ts";
import * as coordination from "../../types/coordination/v1/index.ts";
import * as core from "../../types/core/v1/index.ts";
import * as discovery from "../../types/discovery/v1/index.ts";
import * as events from "../../types/events/v1/index.ts";
import * as flowcontrol from "../../types/flowcontrol/v1/index.ts";
import * as networking from "../../types/networking/v1/index.ts";
import * as node from "../../types/node/v1/index.ts";
import * as policy from "../../types/policy/v1/index.ts";
import * as rbac from "../../types/rbac/v1/index.ts";
import * as resource from "../../types/resource/v1/index.ts";
import * as scheduling from "../../types/scheduling/v1/index.ts";
import * as storage from "../../types/storage/v1/index.ts";
import type { ServedResource } from "./contract.ts";

/** In the order in which groups are told. Of two versions of a resource the first is the one in which it is kept. */
const modules: readonly Readonly<Record<string, unknown>>[] = [
  core,
  apiregistration,
  apps,
  events,
  authentication,
  authorization,
  autoscalingV2,
  autoscalingV1,
  batch,
  certificates,
  networking,
  policy,
  rbac,
  storage,
  admissionregistration,
  apiextensions,
  scheduling,
  coordination,
  node,
  discovery,
  resource,
  flowcontrol,
];

/**
 * The resources of Kubernetes itself: those that keep objects, bindings and the states of components, which do not, and the reviews, which
 * only answer and never come as far as the verbs. Read in another version, an object differs in `apiVersion` only; the two kinds of events are
 * kept apart.
 */
export const builtInResources: readonly ServedResource[] = collect();

/** Where the objects of a resource are kept, whatever its version. */
export function collectionOf({ group, plural }: Pick<Resource, "group" | "plural">): string {
  return `${group}/${plural}`;
}

function collect(): readonly ServedResource[] {
  const seen = new Set<string>();
  return modules
    .flatMap((module) => Object.values(module) as readonly Resource[])
    .map((found) => {
      const collection = collectionOf(found);
      const isStorageVersion = !seen.has(collection);
      seen.add(collection);
      return { resource: found, collection, isCustom: false, isStorageVersion };
    });
}
