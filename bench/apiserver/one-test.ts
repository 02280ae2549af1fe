/** One test of a controller, from the start of its cluster to its assertion: on a server of ours in the process, or on one that runs already. */
import { parseArgs } from "node:util";
import { readFile } from "node:fs/promises";
import { Client } from "setpoint/client";
import { joinCluster, startCluster } from "setpoint/cluster";
import type { Cluster, JoinOptions } from "setpoint/cluster";
import { defineController } from "setpoint/controller";
import { defineResource, jsonSchema } from "setpoint/schema";

const Widget = defineResource({
  group: "bench.setpoint.dev",
  version: "v1",
  kind: "Widget",
  spec: jsonSchema<{ readonly size: number }>({ type: "object", properties: { size: { type: "integer" } } }),
  status: jsonSchema<{ readonly ready: boolean }>({ type: "object", properties: { ready: { type: "boolean" } } }),
});

const widgets = defineController({
  for: Widget,
  async reconcile(_widget, { status }) {
    status({ ready: true });
  },
});

async function start(options: JoinOptions): Promise<Cluster> {
  const { values } = parseArgs({
    options: { server: { type: "string" }, ca: { type: "string" }, token: { type: "string" } },
  });
  const { server, ca, token } = values;
  if (server === undefined || ca === undefined) return startCluster(options);
  const client = Client.connect({ server, ca: await readFile(ca, "utf8"), token, namespace: "default" });
  return joinCluster(client, options);
}

const started = performance.now();
const cluster = await start({ resources: [Widget], controllers: [widgets] });
await cluster.client.resource(Widget).create({ metadata: { name: "one" }, spec: { size: 1 } });
const { status } = await cluster.until(Widget, "default/one", (widget) => widget.status?.ready);
if (status?.ready !== true) throw new Error("the widget is not ready");
const testMs = performance.now() - started;
await cluster.close();
process.stdout.write(`${JSON.stringify({ testMs })}\n`);
process.exit();
