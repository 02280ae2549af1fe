import { defineResource, jsonSchema, realClock } from "setpoint";
import type { Client } from "setpoint";
import { DiscoveryClient, DynamicClient, RestMapper } from "setpoint/client";
import { joinCluster } from "setpoint/cluster";

/** The definition that a server needs. The story treats crontabs as somebody would who has never seen this file. */
const CronTab = defineResource({
  group: "stable.example.com",
  version: "v1",
  kind: "CronTab",
  shortNames: ["ct"],
  spec: jsonSchema({
    type: "object",
    properties: { cronSpec: { type: "string" }, image: { type: "string" }, replicas: { type: "integer" } },
  }),
});

/** Makes the server serve crontabs, and waits until it also tells of them: a real one does so a moment later. */
export async function serveCronTabs(client: Client): Promise<DynamicClient> {
  await using _joined = await joinCluster(client, { resources: [CronTab] });
  const mapper = new RestMapper(new DiscoveryClient(client), { refreshIntervalMs: 100 });
  while ((await mapper.resourcesFor("ct")).length === 0) await realClock.sleep(100);
  return new DynamicClient(client, { mapper });
}
