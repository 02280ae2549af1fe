import { deepEqual } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { invalid } from "../../crd/index.ts";
import { conditions } from "./condition-checks.ts";
import { among, fieldsOf, from, isGiven, members, optional } from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import type { Fields } from "./places.ts";
import { labelSelector } from "./selector-checks.ts";

const noNumber =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

/** A number of pods, or a share of them. */
const share: FieldCheck = (value, field) => {
  if (typeof value !== "string") return from(0, "must be greater than or equal to 0")(value, field);
  if (!/^[0-9]+%$/.test(value)) return [invalid(field, value, noNumber)];
  return Number(value.slice(0, -1)) > 100 ? [invalid(field, value, "must not be greater than 100%")] : [];
};

const count: FieldCheck = from(0, "must be greater than or equal to 0");

const spec: FieldCheck = (value, field) => {
  const { minAvailable, maxUnavailable } = fieldsOf(value);
  const isBoth = isGiven(minAvailable) && isGiven(maxUnavailable);
  return [
    ...(isBoth ? [invalid(field, value, "minAvailable and maxUnavailable cannot be both set")] : []),
    ...members({
      minAvailable: optional(share),
      maxUnavailable: optional(share),
      selector: labelSelector,
      unhealthyPodEvictionPolicy: optional(among(["AlwaysAllow", "IfHealthyBudget"])),
    })(value, field),
  ];
};

const status: FieldCheck = members({
  conditions,
  disruptionsAllowed: count,
  currentHealthy: count,
  desiredHealthy: count,
  expectedPods: count,
});

/** What is wrong with how many pods may be away. A status is looked at when it is written. */
export function budgetCauses(next: Fields, old: Fields | undefined): readonly StatusCause[] {
  const isStatus = old !== undefined && !deepEqual(next["status"], old["status"]);
  return isStatus ? status(next["status"], "status") : spec(next["spec"], "spec");
}
