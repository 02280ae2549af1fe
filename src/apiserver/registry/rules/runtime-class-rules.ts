import { deepEqual } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { invalid } from "../../crd/index.ts";
import { fieldsOf, itemsOf, label, members, needed, optional, repeats, textOf } from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import { labels } from "./label-checks.ts";
import type { Fields } from "./places.ts";
import { resourceCauses } from "./resource-checks.ts";
import { tolerationCauses } from "./scheduling-checks.ts";

/** Messages show tolerations with the names that Go has for their members. */
function shown({ key, operator, value, effect, tolerationSeconds }: Fields): object {
  return {
    Key: textOf(key),
    Operator: textOf(operator),
    Value: textOf(value),
    Effect: textOf(effect),
    TolerationSeconds: tolerationSeconds ?? null,
  };
}

const tolerations: FieldCheck = (value, field) => {
  const all = itemsOf(value).map(fieldsOf);
  const shapes = all.map((one) => JSON.stringify(shown(one)));
  const again = repeats(shapes);
  return [
    ...all.flatMap((one, index) => tolerationCauses(one, `${field}[${index}]`)),
    ...shapes.flatMap((shape, index) =>
      again.has(index)
        ? [{ reason: "FieldValueDuplicate", message: `Duplicate value: ${shape}`, field: `${field}[${index}]` }]
        : [],
    ),
  ];
};

// Messages tell what a pod costs besides its containers as the limits of one.
const overhead: FieldCheck = (value, field) => resourceCauses({ limits: fieldsOf(value)["podFixed"] }, { field });

/** What is wrong with a way to run pods. Who runs them stays. */
export function runtimeClassCauses(next: Fields, old: Fields | undefined): readonly StatusCause[] {
  const isMoved = old !== undefined && !deepEqual(next["handler"], old["handler"]);
  return [
    ...members({
      handler: needed(label),
      overhead: optional(overhead),
      scheduling: optional(members({ nodeSelector: labels, tolerations })),
    })(next, ""),
    ...(isMoved ? [invalid("handler", next["handler"] ?? "", "field is immutable")] : []),
  ];
}
