import type { Document } from "../document.ts";
import type { KindRules } from "../kind-rules.ts";
import { fieldsOf, from, members, optional } from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";

const spec: FieldCheck = members({
  leaseDurationSeconds: optional(from(1, "must be greater than 0")),
  leaseTransitions: optional(from(0, "must be greater than or equal to 0")),
});

/** How holders are chosen together is not kept: the feature is off, as it is in Kubernetes. */
function withoutStrategy(lease: Document): Document {
  const { strategy, preferredHolder, ...rest } = fieldsOf(lease["spec"]);
  return strategy === undefined && preferredHolder === undefined ? lease : { ...lease, spec: rest };
}

/** Leases. */
export const leaseRules: KindRules = {
  created: withoutStrategy,
  updated: withoutStrategy,
  check: (next) => spec(next["spec"], "spec"),
};
