import type { Namespace } from "../../types/core/v1/index.ts";
import { typeProblem } from "../crd/index.ts";
import type { Document } from "./document.ts";
import type { KindRules } from "./kind-rules.ts";

const nameLabel = "kubernetes.io/metadata.name";

/** Namespaces end in two steps: their finalizers in `spec` are removed through a subresource of their own, when everything in them is gone. */
export const namespaceRules: Readonly<KindRules> = Object.freeze<KindRules>({
  typeProblem: (document) =>
    typeProblem(document, { spec: { finalizers: ["string"] }, status: { phase: "string" } }, "Namespace"),
  created: (document) => {
    const finalizers = [...new Set([...finalizersOf(document), "kubernetes"])];
    return { ...document, spec: { finalizers }, status: { phase: "Active" } };
  },
  updated: (next, old) => ({ ...next, spec: old["spec"] }),
  defaulted: labelled,
  isHeld: (document) => finalizersOf(document).length > 0,
  terminated: (document, now) => ({
    ...document,
    metadata: { ...document.metadata, deletionTimestamp: now },
    status: { ...namespaceOf(document).status, phase: "Terminating" },
  }),
});

/** Whether a namespace takes no new objects any more. */
export function isTerminating(namespace: Document): boolean {
  return namespace.metadata.deletionTimestamp !== undefined || namespaceOf(namespace).status?.phase === "Terminating";
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
