import { deepEqual } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, required } from "../../crd/index.ts";
import { numberAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { paddedImage } from "./container-checks.ts";
import { gatedUpdateCauses, withOldNodes } from "./pod-gated-update.ts";
import { tolerationCauses } from "./scheduling-checks.ts";

const fixed =
  "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

/** What is wrong with the change of the spec of a pod. Who adds or removes containers is told nothing else. */
export function podUpdateCauses(next: Fields, old: Fields): readonly StatusCause[] {
  const lists = ["containers", "initContainers"];
  const different = lists.find((list) => partsAt(next, list).length !== partsAt(old, list).length);
  const images = lists
    .slice(0, different === undefined ? 2 : lists.indexOf(different))
    .flatMap((list) =>
      partsAt(next, list).flatMap((container, index) => imageCauses(container, `spec.${list}[${index}]`)),
    );
  if (different !== undefined) {
    return [...images, forbidden(`spec.${different}`, "pod updates may not add or remove containers")];
  }
  const [after, before] = [numberAt(next, "activeDeadlineSeconds"), numberAt(old, "activeDeadlineSeconds")];
  const at = "spec.activeDeadlineSeconds";
  if (after !== undefined && (after < 0 || after > 2_147_483_647)) {
    return [...images, invalid(at, after, "must be between 0 and 2147483647, inclusive")];
  }
  if (after !== undefined && before !== undefined && before < after) {
    return [...images, invalid(at, after, "must be less than or equal to previous value")];
  }
  return [
    ...images,
    ...(after === undefined && before !== undefined
      ? [invalid(at, null, "must not update from a positive integer to nil value")]
      : []),
    ...tolerationsCauses(next, old),
    ...gatesCauses(next, old),
    ...gatedUpdateCauses(next, old),
    ...(deepEqual(lasting(next, old), lasting(old, old)) ? [] : [forbidden("spec", fixed)]),
  ];
}

function imageCauses(container: Fields, at: string): readonly StatusCause[] {
  return textAt(container, "image") === "" ? [required(`${at}.image`)] : paddedImage(container, at);
}

/** Tolerations are added; of those that there are only the time may change. */
function tolerationsCauses(next: Fields, old: Fields): readonly StatusCause[] {
  const lastingOf = ({ tolerationSeconds: _seconds, ...rest }: Fields): Fields => rest;
  const given = partsAt(next, "tolerations");
  const isKept = partsAt(old, "tolerations").every((one) =>
    given.some((other) => deepEqual(lastingOf(one), lastingOf(other))),
  );
  if (!isKept) {
    return [forbidden("spec.tolerations", "existing toleration can not be modified except its tolerationSeconds")];
  }
  return given.flatMap((one, index) => tolerationCauses(one, `spec.tolerations[${index}]`));
}

/** Gates are only opened. */
function gatesCauses(next: Fields, old: Fields): readonly StatusCause[] {
  const before = partsAt(old, "schedulingGates").map((gate) => textAt(gate, "name"));
  return partsAt(next, "schedulingGates").flatMap((gate, index) => {
    const name = textAt(gate, "name");
    if (before.includes(name)) return [];
    const words = `only deletion is allowed, but found new scheduling gate '${name}'`;
    return [forbidden(`spec.schedulingGates[${index}].name`, words)];
  });
}

const changeable: readonly string[] = ["activeDeadlineSeconds", "schedulingGates", "tolerations"];

/** What of a spec stays, as it would be with what may change. A pod that still waits may be told more of its nodes. */
function lasting(given: Fields, old: Fields): object {
  const isGated = partsAt(old, "schedulingGates").length > 0;
  const spec = isGated ? withOldNodes(given, old) : given;
  const grace = numberAt(old, "terminationGracePeriodSeconds") ?? 0;
  const isMended = grace < 0 && numberAt(spec, "terminationGracePeriodSeconds") === 1;
  const rest = Object.entries(spec).filter(([name]) => !changeable.includes(name));
  const imageless = (list: string): readonly Fields[] =>
    partsAt(spec, list).map(({ image: _image, ...container }) => container);
  return {
    ...Object.fromEntries(rest),
    ...(isMended ? { terminationGracePeriodSeconds: grace } : {}),
    containers: imageless("containers"),
    initContainers: imageless("initContainers"),
  };
}
