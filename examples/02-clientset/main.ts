/**
 * The built-in kinds as methods: one pod, the number of running pods, a report about the nodes and their pods.
 *
 *   node examples/02-clientset/main.ts [--kubeconfig FILE] [--pod NAMESPACE/NAME]
 *
 * Without a kubeconfig it starts a cluster in this process and makes a node with two pods there.
 */
import { parseArgs } from "node:util";
import { Client, isNotFound, loadKubeconfig, startCluster } from "setpoint";
import { ClientSet } from "setpoint/clientset";
import { parseKey } from "setpoint/model";
import { fill } from "./fill.ts";
import { countRunningPods, imageOf, reportNodes } from "./report.ts";

const { values } = parseArgs({
  options: { kubeconfig: { type: "string" }, pod: { type: "string", default: "default/web" } },
});
await using opened = new AsyncDisposableStack();
const client =
  values.kubeconfig === undefined
    ? opened.use(await startCluster()).client
    : opened.use(Client.connect(await loadKubeconfig({ path: values.kubeconfig })));

const clientset = new ClientSet(client);
if (values.kubeconfig === undefined) await fill(clientset, "default");

const { namespace, name } = parseKey(values.pod);
try {
  console.log(`${values.pod} runs ${await imageOf(clientset, namespace, name)}`);
} catch (error) {
  if (!isNotFound(error)) throw error;
  console.log(`There is no pod ${values.pod}`);
}

console.log(`${await countRunningPods(clientset)} pods run in all namespaces`);
console.table(await reportNodes(clientset));
