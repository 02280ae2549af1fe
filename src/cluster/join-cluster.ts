import { realClock, systemRandom } from "../async/index.ts";
import type { Clock, Random } from "../async/index.ts";
import type { Client } from "../client/index.ts";
import type { ControllerDefinition } from "../controller/index.ts";
import { Manager } from "../manager/index.ts";
import { silentLogger } from "../observe/index.ts";
import type { Logger } from "../observe/index.ts";
import type { CustomResource } from "../schema/index.ts";
import { Cluster } from "./cluster.ts";
import { serveResources } from "./serve-resources.ts";

/** What is to run on a server. */
export interface JoinOptions {
  /** Kinds of your own that the server is to serve. */
  readonly resources?: readonly CustomResource[] | undefined;
  /** Controllers to run. */
  readonly controllers?: readonly ControllerDefinition[] | undefined;
  /** Default: silent. */
  readonly log?: Logger | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  /** Gives up the start. What runs is ended by closing the cluster. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a server that runs already serve the kinds, and runs the controllers against it. The client is borrowed. Joined whole or not at
 * all, but for the kinds: they stay.
 */
export async function joinCluster(client: Client, options: JoinOptions = {}): Promise<Cluster> {
  const { resources = [], controllers = [], clock = realClock, random = systemRandom, signal } = options;
  const { log = silentLogger } = options;
  await serveResources(client, resources, { clock, signal });
  const opened = new AsyncDisposableStack();
  if (controllers.length > 0) opened.use(runManager(new Manager({ client, controllers, clock, random, log })));
  return new Cluster({ client, clock, random, resources: opened });
}

/** Runs the manager until disposed. If it fails before that, disposing rejects with the failure. */
function runManager(manager: Manager): AsyncDisposable {
  const stop = new AbortController();
  const running = manager.run({ signal: stop.signal });
  // Whoever disposes gets the failure; until then it is nobody's.
  running.catch(() => {});
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await running;
    },
  };
}
