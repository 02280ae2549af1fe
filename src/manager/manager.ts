import { onAbort, realClock, runAll, systemRandom } from "../async/index.ts";
import type { Clock, Random, Task } from "../async/index.ts";
import { stderrLogger } from "../client/index.ts";
import type { Client } from "../client/index.ts";
import { runController } from "../controller/index.ts";
import type { ControllerDefinition } from "../controller/index.ts";
import { InformerFactory } from "../informer/index.ts";
import type { Logger, Metrics } from "../observe/index.ts";
import { managerDefaults } from "./defaults.ts";
import { ManagerError } from "./errors.ts";

/** What a manager is made from. */
export interface ManagerOptions {
  /** Borrowed: the manager does not close it. */
  readonly client: Client;
  /** Each needs a name of its own. */
  readonly controllers: readonly ControllerDefinition[];
  /** Default: the real one. */
  readonly clock?: Clock | undefined;
  /** Default: the system's. */
  readonly random?: Random | undefined;
  /** Default: lines on standard error. */
  readonly log?: Logger | undefined;
  /** Default: nothing is counted. */
  readonly metrics?: Metrics | undefined;
  /** How long to wait, when stopping, for reconciles that run. Default: 30 s. */
  readonly gracefulShutdownMs?: number | undefined;
}

/**
 * Runs controllers side by side on one client, with one informer for each kind. A server that is away or does not know a kind yet is
 * waited for, and logged about; the controllers of other kinds run meanwhile.
 */
export class Manager {
  readonly #options: ManagerOptions;
  #isStarted = false;

  /** Throws `SETPOINT_MANAGER_INVALID` when two controllers have one name, or the time to stop in is no number of milliseconds. */
  constructor(options: ManagerOptions) {
    const { controllers, gracefulShutdownMs = 0 } = options;
    const names = controllers.map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) {
      throw invalid(`two controllers have the name ${twice}; give one of them another \`name\``);
    }
    if (!Number.isFinite(gracefulShutdownMs) || gracefulShutdownMs < 0) {
      throw invalid(`expected gracefulShutdownMs of 0 or more, got ${gracefulShutdownMs}`);
    }
    this.#options = options;
  }

  /**
   * Runs until the signal is aborted, then stops in order: no reconcile begins, those that run are told to stop and awaited, the informers
   * end. Rejects if a controller fails, and with `SETPOINT_CONTROLLER_STUCK` for reconciles that do not end in time; the rest is stopped
   * all the same. Can be called once.
   */
  async run({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    if (this.#isStarted) {
      throw new ManagerError("SETPOINT_MANAGER_STARTED", "Run the manager: it runs once; make another one");
    }
    this.#isStarted = true;
    const { client, controllers, metrics, clock = realClock, random = systemRandom } = this.#options;
    const { gracefulShutdownMs = managerDefaults.gracefulShutdownMs, log = stderrLogger(clock) } = this.#options;
    const failures: unknown[] = [];
    await using informers = new InformerFactory(client, { clock, random, log, metrics });
    const tasks = controllers.map((definition): Task => {
      const informer = informers.informer(definition.for);
      const dependencies = { client, informer, clock, random, log, metrics, gracefulShutdownMs };
      return (stop) => runController(definition, dependencies, { signal: stop });
    });
    // Not the signal: the informers must outlive the reconciles.
    informers.start(new AbortController().signal);
    log.info("The manager runs", { controllers: controllers.map(({ name }) => name) });
    try {
      await runAll([...tasks, untilStopped], { signal, onStopError: (error) => void failures.push(error) });
    } catch (error) {
      failures.unshift(error);
    }
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, "Run the manager: several controllers failed");
    log.info("The manager has stopped");
  }
}

/** A manager without controllers runs as well. */
const untilStopped: Task = (stop) => new Promise((resolve) => void onAbort(stop, () => resolve()));

function invalid(problem: string): ManagerError {
  return new ManagerError("SETPOINT_MANAGER_INVALID", `Make a manager: ${problem}`);
}
