import type { Clock } from "../../async/index.ts";
import { invalid } from "../crd/index.ts";
import type { Store } from "../storage/index.ts";
import type { ServedResource, Target } from "./contract.ts";
import { readDeleteOptions } from "./delete-options.ts";
import type { DeleteOptions } from "./delete-options.ts";
import { budgetInFlux, isBudgetOf, sparesIdlePods, spentBudget } from "./disruption-budget.ts";
import { decode } from "./document.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import { evictionKind } from "./part-resources.ts";
import { evictedPod, isBeyondBudgets, isEnding, isReadyPod } from "./pod-parts.ts";
import { assertPreconditions } from "./preconditions.ts";
import type { Schemas } from "./schemas.ts";
import { timestamp } from "./timestamp.ts";
import { keyOf } from "./writer.ts";
import type { Writer } from "./writer.ts";

/** What pods are evicted with. */
export interface EvictionOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly writer: Writer;
  readonly schemas: Schemas;
  /** Disruption budgets, where they are kept. */
  readonly budgets: ServedResource;
}

/** Why a pod may go. */
interface Ground {
  /** Whether it may only as it was when that was looked at: it could serve by now. */
  readonly isPresentState: boolean;
  /** The budget that lets it go for that. */
  readonly budget?: string;
}

/** Evicts pods, as far as their disruption budgets allow that. */
export class Eviction {
  readonly #options: EvictionOptions;

  constructor(options: EvictionOptions) {
    this.#options = options;
  }

  /** Lets a pod go. Throws 429 when that has to wait. */
  async evict(target: Target, eviction: Document, isTried: boolean): Promise<void> {
    const given = readDeleteOptions(eviction["deleteOptions"], this.#options.schemas.deleteOptions);
    assertOptions(target, given);
    const isDryRun = isTried || (given.dryRun ?? []).length > 0;
    const isDated = given.preconditions?.resourceVersion !== undefined;
    for (;;) {
      const pod = await this.#read(target);
      const ground = await this.#groundFor(target, pod, isDryRun);
      // What whoever evicts says of the version counts, but where a budget has looked at the pod.
      const isPinned = ground.isPresentState && (!isDated || ground.budget !== undefined);
      try {
        await this.#end(target, isPinned ? pinned(given, pod) : given, isDryRun);
        return;
      } catch (error) {
        if (isDated || !isPinned || !StatusError.is(error) || error.status.reason !== "Conflict") throw error;
        if (ground.budget !== undefined) throw budgetInFlux(ground.budget);
        // To ask again is of use where the pod has changed, and never where another was meant.
        assertPreconditions(target, pod.metadata, given);
      }
    }
  }

  async #read(target: Target): Promise<Document> {
    const stored = await this.#options.store.get(keyOf(target));
    if (stored === undefined) throw StatusError.notFound(target.served.resource, target.name);
    return decode(stored.bytes);
  }

  /** Throws when there is none. */
  async #groundFor({ namespace }: Target, pod: Document, isDryRun: boolean): Promise<Ground> {
    if (isBeyondBudgets(pod)) return { isPresentState: !isEnding(pod) };
    const { store, budgets, writer, clock } = this.#options;
    const { objects } = await store.scan({ collection: budgets.collection, namespace });
    const own = objects.map(({ bytes }) => decode(bytes)).filter((budget) => isBudgetOf(budget, pod));
    if (own.length > 1) {
      throw StatusError.withoutReason(
        "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
      );
    }
    for (const budget of own) {
      const { name } = budget.metadata;
      if (!isReadyPod(pod) && sparesIdlePods(budget)) return { isPresentState: true, budget: name };
      const target = { served: budgets, namespace, name, subresource: "status" };
      const spent = (old: Document): Document => spentBudget(old, pod, timestamp(clock));
      await writer.update(target, spent, { isDryRun, manager: "kube-apiserver" });
    }
    return { isPresentState: false };
  }

  /** Writes down why a pod goes, and lets it go. */
  async #end(target: Target, options: DeleteOptions, isDryRun: boolean): Promise<void> {
    const { writer, clock } = this.#options;
    if (isDryRun) {
      await writer.delete(target, options, { isDryRun });
      return;
    }
    const { current, bytes } = await writer.replace(target, (old) => {
      assertPreconditions(target, old.metadata, options);
      return evictedPod(old, timestamp(clock));
    });
    const isVersionGiven = options.preconditions?.resourceVersion !== undefined;
    if (current !== undefined) await writer.delete(target, isVersionGiven ? pinned(options, decode(bytes)) : options);
  }
}

function assertOptions({ name }: Target, given: DeleteOptions): void {
  if (given.ignoreStoreReadErrorWithClusterBreakingPotential !== true) return;
  const field = "deleteOptions.ignoreStoreReadErrorWithClusterBreakingPotential";
  const why = "can not be set for pod eviction, try after removing the option";
  throw StatusError.invalid(evictionKind.resource, name, [invalid(field, true, why)]);
}

/** The options for the pod in this version, and no other. */
function pinned(options: DeleteOptions, { metadata: { resourceVersion } }: Document): DeleteOptions {
  const version = resourceVersion === undefined ? {} : { resourceVersion };
  return { ...options, preconditions: { ...options.preconditions, ...version } };
}
