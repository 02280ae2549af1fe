import type { StatusCause } from "../../../model/index.ts";
import { forbidden } from "../../crd/index.ts";
import type { Document } from "../document.ts";
import { fieldsOf, isGiven, itemsOf, textOf } from "./field-checks.ts";
import type { Fields } from "./places.ts";
import { decisions, lasting } from "./signing-request-rules.ts";

function conditionsOf(request: Fields): readonly Fields[] {
  return itemsOf(fieldsOf(request["status"])["conditions"]).map(fieldsOf);
}

function countOf(request: Fields, type: string): number {
  return conditionsOf(request).filter((condition) => condition["type"] === type).length;
}

/** What is wrong with a write of the status: it neither decides nor takes anything back, and a certificate stays. */
export function signedStatusCauses(next: Fields, old: Fields): readonly StatusCause[] {
  const added = decisions.filter((type) => countOf(next, type) > countOf(old, type));
  const [after, before] = [next, old].map((request) => textOf(fieldsOf(request["status"])["certificate"]));
  return [
    ...removalCauses(next, old),
    ...added.map((type) => forbidden("status.conditions", `updates may not add a condition of type "${type}"`)),
    ...(before === "" || after === before
      ? []
      : [forbidden("status.certificate", "updates may not modify existing certificate content")]),
  ];
}

/** What is wrong with a decision: no other is taken back by it. */
export function removalCauses(next: Fields, old: Fields): readonly StatusCause[] {
  return lasting
    .filter((type) => countOf(next, type) < countOf(old, type))
    .map((type) => forbidden("status.conditions", `updates may not remove a condition of type "${type}"`));
}

/** The request with the decisions that were made about it as they are, unless there are more or fewer of them now. */
export function withDecisions(request: Document, old: Document): Document {
  const made = new Map<Fields, Fields>();
  for (const type of decisions) {
    const [after, before] = [request, old].map((one) => conditionsOf(one).filter((each) => each["type"] === type));
    if (after?.length !== before?.length) continue;
    for (const [index, condition] of (after ?? []).entries()) made.set(condition, before?.[index] ?? condition);
  }
  return withConditions(request, (condition) => made.get(condition) ?? condition);
}

/** The request with the times of conditions that have none: since when one says the same, else now. */
export function withConditionTimes(request: Document, old: Document | undefined, now: string): Document {
  const same = Map.groupBy(conditionsOf(old ?? {}), sameness);
  return withConditions(request, (condition) => {
    const { lastUpdateTime, lastTransitionTime } = condition;
    if (isGiven(lastUpdateTime) && isGiven(lastTransitionTime)) return condition;
    const [before] = same.get(sameness(condition)) ?? [];
    return {
      ...condition,
      lastUpdateTime: lastUpdateTime ?? now,
      lastTransitionTime: lastTransitionTime ?? before?.["lastTransitionTime"] ?? now,
    };
  });
}

/** What conditions have in common that say the same. */
function sameness({ type, status }: Fields): string {
  return JSON.stringify([type, status]);
}

function withConditions(request: Document, change: (condition: Fields) => Fields): Document {
  const conditions = conditionsOf(request);
  if (conditions.length === 0) return request;
  return { ...request, status: { ...fieldsOf(request["status"]), conditions: conditions.map(change) } };
}
