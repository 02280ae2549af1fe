import { parseDuration } from "../async/index.ts";
import type { Duration } from "../async/index.ts";
import { dns1123LabelProblems, qualifiedNameProblems } from "../model/index.ts";
import type { KubeObject, Resource } from "../model/index.ts";
import { controllerDefaults } from "./defaults.ts";
import type { ControllerDefinition, ReconcileContext, ReconcileResult } from "./definition.ts";
import { ControllerError } from "./errors.ts";

/** What a user writes. */
export interface ControllerOptions<T extends KubeObject> {
  /** In logs, metrics and the finalizer. Default: the plural of the kind. */
  readonly name?: string | undefined;
  readonly for: Resource<T>;
  /** Brings the world to what the object says. Throw to be tried again later, throw a `TerminalError` not to be. */
  readonly reconcile: (object: T, context: ReconcileContext<T>) => Promise<ReconcileResult | void>;
  /** Undoes what `reconcile` did, before the object goes. May be called again after it has succeeded. */
  readonly finalize?: ((object: T, context: ReconcileContext<T>) => Promise<void>) | undefined;
  /** Default: `<group>/<name>-controller`. A kind of the core group, which has no name, needs one. */
  readonly finalizer?: string | undefined;
  /** How many objects are reconciled side by side. Default: 1. */
  readonly workers?: number | undefined;
  /** After so long a reconcile is told to stop, and reported. Default: five minutes. */
  readonly reconcileTimeout?: Duration | undefined;
}

/** A controller with its defaults. Throws `SETPOINT_CONTROLLER_INVALID` for what could not work. Pure: nothing runs before a manager runs it. */
export function defineController<T extends KubeObject>(options: ControllerOptions<T>): ControllerDefinition<T> {
  const { for: resource, reconcile, finalize, reconcileTimeout } = options;
  const { name = resource.plural, workers = controllerDefaults.workers } = options;
  const wrong = (problem: string): ControllerError =>
    new ControllerError("SETPOINT_CONTROLLER_INVALID", `Define the controller ${name}: ${problem}`);

  const [nameProblem] = typeof name === "string" ? dns1123LabelProblems(name) : ["is no text"];
  if (nameProblem !== undefined) throw wrong(`its name ${nameProblem}`);
  if (typeof reconcile !== "function") throw wrong("expected a function `reconcile`");
  if (!Number.isSafeInteger(workers) || workers < 1) throw wrong(`expected 1 worker or more, got ${String(workers)}`);
  const reconcileTimeoutMs =
    reconcileTimeout === undefined
      ? controllerDefaults.reconcileTimeoutMs
      : parseDuration(reconcileTimeout, `reconcileTimeout of the controller ${name}`);
  if (reconcileTimeoutMs <= 0) throw wrong("expected a `reconcileTimeout` above zero");

  const definition = { name, for: resource, reconcile, workers, reconcileTimeoutMs };
  if (finalize === undefined) return definition;
  if (options.finalizer === undefined && resource.group === "") {
    throw wrong(
      `expected the option \`finalizer\`, such as example.com/${name}, because ${resource.kind} has no group`,
    );
  }
  const { finalizer = `${resource.group}/${name}-controller` } = options;
  const [finalizerProblem = finalizer.includes("/") ? undefined : "needs a domain before a slash"] =
    qualifiedNameProblems(finalizer);
  if (finalizerProblem !== undefined) throw wrong(`its finalizer ${finalizer}: ${finalizerProblem}`);
  return { ...definition, finalize, finalizer };
}
