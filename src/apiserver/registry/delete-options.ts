import type { ObjectMeta } from "../../model/index.ts";
import { invalid, notSupported } from "../crd/index.ts";
import { typeProblem } from "../schema/index.ts";
import type { Schema } from "../schema/index.ts";
import { dryRunCauses } from "./dry-run.ts";
import { StatusError } from "./errors.ts";
import type { KindRules } from "./kind-rules.ts";
import { typeMetaProblem } from "./read-document.ts";
import type { Strategy } from "./strategy.ts";

/** How an object is to be deleted. */
export interface DeleteOptions {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: string;
  readonly gracePeriodSeconds?: number;
  readonly dryRun?: readonly string[];
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

const subject = { group: "meta.k8s.io", kind: "DeleteOptions" } as const;
const policies: readonly string[] = ["Foreground", "Background", "Orphan"];

/** Reads the options of a delete, whose schema is given. */
export function readDeleteOptions(body: unknown, schema: Schema): DeleteOptions {
  const given = body ?? {};
  const type = typeMetaProblem(given);
  if (type !== undefined) throw StatusError.badRequest(`couldn't get version/kind; json parse error: ${type}`);
  const problem = typeProblem(given, schema);
  if (problem !== undefined) throw StatusError.badRequest(problem);
  const options: DeleteOptions = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const { propagationPolicy, orphanDependents } = options;
  const kind = textOr(options.kind, subject.kind);
  const apiVersion = textOr(options.apiVersion, "meta.k8s.io/v1");
  if (kind !== subject.kind) {
    throw StatusError.badRequest(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
  const rule = "orphanDependents and deletionPropagation cannot be both set";
  const isBoth = propagationPolicy !== undefined && orphanDependents !== undefined;
  const isKnown = propagationPolicy === undefined || policies.includes(propagationPolicy);
  const causes = [
    ...(isBoth ? [invalid("propagationPolicy", propagationPolicy, rule)] : []),
    ...(isKnown ? [] : [notSupported("propagationPolicy", propagationPolicy, [...policies, "nil"])]),
    ...dryRunCauses(options.dryRun ?? []),
  ];
  if (causes.length > 0) throw StatusError.invalid(subject, "", causes);
  return options;
}

function textOr(text: string | undefined, otherwise: string): string {
  return text === undefined || text === "" ? otherwise : text;
}

/** Warns whoever leaves it to the kind what becomes of the dependents, where that surprises. */
export function warnOfDependents({ deleteWarning }: KindRules, options: DeleteOptions, warnings: Set<string>): void {
  const isOpen = options.propagationPolicy === undefined && options.orphanDependents === undefined;
  if (deleteWarning !== undefined && isOpen) warnings.add(deleteWarning);
}

/** The finalizers that an object has when its deletion is asked for: those for its dependents follow the options, what it has, or its kind. */
export function finalizersFor(
  { finalizers = [] }: ObjectMeta,
  options: DeleteOptions,
  strategy: Strategy,
): readonly string[] {
  const others = finalizers.filter((name) => name !== "orphan" && name !== "foregroundDeletion");
  if (strategy.hasNoDependents) return others;
  const byDefault = strategy.orphansByDefault ? "Orphan" : "Background";
  const policy = policyOf(options, strategy) ?? policyOfFinalizers(finalizers) ?? byDefault;
  const own = policy === "Orphan" ? ["orphan"] : policy === "Foreground" ? ["foregroundDeletion"] : [];
  const isSame = others.length + own.length === finalizers.length && own.every((name) => finalizers.includes(name));
  return isSame ? finalizers : [...others, ...own];
}

function policyOf(
  { propagationPolicy, orphanDependents }: DeleteOptions,
  { endsDependentsFirst }: Strategy,
): string | undefined {
  if (orphanDependents === undefined) return propagationPolicy;
  if (orphanDependents) return "Orphan";
  return endsDependentsFirst ? "Foreground" : "Background";
}

function policyOfFinalizers(finalizers: readonly string[]): string | undefined {
  if (finalizers.includes("orphan")) return "Orphan";
  return finalizers.includes("foregroundDeletion") ? "Foreground" : undefined;
}
