import { parseDuration } from "../async/index.ts";
import { isConflict } from "../model/index.ts";
import type { ReconcileResult } from "./definition.ts";
import { TerminalError } from "./terminal-error.ts";

/** How a run ended, as metrics name it. */
export const reconcileResults = ["success", "requeue_after", "conflict", "error", "terminal_error", "timeout"] as const;

/** One of the ends that a run can have. */
export type ReconcileResultName = (typeof reconcileResults)[number];

/** How a run ended. One that was told to stop because the controller stops has no outcome. */
export type Outcome =
  | { readonly result: "success" }
  | { readonly result: "requeue_after"; readonly afterMs: number }
  | { readonly result: "conflict" | "error" | "terminal_error" | "timeout"; readonly error: unknown };

/** The outcome of a run that returned. Throws when what it asks for makes no sense. */
export function outcomeOf(result: ReconcileResult | undefined): Outcome {
  if (result?.requeueAfter === undefined) return { result: "success" };
  return { result: "requeue_after", afterMs: parseDuration(result.requeueAfter, "requeueAfter of a reconcile") };
}

/** The outcome of a run that threw. Whatever one that was told to stop throws, it is the time that ran out. */
export function failureOf(error: unknown, isOverdue: boolean): Outcome {
  if (TerminalError.is(error)) return { result: "terminal_error", error };
  if (isOverdue) return { result: "timeout", error };
  return { result: isConflict(error) ? "conflict" : "error", error };
}
