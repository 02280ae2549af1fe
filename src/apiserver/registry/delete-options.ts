import type { ObjectMeta } from "../../model/index.ts";
import { invalid, notSupported, typeProblem } from "../crd/index.ts";
import type { Shape } from "../crd/index.ts";
import { dryRunCauses } from "./dry-run.ts";
import { StatusError } from "./errors.ts";
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
}

const shape: Shape = {
  apiVersion: "string",
  kind: "string",
  gracePeriodSeconds: "int64",
  orphanDependents: "bool",
  propagationPolicy: "string",
  dryRun: ["string"],
  preconditions: { uid: "string", resourceVersion: "string" },
};
const subject = { group: "meta.k8s.io", kind: "DeleteOptions" } as const;
const policies: readonly string[] = ["Foreground", "Background", "Orphan"];

/** Reads the options of a delete. */
export function readDeleteOptions(body: unknown): DeleteOptions {
  const given = body ?? {};
  const problem = typeProblem(given, shape, "DeleteOptions");
  if (problem !== undefined) throw StatusError.badRequest(problem);
  const options: DeleteOptions = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== ""),
  );
  const { kind = subject.kind, apiVersion = "v1", propagationPolicy, orphanDependents } = options;
  if (kind !== subject.kind) {
    throw StatusError.badRequest(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
  const dryRun = dryRunCauses(options.dryRun ?? []);
  if (dryRun.length > 0) throw StatusError.invalid(subject, "", dryRun);
  if (propagationPolicy === undefined) return options;
  if (orphanDependents !== undefined) {
    const rule = "orphanDependents and deletionPropagation cannot be both set";
    throw StatusError.invalid(subject, "", [invalid("propagationPolicy", propagationPolicy, rule)]);
  }
  if (policies.includes(propagationPolicy)) return options;
  throw StatusError.invalid(subject, "", [notSupported("propagationPolicy", propagationPolicy, [...policies, "nil"])]);
}

/** The finalizers that an object has when its deletion is asked for: those for its dependents follow the options, what it has, or its kind. */
export function finalizersFor(
  { finalizers = [] }: ObjectMeta,
  options: DeleteOptions,
  { orphansByDefault }: Strategy,
): readonly string[] {
  const policy = policyOf(options) ?? policyOfFinalizers(finalizers) ?? (orphansByDefault ? "Orphan" : "Background");
  const others = finalizers.filter((name) => name !== "orphan" && name !== "foregroundDeletion");
  if (policy === "Orphan") return [...others, "orphan"];
  return policy === "Foreground" ? [...others, "foregroundDeletion"] : others;
}

function policyOf({ propagationPolicy, orphanDependents }: DeleteOptions): string | undefined {
  if (orphanDependents === undefined) return propagationPolicy;
  return orphanDependents ? "Orphan" : "Background";
}

function policyOfFinalizers(finalizers: readonly string[]): string | undefined {
  if (finalizers.includes("orphan")) return "Orphan";
  return finalizers.includes("foregroundDeletion") ? "Foreground" : undefined;
}
