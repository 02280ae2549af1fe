import type { ActualNetwork } from "./ensure-network.ts";
import type { Network } from "./network.ts";

/** What a controller says of a network. */
export type NetworkStatus = NonNullable<Network["status"]>;

/** The status of a network that the service has as desired. */
export function readyStatus({ metadata }: Network, { id, subnetId }: ActualNetwork): NetworkStatus {
  return { ready: true, id, subnetId, observedGeneration: metadata.generation };
}

/** The status of a network that could not be made as desired. What the service had before is still told. */
export function failedStatus({ metadata, status }: Network, error: unknown): NetworkStatus {
  const message = error instanceof Error ? error.message : String(error);
  return { ...status, ready: false, message, observedGeneration: metadata.generation };
}
