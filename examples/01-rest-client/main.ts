/**
 * Requests by hand: configure a client, ask for the pods of a namespace, decode the answer.
 *
 *   node examples/01-rest-client/main.ts [--kubeconfig FILE] [--namespace NAME]
 *
 * Without a kubeconfig it starts a cluster in this process and makes a pod there.
 */
import { parseArgs } from "node:util";
import { loadKubeconfig, startCluster } from "setpoint";
import { createHttpsTransport, RestClient } from "setpoint/client";
import { parseKubeconfig } from "setpoint/config";
import { Pod } from "setpoint/kinds";
import { listPods, readPod, summarize } from "./pods.ts";

const { values } = parseArgs({ options: { kubeconfig: { type: "string" }, namespace: { type: "string" } } });
await using opened = new AsyncDisposableStack();

/** The text of a kubeconfig for a cluster that ends with this program. */
async function startOwnCluster(): Promise<string> {
  const cluster = opened.use(await startCluster({ listen: true }));
  const pod = { metadata: { name: "web" }, spec: { containers: [{ name: "web", image: "nginx:1.29" }] } };
  await cluster.client.resource(Pod).create(pod);
  return cluster.endpoint?.kubeconfig ?? "";
}

const config =
  values.kubeconfig === undefined
    ? await parseKubeconfig(await startOwnCluster())
    : await loadKubeconfig({ path: values.kubeconfig });

// What `Client.connect(config)` does, piece by piece.
const transport = opened.use(createHttpsTransport(config));
const { token, credentials } = config;
const rest = new RestClient({ transport: transport.send, token, credentials, userAgent: "rest-client-example" });

const namespace = values.namespace ?? config.namespace;
const pods = await listPods(rest, namespace);
console.log(`${pods.length} pods in ${namespace}`);
for (const { name, phase, images } of pods.map(summarize)) console.log(`${name}  ${phase}  ${images.join(", ")}`);

const [first] = pods;
if (first !== undefined) console.log(await readPod(rest, namespace, first.metadata.name));
