import { deepEqual } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { invalid } from "../../crd/index.ts";
import { listAt, partAt, partsAt } from "./members.ts";
import type { Fields } from "./places.ts";

/** What is wrong with what a pod that still waits is told of its nodes: conditions are added, and none is taken away. */
export function gatedUpdateCauses(next: Fields, old: Fields): readonly StatusCause[] {
  if (partsAt(old, "schedulingGates").length === 0) return [];
  return [...selectorCauses(next, old), ...affinityCauses(next, old)];
}

/** The spec of a pod that still waits with the conditions for its nodes that it had, whatever else is to change. */
export function withOldNodes(spec: Fields, old: Fields): Fields {
  const { nodeSelector: _selector, affinity: _affinity, ...rest } = spec;
  const [nodeSelector, nodeAffinity] = [old["nodeSelector"], (partAt(old, "affinity") ?? {})["nodeAffinity"]];
  const { nodeAffinity: _nodes, ...others } = partAt(spec, "affinity") ?? {};
  const affinity = { ...others, ...(nodeAffinity === undefined ? {} : { nodeAffinity }) };
  return {
    ...rest,
    ...(nodeSelector === undefined ? {} : { nodeSelector }),
    ...(Object.keys(affinity).length === 0 ? {} : { affinity }),
  };
}

function selectorCauses(next: Fields, old: Fields): readonly StatusCause[] {
  const [after, before] = [partAt(next, "nodeSelector"), partAt(old, "nodeSelector") ?? {}];
  const isKept = Object.entries(before).every(([key, value]) => (after ?? {})[key] === value);
  const words = "only additions to spec.nodeSelector are allowed (no mutations or deletions)";
  return isKept ? [] : [invalid("spec.nodeSelector", after ?? null, words)];
}

const terms = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms";

function affinityCauses(next: Fields, old: Fields): readonly StatusCause[] {
  const [after, before] = [termsOf(next), termsOf(old)];
  if (before.length === 0) return [];
  if (after.length !== before.length) {
    const words = "no additions/deletions to non-empty NodeSelectorTerms list are allowed";
    return [invalid(terms, after.length === 0 ? null : after, words)];
  }
  return after.flatMap((term, index) =>
    isExtended(term, before[index] ?? {})
      ? []
      : [invalid(`${terms}[${index}]`, term, "only additions are allowed (no mutations or deletions)")],
  );
}

function termsOf(spec: Fields): readonly Fields[] {
  const nodes = partAt(partAt(spec, "affinity") ?? {}, "nodeAffinity") ?? {};
  return partsAt(partAt(nodes, "requiredDuringSchedulingIgnoredDuringExecution") ?? {}, "nodeSelectorTerms");
}

/** A term that asks for nothing chooses no node, and goes on to choose none. */
function isExtended(term: Fields, old: Fields): boolean {
  const lists = ["matchExpressions", "matchFields"];
  const isEmpty = (one: Fields): boolean => lists.every((list) => listAt(one, list).length === 0);
  if (isEmpty(old)) return isEmpty(term);
  return lists.every((list) => {
    const before = listAt(old, list);
    return deepEqual(listAt(term, list).slice(0, before.length), before);
  });
}
