import { parseFieldSelector, parseSelector } from "../model/index.ts";
import type { FieldSelector, KubeObject, Selector } from "../model/index.ts";
import { labelsOf } from "./identity.ts";
import type { ListRequest, ListWatch, WatchRequest } from "./list-watch.ts";
import { watchBatches } from "./watch-batches.ts";

/** Which objects of a collection. */
export interface InformerScope {
  /** Absent: all. */
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | Selector | undefined;
  readonly fieldSelector?: string | FieldSelector | undefined;
}

/** Changes what is asked of the server: the last word on each request of an informer. */
export interface RequestTweak {
  list?(request: ListRequest): ListRequest;
  watch?(request: WatchRequest): WatchRequest;
}

/** The source with selectors, and then the tweak, on each request. */
export function narrowed<T extends KubeObject>(
  source: ListWatch<T>,
  { labelSelector, fieldSelector }: InformerScope,
  tweak: RequestTweak = {},
): ListWatch<T> {
  const selectors = { ...(labelSelector && { labelSelector }), ...(fieldSelector && { fieldSelector }) };
  const narrowWatch = (request: WatchRequest): WatchRequest => {
    const narrow = { ...request, ...selectors };
    return tweak.watch?.(narrow) ?? narrow;
  };
  return {
    streamsLists: source.streamsLists,
    list(request) {
      const narrow = { ...request, ...selectors };
      return source.list(tweak.list?.(narrow) ?? narrow);
    },
    watch: (request) => source.watch(narrowWatch(request)),
    watchBatches: (request) => watchBatches(source, narrowWatch(request)),
    ...(source.inNamespace && { inNamespace: source.inNamespace.bind(source) }),
  };
}

/** Whether an object is one of those meant. `undefined`: only the server knows. */
export type ScopeTest = (object: KubeObject) => boolean | undefined;

/** Tests objects for a scope as far as that can be done here. Throws an `InvalidInputError` for a selector that can't be parsed. */
export function scopeTest({ namespace, labelSelector, fieldSelector }: InformerScope = {}): ScopeTest {
  const labels = typeof labelSelector === "string" ? parseSelector(labelSelector) : labelSelector;
  const fields = typeof fieldSelector === "string" ? parseFieldSelector(fieldSelector) : fieldSelector;
  return (object) => {
    if (namespace !== undefined && namespace !== "" && object.metadata.namespace !== namespace) return false;
    if (labels !== undefined && !labels.matches(labelsOf(object))) return false;
    return fields === undefined || fields.isEverything ? true : undefined;
  };
}
