import { qualifiedNameProblems } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import type { CustomVersion, ObjectToCheck } from "../crd/index.ts";
import { standardFinalizers } from "./check-metadata.ts";
import type { Document } from "./document.ts";
import type { KindRules } from "./kind-rules.ts";

/** A version of a custom resource. */
export interface RuledVersion {
  readonly custom: CustomVersion;
  readonly apiVersion: string;
}

/**
 * The rules of a custom resource in one of its versions, for writes of the object or of a part of it. Whatever version objects are kept in,
 * they are checked as objects of this one.
 */
export function customRules({ custom, apiVersion }: RuledVersion, subresource?: string): KindRules {
  const toCheck = (next: Document, old: Document | undefined, warn: ObjectToCheck["warn"]): ObjectToCheck => ({
    next: { ...next, apiVersion },
    old: old && { ...old, apiVersion },
    subresource,
    warn,
  });
  const warned = (
    causes: readonly StatusCause[],
    { next, old, warn }: Pick<ObjectToCheck, "warn"> & { readonly next: Document; readonly old: Document | undefined },
  ): readonly StatusCause[] => {
    if (causes.length === 0 && subresource === undefined) warnOfFinalizers(next, old, warn);
    return causes;
  };
  return {
    typeProblem: (document) => custom.typeProblem(document),
    defaulted: (document, isApplied) => (isApplied === true ? custom.applied(document) : custom.read(document)),
    read: (document) => custom.readStored(document),
    kept: (document) => custom.kept(document),
    check: (next, old, warn) => warned(custom.check(toCheck(next, old, warn)), { next, old, warn }),
    checkInTurns: (next, old, warn) =>
      custom.checkInTurns(toCheck(next, old, warn))?.then((causes) => warned(causes, { next, old, warn })),
  };
}

/** Who adds a finalizer that does not say whose it is, is told. */
function warnOfFinalizers(next: Document, old: Document | undefined, warn: ObjectToCheck["warn"]): void {
  const before = old?.metadata.finalizers ?? [];
  for (const name of next.metadata.finalizers ?? []) {
    if (before.includes(name) || name.includes("/") || standardFinalizers.includes(name)) continue;
    // What is no name at all is refused.
    if (qualifiedNameProblems(name).length > 0) continue;
    const wanted = `a domain-qualified finalizer name${name.includes(".") ? " including a path (/)" : ""}`;
    const advice = `prefer ${wanted} to avoid accidental conflicts with other finalizer writers`;
    warn?.(`metadata.finalizers: ${JSON.stringify(name)}: ${advice}`);
  }
}
