import { parseQuantity } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid } from "../../crd/index.ts";
import { isGiven, partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { containersTotal } from "./pod-resources.ts";
import type { AmountsKind } from "./pod-resources.ts";
import { isHuge, resourceCauses } from "./resource-checks.ts";

/** What is wrong with the resources of a pod as a whole, alone and beside those of its containers. */
export function podResourceCauses(spec: Fields, field: string, claims: readonly string[]): readonly StatusCause[] {
  const resources = partAt(spec, "resources");
  if (resources === undefined) return [];
  if (textAt(partAt(spec, "os") ?? {}, "name") === "windows") {
    return [forbidden(field, "may not be set for a windows pod")];
  }
  return [
    ...(isGiven(resources, "claims")
      ? [forbidden(`${field}.claims`, "claims may not be set for Resources at pod-level")]
      : []),
    ...resourceCauses(resources, { field, isPod: true, claims }),
    ...totalCauses(spec, "requests", { field, isMeant: () => true }),
    ...totalCauses(spec, "limits", { field, isMeant: isHuge }),
    ...containerCauses(spec, field),
  ];
}

function ofPod(spec: Fields, kind: AmountsKind): Fields {
  return partAt(partAt(spec, "resources") ?? {}, kind) ?? {};
}

/** A pod has at least what its containers have together. */
function totalCauses(
  spec: Fields,
  kind: AmountsKind,
  { field, isMeant }: { readonly field: string; readonly isMeant: (name: string) => boolean },
): readonly StatusCause[] {
  const own = ofPod(spec, kind);
  return [...containersTotal(spec, kind)].flatMap(([name, total]) => {
    const text = Object.hasOwn(own, name) && isMeant(name) ? String(own[name]) : undefined;
    if (text === undefined || total.compare(parseQuantity(text)) <= 0) return [];
    const words = `must be greater than or equal to aggregate container ${kind} of ${total.toString()}`;
    return [invalid(`${field}.${kind}[${name}]`, text, words)];
  });
}

/** No container may use more than its pod. */
function containerCauses(spec: Fields, field: string): readonly StatusCause[] {
  const own = ofPod(spec, "limits");
  return partsAt(spec, "containers").flatMap((container, index) =>
    Object.entries(ofPod(container, "limits")).flatMap(([name, limit]) => {
      const [text, most] = [String(limit), Object.hasOwn(own, name) ? String(own[name]) : undefined];
      if (most === undefined || parseQuantity(text).compare(parseQuantity(most)) <= 0) return [];
      const words = `must be less than or equal to pod limits of ${most}`;
      return [invalid(`${field}.containers[${index}][${name}].limits`, text, words)];
    }),
  );
}
