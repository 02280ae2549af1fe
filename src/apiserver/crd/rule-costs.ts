import type { StatusCause } from "../../model/index.ts";
import { forbidden } from "./causes.ts";
import { maxRuleCost, maxSchemaCost } from "./defaults.ts";

interface RuleCost {
  readonly field: string;
  readonly cost: number;
}

/** Adds up what all rules of a schema cost at most. */
export class RuleCosts {
  readonly #isUnchanged: boolean;
  #total = 0;
  readonly #costs: RuleCost[] = [];

  /** `isUnchanged`: the rules were there before, and none is refused for itself. */
  constructor({ isUnchanged }: { readonly isUnchanged: boolean }) {
    this.#isUnchanged = isUnchanged;
  }

  /** What is wrong with the cost of one rule. */
  observe(field: string, cost: number, what = "rule"): readonly StatusCause[] {
    this.#total += cost;
    // What costs next to nothing is not worth being named.
    if (cost >= maxSchemaCost / 100) this.#costs.push({ field, cost });
    if (this.#isUnchanged || cost <= maxRuleCost) return [];
    return [forbidden(field, costProblem(`estimated ${what} cost`, cost / maxRuleCost))];
  }

  /** What is wrong with the cost of all together. */
  causes(path: string): readonly StatusCause[] {
    if (this.#total <= maxSchemaCost) return [];
    const rule = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
    const top = this.#costs.toSorted((one, other) => other.cost - one.cost).slice(0, 4);
    const what = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
    return [
      ...top.map(({ field }) => forbidden(field, rule)),
      forbidden(path, costProblem(what, this.#total / maxSchemaCost)),
    ];
  }
}

function costProblem(what: string, factor: number): string {
  const short = factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`;
  const advice =
    "(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)";
  return `${what} exceeds budget by factor of ${factor > 100 ? "more than 100x" : short} ${advice}`;
}
