import { describe, test } from "vitest";
import { runByHand } from "../../examples/08-network/by-hand.ts";
import { networkController } from "../../examples/08-network/controller.ts";
import { NetworkApi } from "../../examples/08-network/network-api.ts";
import { NetworkService } from "../../examples/08-network/network-service.ts";
import { Network } from "../../examples/08-network/network.ts";
import { causeDrift, changeGateway, createNetwork, deleteNetwork } from "../../examples/08-network/story.ts";
import type { Stage } from "../../examples/08-network/story.ts";
import type { Client } from "../../src/client/index.ts";
import { joinCluster } from "../../src/cluster/index.ts";
import { TransportFaults } from "../../src/testing/index.ts";
import { forEachServer } from "../conformance/for-each-server.ts";
import type { TestServer } from "../conformance/for-each-server.ts";

type Style = "defineController" | "by hand";

/** A stage whose controller speaks through faults, while the test itself does not. */
interface FaultyStage extends Stage, AsyncDisposable {
  readonly service: NetworkService;
  readonly faults: TransportFaults;
}

async function setStage(server: TestServer, style: Style): Promise<FaultyStage> {
  await using opened = new AsyncDisposableStack();
  const faults = new TransportFaults();
  const service = opened.use(await NetworkService.start());
  const api = new NetworkApi({ url: service.url });
  const client = opened.use(server.connect());
  const cluster = opened.use(await joinCluster(client, { resources: [Network] }));
  const troubled = opened.use(server.connect((transport) => faults.wrap(transport)));
  opened.use(await control(troubled, style, api));
  const owned = opened.move();
  return {
    cluster,
    api,
    service,
    faults,
    namespace: server.namespace,
    say: () => {},
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function control(client: Client, style: Style, api: NetworkApi): Promise<AsyncDisposable> {
  const driftCheck = "100ms";
  if (style === "by hand") return runByHand({ client, api, driftCheck });
  return joinCluster(client, { controllers: [networkController(api, { driftCheck })] });
}

/** What the service has for the test's namespace: one line for each subnet. */
async function inService({ api, namespace }: Stage): Promise<readonly string[]> {
  const networks = await api.networks.list({ name: `${namespace}/blue` });
  const lines: string[] = [];
  for (const { id, name } of networks) {
    for (const { cidr, gateway_ip } of await api.subnets.list({ network_id: id }))
      lines.push(`${name.replace(namespace, "here")} ${cidr} ${gateway_ip}`);
  }
  return lines;
}

forEachServer(["embedded", "real"], "the network controller", (start) => {
  describe.for<Style>(["defineController", "by hand"])("with %s", (style) => {
    test("creates, changes, repairs and removes its network in the service", async ({ expect }) => {
      await using server = await start();
      await using stage = await setStage(server, style);
      const made = await createNetwork(stage);
      expect(made.status).toMatchObject({ ready: true, observedGeneration: 1 });
      expect(await inService(stage)).toEqual(["here/blue 10.1.0.0/16 10.1.0.1"]);
      await changeGateway(stage, "10.1.0.254");
      expect(await inService(stage)).toEqual(["here/blue 10.1.0.0/16 10.1.0.254"]);
      const repaired = await causeDrift(stage);
      expect(repaired.status?.id).not.toBe(made.status?.id);
      expect(await inService(stage)).toEqual(["here/blue 10.1.0.0/16 10.1.0.254"]);
      await deleteNetwork(stage);
      expect(await inService(stage)).toEqual([]);
    });

    test(
      "ends in the same state when watches break, the server restarts and every write meets a conflict",
      {
        timeout: 60_000,
      },
      async ({ expect }) => {
        await using server = await start();
        await using stage = await setStage(server, style);
        const { faults } = stage;
        faults.disturbWrites();
        let killed = 0;
        const trouble = async (): Promise<void> => {
          killed += faults.killWatches();
          await server.restart?.();
          await expect.poll(() => faults.openWatches, { timeout: 10_000 }).toBeGreaterThan(0);
          killed += faults.killWatches();
        };
        await createNetwork(stage);
        await trouble();
        await changeGateway(stage, "10.1.0.254");
        await trouble();
        await causeDrift(stage);
        expect(await inService(stage)).toEqual(["here/blue 10.1.0.0/16 10.1.0.254"]);
        await trouble();
        await deleteNetwork(stage);
        expect(await inService(stage)).toEqual([]);
        // The faults have really happened.
        expect(killed).toBeGreaterThanOrEqual(3);
        expect(faults.conflicts.refused).toBeGreaterThanOrEqual(3);
      },
    );

    test("writes nothing when nothing changes", async ({ expect }) => {
      await using server = await start();
      await using stage = await setStage(server, style);
      const { metadata } = await createNetwork(stage);
      const writes = stage.service.writes;
      const { requests } = stage.service;
      // Several looks for drift have gone by.
      await expect.poll(() => stage.service.requests, { timeout: 10_000 }).toBeGreaterThan(requests + 6);
      expect(stage.service.writes).toBe(writes);
      const now = await stage.cluster.client.resource(Network, { namespace: server.namespace }).get("blue");
      expect(now.metadata.resourceVersion).toBe(metadata.resourceVersion);
      await deleteNetwork(stage);
    });

    test("tells of a gateway outside of its network, and goes on when it is corrected", async ({ expect }) => {
      await using server = await start();
      await using stage = await setStage(server, style);
      await createNetwork(stage);
      const networks = stage.cluster.client.resource(Network, { namespace: server.namespace });
      await networks.patch("blue", { spec: { gateway: "192.168.0.1" } });
      const refused = await stage.cluster.until(
        Network,
        `${server.namespace}/blue`,
        ({ status }) => status?.ready === false,
      );
      expect(refused.status?.message).toContain("192.168.0.1");
      await changeGateway(stage, "10.1.0.7");
      expect(await inService(stage)).toEqual(["here/blue 10.1.0.0/16 10.1.0.7"]);
      await deleteNetwork(stage);
    });

    test("tries again when the service fails", async ({ expect }) => {
      await using server = await start();
      await using stage = await setStage(server, style);
      for (let count = 0; count < 3; count++) stage.service.failNext(503);
      await createNetwork(stage);
      expect(await inService(stage)).toEqual(["here/blue 10.1.0.0/16 10.1.0.1"]);
      await deleteNetwork(stage);
    });
  });
});
