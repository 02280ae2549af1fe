/**
 * An informer and a work queue: handlers put keys into the queue, two workers take them and count the pods of a namespace in the copy.
 *
 *   node examples/06-informer-workqueue/main.ts [--kubeconfig FILE]
 *
 * With a kubeconfig it counts until Ctrl-C. Without one it starts a cluster in this process, makes some pods there, and ends.
 */
import { parseArgs } from "node:util";
import { Client, InformerFactory, loadKubeconfig, realClock, runAll, startCluster } from "setpoint";
import { Pod } from "setpoint/kinds";
import { PodCounter } from "./pod-counter.ts";

const { values } = parseArgs({ options: { kubeconfig: { type: "string" } } });
await using opened = new AsyncDisposableStack();
const client =
  values.kubeconfig === undefined
    ? opened.use(await startCluster()).client
    : opened.use(Client.connect(await loadKubeconfig({ path: values.kubeconfig })));

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());

await using factory = new InformerFactory(client);
const counts = new Map<string, number>();
using counter = new PodCounter(factory.informer(Pod), (namespace, pods) => {
  counts.set(namespace, pods);
  console.log(`${namespace}: ${pods} pods`);
});
factory.start(stop.signal);

/** Makes pods faster than anybody needs to look at them. */
async function fill(signal: AbortSignal): Promise<void> {
  if (values.kubeconfig !== undefined) return;
  const spec = { containers: [{ name: "web", image: "nginx:1.29" }] };
  const names = Array.from({ length: 20 }, (_, index) => `web-${index}`);
  await Promise.all(names.map((name) => client.resource(Pod).create({ metadata: { name }, spec })));
  while (counts.get("default") !== 20) await realClock.sleep(10, signal);
  stop.abort();
}

const work = (signal: AbortSignal): Promise<void> => counter.work(signal);
try {
  await factory.waitForCacheSync(stop.signal);
  await runAll([work, work, fill], { signal: stop.signal, onStopError: (error) => console.error(error) });
} catch (error) {
  // Ctrl-C may come during the first list. That is no failure.
  if (!stop.signal.aborted) throw error;
}
