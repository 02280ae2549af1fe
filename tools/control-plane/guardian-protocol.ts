import type { ControlPlaneErrorCode } from "./errors.ts";
import type { ControlPlaneBinaries } from "./running.ts";
import type { ServerCommand } from "./server-process.ts";

/** What a guardian starts on the first request: the real servers, or any commands (they count as ready at once). */
export type GuardianPlan =
  | { readonly kind: "control-plane"; readonly binaries: ControlPlaneBinaries }
  | { readonly kind: "commands"; readonly commands: readonly ServerCommand[] };

/** What a new guardian process is told. */
export interface GuardianConfig {
  readonly folder: string;
  readonly socket: string;
  readonly plan: GuardianPlan;
}

/** `start`: the servers, started if they are not yet. `keep`: live on without an owner. `stop`: end everything. */
export type GuardianRequest = "start" | "keep" | "stop";

/** The one line with which a guardian answers. */
export type GuardianAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: ControlPlaneErrorCode; readonly message: string };
