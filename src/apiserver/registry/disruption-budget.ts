import { exactIntegerText, getOwn, selectorFromLabelSelector } from "../../model/index.ts";
import type { ExactInteger, LabelSelector } from "../../model/index.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import { generationOf } from "./generation.ts";
import { valueAt } from "./value-at.ts";

/** So many pods may be about to go before whoever keeps the budget has seen any of them gone. */
const maxDisruptedPods = 2000;

interface BudgetCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly observedGeneration?: number | ExactInteger;
  readonly lastTransitionTime?: string;
}

/** What a disruption budget knows of its pods. What is not told is none. */
interface BudgetStatus {
  readonly observedGeneration: number | ExactInteger;
  readonly disruptionsAllowed: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly conditions: readonly BudgetCondition[];
  readonly disruptedPods: Readonly<Record<string, string>>;
}

/** Whether a disruption budget is about a pod. */
export function isBudgetOf(budget: Document, pod: Document): boolean {
  const selector = valueAt(budget, ["spec", "selector"]) as LabelSelector | undefined;
  return selectorFromLabelSelector(selector).matches(pod.metadata.labels ?? {});
}

/** Whether a pod that does not serve may go without being counted: always, or while enough others serve. */
export function sparesIdlePods(budget: Document): boolean {
  if (valueAt(budget, ["spec", "unhealthyPodEvictionPolicy"]) === "AlwaysAllow") return true;
  const { currentHealthy, desiredHealthy } = statusOf(budget);
  return currentHealthy >= desiredHealthy && desiredHealthy > 0;
}

/** The budget after one disruption more. Throws 429 when it allows none. */
export function spentBudget(budget: Document, pod: Document, now: string): Document {
  const { name } = budget.metadata;
  const status = statusOf(budget);
  if (BigInt(exactIntegerText(status.observedGeneration) ?? 0) < generationOf(budget.metadata))
    throw budgetInFlux(name);
  if (status.disruptionsAllowed < 0) throw forbidden(name, "pdb disruptions allowed is negative");
  if (Object.keys(status.disruptedPods).length > maxDisruptedPods) {
    throw forbidden(name, "DisruptedPods map too big - too many evictions not confirmed by PDB controller");
  }
  if (status.disruptionsAllowed === 0) throw tooMany(`The disruption budget ${name} ${whyNone(status)}`);
  const disruptionsAllowed = status.disruptionsAllowed - 1;
  return {
    ...budget,
    status: {
      ...(getOwn(budget, "status") as object | undefined),
      disruptionsAllowed,
      disruptedPods: { ...status.disruptedPods, [pod.metadata.name]: now },
      ...(disruptionsAllowed === 0 ? { conditions: withNoneAllowed(status, now) } : {}),
    },
  };
}

/** Whoever evicts should ask again: what the budget says is not yet, or no longer, about the pods as they are. */
export function budgetInFlux(name: string): StatusError {
  return tooMany(`The disruption budget ${name} is still being processed by the server.`, 10);
}

function statusOf(budget: Document): BudgetStatus {
  const none = { observedGeneration: 0, disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0 };
  const given = getOwn(budget, "status") as Partial<BudgetStatus> | undefined;
  return { ...none, conditions: [], disruptedPods: {}, ...given };
}

const allowance = "DisruptionAllowed";

function whyNone({ conditions, currentHealthy, desiredHealthy }: BudgetStatus): string {
  const refusal = conditions.find(({ type }) => type === allowance);
  const { status, reason = "", message = "" } = refusal ?? {};
  const isTold = status === "False" && message !== "";
  // Where the numbers could not be found out they tell nothing.
  if (isTold && reason === "SyncFailed") {
    return `does not allow evicting pods currently because it failed sync: ${message}`;
  }
  if (currentHealthy <= desiredHealthy)
    return `needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  return `does not allow evicting pods currently${isTold ? ` (${reason}): ${message}` : ""}`;
}

/** The conditions when nothing more is allowed. */
function withNoneAllowed({ conditions, observedGeneration }: BudgetStatus, now: string): readonly BudgetCondition[] {
  const known = conditions.find(({ type }) => type === allowance);
  const condition: BudgetCondition = {
    type: allowance,
    status: "False",
    ...(observedGeneration === 0 ? {} : { observedGeneration }),
    lastTransitionTime: known?.status === "False" ? (known.lastTransitionTime ?? now) : now,
    reason: "InsufficientPods",
    message: "",
  };
  if (known === undefined) return [...conditions, condition];
  return conditions.map((one) => (one === known ? condition : one));
}

function forbidden(name: string, because: string): StatusError {
  return StatusError.forbidden({ group: "policy", plural: "poddisruptionbudget" }, name, { because });
}

function tooMany(message: string, retryAfterSeconds?: number): StatusError {
  return new StatusError("TooManyRequests", "Cannot evict pod as it would violate the pod's disruption budget.", {
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    causes: [{ reason: "DisruptionBudget", message }],
  });
}
