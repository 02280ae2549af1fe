import { milliAmounts } from "./milli-amounts.ts";
import type { Rule } from "./rule.ts";

/** What is told of amounts in a claim of a volume is kept in thousandths. */
export const claimAmounts: readonly Rule[] = milliAmounts(
  "spec.resources.limits",
  "spec.resources.requests",
  "status.capacity",
  "status.allocatedResources",
);
