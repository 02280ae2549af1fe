/**
 * Starts and closes clusters, one after the other, and prints what is left of them as one line of JSON. A process of its own, so that nothing
 * but clusters is measured. Needs `--expose-gc`.
 */
import { nextTurn } from "../../src/async/index.ts";
import { startCluster } from "../../src/cluster/index.ts";
import { defineController } from "../../src/controller/index.ts";
import { defineResource, jsonSchema } from "../../src/schema/index.ts";

const Widget = defineResource({
  group: "test.setpoint.dev",
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

async function liveOnce(index: number): Promise<void> {
  // Some of them with a socket.
  const listen = index % 20 === 0;
  await using cluster = await startCluster({ resources: [Widget], controllers: [widgets], listen });
  await cluster.client.resource(Widget).create({ metadata: { name: "one" }, spec: { size: 1 } });
  await cluster.until(Widget, "default/one", (widget) => widget.status?.ready);
}

/** What is reachable once everything that was thrown away is collected. */
async function usedHeap(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    await nextTurn();
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

const count = Number(process.argv[2]);
// The code itself takes memory until it is compiled for good.
const warmUp = Math.ceil(count / 5);
for (let index = 0; index < warmUp; index++) await liveOnce(index);
const before = await usedHeap();
const resourcesBefore = process.getActiveResourcesInfo();
for (let index = warmUp; index < count; index++) await liveOnce(index);
const after = await usedHeap();
// Before the output is first used: its pipe counts as well.
const resourcesAfter = process.getActiveResourcesInfo();

process.stdout.write(
  `${JSON.stringify({
    clusters: count,
    measured: count - warmUp,
    heapBytesPerCluster: (after - before) / (count - warmUp),
    resourcesBefore,
    resourcesAfter,
  })}\n`,
);
