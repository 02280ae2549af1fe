/**
 * An informer: a copy of all pods that stays current, and a handler that prints what changes.
 *
 *   node examples/05-informer/main.ts [--kubeconfig FILE]
 *
 * With a kubeconfig it prints until Ctrl-C. Without one it starts a cluster in this process, lets a pod live and die there, and ends.
 */
import { parseArgs } from "node:util";
import { Client, InformerFactory, loadKubeconfig, realClock, startCluster } from "setpoint";
import { Pod } from "setpoint/kinds";
import { followPods } from "./follow-pods.ts";
import { liveAndDie } from "./story.ts";

const { values } = parseArgs({ options: { kubeconfig: { type: "string" } } });
await using opened = new AsyncDisposableStack();
const client =
  values.kubeconfig === undefined
    ? opened.use(await startCluster()).client
    : opened.use(Client.connect(await loadKubeconfig({ path: values.kubeconfig })));

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());

await using factory = new InformerFactory(client);
const informer = factory.informer(Pod);
const lines: string[] = [];
using _following = followPods(informer, (line) => {
  lines.push(line);
  console.log(line);
});
factory.start(stop.signal);
try {
  await factory.waitForCacheSync(stop.signal);
  console.log(`${informer.lister.list().length} pods, as of version ${informer.lastSyncResourceVersion}`);
  if (values.kubeconfig === undefined) {
    await liveAndDie(client, async (what) => {
      while (!lines.some((line) => line.startsWith(what))) await realClock.sleep(10, stop.signal);
    });
    stop.abort();
  }
} catch (error) {
  // Ctrl-C may come while something is waited for, such as the first list. That is no failure.
  if (!stop.signal.aborted) throw error;
}
await factory.stopped;
