import { qualifiedNameProblems } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import type { CustomVersion, ObjectToCheck } from "../crd/index.ts";
import { standardFinalizers } from "./check-metadata.ts";
import type { Document } from "./document.ts";
import type { KindRules } from "./kind-rules.ts";

/** The rules of a custom resource in one of its versions, for writes of the object or of a part of it. */
export function customRules(custom: CustomVersion, subresource?: string): KindRules {
  const read = (document: Document): Document => custom.read(document);
  const warned = (
    causes: readonly StatusCause[],
    { next, old, warn }: Pick<ObjectToCheck, "warn"> & { readonly next: Document; readonly old: Document | undefined },
  ): readonly StatusCause[] => {
    if (causes.length === 0 && subresource === undefined) warnOfFinalizers(next, old, warn);
    return causes;
  };
  return {
    typeProblem: (document) => custom.typeProblem(document),
    defaulted: (document, isApplied) => (isApplied === true ? custom.applied(document) : read(document)),
    read,
    check: (next, old, warn) => warned(custom.check({ next, old, subresource, warn }), { next, old, warn }),
    checkInTurns: (next, old, warn) =>
      custom.checkInTurns({ next, old, subresource, warn })?.then((causes) => warned(causes, { next, old, warn })),
  };
}

/** Who adds a finalizer that does not say whose it is, is told. */
function warnOfFinalizers(next: Document, old: Document | undefined, warn: ObjectToCheck["warn"]): void {
  const before = old?.metadata.finalizers ?? [];
  const advice = "prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers";
  for (const name of next.metadata.finalizers ?? []) {
    if (before.includes(name) || name.includes("/") || standardFinalizers.includes(name)) continue;
    // What is no name at all is refused.
    if (qualifiedNameProblems(name).length > 0) continue;
    warn?.(`metadata.finalizers: ${JSON.stringify(name)}: ${advice}`);
  }
}
