import { deepEqual, qualifiedNameProblems } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import type { Namespace } from "../../types/core/v1/index.ts";
import { invalid, typeProblem } from "../crd/index.ts";
import type { Document } from "./document.ts";
import type { KindRules } from "./kind-rules.ts";

const nameLabel = "kubernetes.io/metadata.name";

/** Namespaces end in two steps: their finalizers in `spec` are removed through a subresource of their own, when everything in them is gone. */
export const namespaceRules: Readonly<KindRules> = Object.freeze<KindRules>({
  typeProblem: (document) =>
    typeProblem(document, { spec: { finalizers: ["string"] }, status: { phase: "string" } }, "Namespace"),
  created: (document) => {
    const given = finalizersOf(document);
    const finalizers = given.includes("kubernetes") ? given : [...given, "kubernetes"];
    // A name that the server made up is known only now, so that the label is not the writer's.
    return { ...labelled(document), spec: { finalizers }, status: { phase: "Active" } };
  },
  updated: (next, old) => ({ ...next, spec: old["spec"] }),
  defaulted: (document) => withPhase(labelled(document)),
  check: (next, old) => (old === undefined ? finalizerCauses(next) : [...phaseCauses(next), ...endCauses(next, old)]),
  isHeld: (document) => finalizersOf(document).length > 0,
  terminated: (document, now) => ({
    ...document,
    metadata: { ...document.metadata, deletionTimestamp: now },
    status: { ...namespaceOf(document).status, phase: "Terminating" },
  }),
});

/** A body that does not tell the phase of a namespace says that it is in use. */
function withPhase(namespace: Document): Document {
  const { status } = namespaceOf(namespace);
  return (status?.phase ?? "") === "" ? { ...namespace, status: { ...status, phase: "Active" } } : namespace;
}

/** Whether a namespace takes no new objects any more. */
export function isTerminating(namespace: Document): boolean {
  return namespace.metadata.deletionTimestamp !== undefined || namespaceOf(namespace).status?.phase === "Terminating";
}

/** Its phase tells whether it ends, and nothing else. */
function phaseCauses(namespace: Document): readonly StatusCause[] {
  const isEnding = namespace.metadata.deletionTimestamp !== undefined;
  const [phase, words] = isEnding
    ? ["Terminating", "may only be 'Terminating' if `deletionTimestamp` is not empty"]
    : ["Active", "may only be 'Active' if `deletionTimestamp` is empty"];
  const found = namespaceOf(namespace).status?.phase ?? phase;
  return found === phase ? [] : [invalid("status.Phase", found, words)];
}

const ownFinalizers: readonly string[] = ["foregroundDeletion", "kubernetes", "orphan"];
const unqualified = "name is neither a standard finalizer name nor is it fully qualified";

function finalizerProblems(name: string): readonly string[] {
  const isKnown = name.includes("/") || ownFinalizers.includes(name);
  return [...qualifiedNameProblems(name), ...(isKnown ? [] : [unqualified])];
}

/** What keeps a namespace has a name. */
function finalizerCauses(namespace: Document): readonly StatusCause[] {
  return finalizersOf(namespace).flatMap((name) =>
    finalizerProblems(name).map((problem) => invalid("spec.finalizers", name, problem)),
  );
}

/** The same of a write of the finalizers alone, which tells where they stand. */
function endCauses(next: Document, old: Document): readonly StatusCause[] {
  if (deepEqual(finalizersOf(next), finalizersOf(old))) return [];
  return finalizersOf(next).flatMap((name, index) =>
    finalizerProblems(name).map((problem) => invalid(`spec.finalizers[${index}]`, name, problem)),
  );
}

function labelled(document: Document): Document {
  const { metadata } = document;
  if (metadata.name === "" || metadata.labels?.[nameLabel] === metadata.name) return document;
  return { ...document, metadata: { ...metadata, labels: { ...metadata.labels, [nameLabel]: metadata.name } } };
}

function finalizersOf(document: Document): readonly string[] {
  return namespaceOf(document).spec?.finalizers ?? [];
}

/** Its types were checked when it was written. */
function namespaceOf(document: Document): Namespace {
  return document as unknown as Namespace;
}
