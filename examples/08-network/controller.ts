import { defineController, TerminalError } from "setpoint";
import type { ControllerDefinition } from "setpoint/controller";
import type { Duration } from "setpoint/async";
import { ensureNetwork, isFinal, removeNetwork } from "./ensure-network.ts";
import type { NetworkApi } from "./network-api.ts";
import { failedStatus, readyStatus } from "./network-status.ts";
import { Network } from "./network.ts";

/** How the controller works. */
export interface NetworkControllerOptions {
  /** How often to look whether somebody changed the service's copy: the service tells nobody. Default: 30 s. */
  readonly driftCheck?: Duration | undefined;
}

/** Steers the networks of a service to what the Network objects say. */
export function networkController(
  api: NetworkApi,
  { driftCheck = "30s" }: NetworkControllerOptions = {},
): ControllerDefinition<Network> {
  return defineController({
    for: Network,
    workers: 2,

    async reconcile(network, { status, signal }) {
      try {
        status(readyStatus(network, await ensureNetwork(api, network, { signal })));
        return { requeueAfter: driftCheck };
      } catch (error) {
        // Told to stop: that says nothing about the network.
        if (signal.aborted) throw error;
        status(failedStatus(network, error));
        throw isFinal(error) ? new TerminalError(error.message, { cause: error }) : error;
      }
    },

    finalize: (network, { signal }) => removeNetwork(api, network, { signal }),
  });
}
