import type { Clock, Random } from "../../src/async/index.ts";
import type { ServerCommand, ServerProcess } from "./server-process.ts";

/** What a plan is given to start servers with. The guardian ends whatever was spawned, whether the plan succeeds or not. */
export interface Launcher {
  readonly folder: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborted when the guardian ends. Nothing may be spawned after that. */
  readonly signal: AbortSignal;
  spawn(command: ServerCommand): ServerProcess;
  /** Ends what was spawned so far, so that a plan can begin again. */
  stopServers(): Promise<void>;
}
