import type { ResourceClient } from "setpoint/client";
import type { Cluster } from "setpoint/cluster";
import type { NewObject } from "setpoint/model";
import type { NetworkApi } from "./network-api.ts";
import { Network } from "./network.ts";

/** Who says or does something. */
export type Actor = "you" | "cluster" | "service" | "somebody";

/** What a story is played on. A controller runs already. */
export interface Stage {
  readonly cluster: Cluster;
  readonly api: NetworkApi;
  /** Where the network is. */
  readonly namespace: string;
  /** Tells the audience. */
  readonly say: (who: Actor, what: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The network that the story is about. */
const blue: NewObject<Network> = {
  apiVersion: "samplecrd.k8s.io/v1",
  kind: "Network",
  metadata: { name: "blue" },
  spec: { cidr: "10.1.0.0/16", gateway: "10.1.0.1" },
};

/** Somebody wants a network. It is ready once the service has it. */
export async function createNetwork(stage: Stage): Promise<Network> {
  stage.say("you", `create Network ${keyIn(stage)}: ${wishOf(blue.spec)}`);
  await networks(stage).create(blue, { signal: stage.signal });
  return untilReady(stage);
}

/** Somebody wants another gateway. It is ready once the status speaks of the new generation. */
export async function changeGateway(stage: Stage, gateway = "10.1.255.254"): Promise<Network> {
  stage.say("you", `change the gateway of ${keyIn(stage)} to ${gateway}`);
  const { metadata } = await networks(stage).patch("blue", { spec: { gateway } }, { signal: stage.signal });
  return untilReady(stage, ({ status }) => status?.observedGeneration === metadata.generation);
}

/** Somebody deletes the network in the service, of which nobody tells the controller. It is ready again once there is another. */
export async function causeDrift(stage: Stage): Promise<Network> {
  const { status } = await networks(stage).get("blue", { signal: stage.signal });
  const id = status?.id ?? "";
  stage.say("somebody", `deletes network ${id} in the service, and tells nobody`);
  await stage.api.networks.delete(id, stage);
  return untilReady(stage, (network) => network.status?.id !== id);
}

/** Nobody wants the network any more. It is gone once the service has nothing left of it. */
export async function deleteNetwork(stage: Stage): Promise<void> {
  stage.say("you", `delete Network ${keyIn(stage)}`);
  await networks(stage).delete("blue", { signal: stage.signal });
  await stage.cluster.untilGone(Network, keyIn(stage), { signal: stage.signal });
  stage.say("cluster", `${keyIn(stage)} is gone`);
  await showService(stage);
}

/** Everything in a row. */
export async function tellStory(stage: Stage): Promise<void> {
  await createNetwork(stage);
  await changeGateway(stage);
  await causeDrift(stage);
  await deleteNetwork(stage);
}

function networks({ cluster, namespace }: Stage): ResourceClient<Network> {
  return cluster.client.resource(Network, { namespace });
}

function keyIn({ namespace }: Stage): string {
  return `${namespace}/blue`;
}

async function untilReady(stage: Stage, isExpected: (network: Network) => boolean = () => true): Promise<Network> {
  const isDone = (network: Network): boolean => network.status?.ready === true && isExpected(network);
  const network = await stage.cluster.until(Network, keyIn(stage), { isDone, signal: stage.signal });
  stage.say("cluster", `${keyIn(stage)} is ready: network ${network.status?.id}`);
  await showService(stage);
  return network;
}

async function showService({ api, say, signal }: Stage): Promise<void> {
  const found = await api.networks.list({}, { signal });
  if (found.length === 0) say("service", "no networks");
  for (const { id, name } of found) {
    for (const { cidr, gateway_ip } of await api.subnets.list({ network_id: id }, { signal }))
      say("service", `network ${id}, ${name}: ${wishOf({ cidr, gateway: gateway_ip ?? undefined })}`);
  }
}

function wishOf({ cidr, gateway }: Network["spec"]): string {
  return `${cidr}, gateway ${gateway ?? "none"}`;
}
