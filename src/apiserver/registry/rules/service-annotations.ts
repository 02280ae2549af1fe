import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid } from "../../crd/index.ts";
import { addressRange } from "./address-checks.ts";
import { fieldsOf, itemsOf, textOf } from "./field-checks.ts";
import type { Fields } from "./places.ts";
import { ofBalancers } from "./service-checks.ts";

const mode = "service.kubernetes.io/topology-mode";
const hints = "service.kubernetes.io/topology-aware-hints";
const ranges = "service.beta.kubernetes.io/load-balancer-source-ranges";

/** Of how many wrong ranges is told: each takes a comma to send, and a sentence to answer. */
const mostWrongRanges = 16;

/** The old and the new name of one annotation say the same. */
export function topologyCauses(service: Fields): readonly StatusCause[] {
  const { [mode]: current, [hints]: former } = annotationsOf(service);
  if (current === undefined || former === undefined || current === former) return [];
  return [
    invalid(`metadata.annotations[${mode}]`, current, `must match annotations[${hints}] when both are specified`),
  ];
}

/**
 * Who may reach a service, where only the annotation says it. What was there before is not looked at again. Only the first wrong ranges are told,
 * where Kubernetes tells all of them.
 */
export function sourceRangeCauses(service: Fields, old: Fields | undefined): readonly StatusCause[] {
  const spec = fieldsOf(service["spec"]);
  const given = annotationsOf(service)[ranges];
  if (given === undefined || itemsOf(spec["loadBalancerSourceRanges"]).length > 0) return [];
  const field = `metadata.annotations[${ranges}]`;
  const isOld = old !== undefined && annotationsOf(old)[ranges] === given;
  const texts = isOld || textOf(given).trim() === "" ? [] : textOf(given).split(",");
  return [...(spec["type"] === "LoadBalancer" ? [] : [forbidden(field, ofBalancers)]), ...rangeCauses(texts, field)];
}

function rangeCauses(texts: readonly string[], field: string): readonly StatusCause[] {
  const causes: StatusCause[] = [];
  for (const text of texts) {
    causes.push(...addressRange(text.trim(), field));
    if (causes.length >= mostWrongRanges) break;
  }
  return causes;
}

function annotationsOf(service: Fields): Fields {
  return fieldsOf(fieldsOf(service["metadata"])["annotations"]);
}
