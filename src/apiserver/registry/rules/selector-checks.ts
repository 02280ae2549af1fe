import { getOwn } from "../../../model/index.ts";
import { required } from "../../crd/index.ts";
import { isGiven, items, itemsOf, members } from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import type { Fields } from "./places.ts";
import { typeChecks } from "./type-checks.ts";

function typed(name: keyof typeof typeChecks, value: unknown, field: string): ReturnType<FieldCheck> {
  const generic = (member: string): ReturnType<FieldCheck> =>
    itemsOf(getOwn(value as Fields, member)).flatMap((item, index) =>
      typed("meta.v1.LabelSelectorRequirement", item, `${field}.${member}[${index}]`),
    );
  return isGiven(value) ? (typeChecks[name]?.(value as Fields, field, generic) ?? []) : [];
}

/** What is wrong with a selector of labels. */
export const labelSelector: FieldCheck = (value, field) => typed("meta.v1.LabelSelector", value, field);

const nodeRequirement: FieldCheck = (value, field) => typed("core.v1.NodeSelectorRequirement", value, field);

/** What is wrong with a selector of nodes. */
export const nodeSelector: FieldCheck = members({
  nodeSelectorTerms: (value, field) =>
    itemsOf(value).length === 0
      ? [required(field, "must have at least one node selector term")]
      : items(members({ matchExpressions: items(nodeRequirement), matchFields: items(nodeRequirement) }))(value, field),
});
