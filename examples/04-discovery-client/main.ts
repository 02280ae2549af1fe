/**
 * What a server serves, printed as `kubectl api-versions` and `kubectl api-resources` do.
 *
 *   node examples/04-discovery-client/main.ts [--kubeconfig FILE]
 *
 * Without a kubeconfig it starts a cluster in this process.
 */
import { parseArgs } from "node:util";
import { Client, loadKubeconfig, startCluster } from "setpoint";
import { DiscoveryClient } from "setpoint/client";
import { apiResources, apiVersions } from "./print.ts";

const { values } = parseArgs({ options: { kubeconfig: { type: "string" } } });
await using opened = new AsyncDisposableStack();
const client =
  values.kubeconfig === undefined
    ? opened.use(await startCluster()).client
    : opened.use(Client.connect(await loadKubeconfig({ path: values.kubeconfig })));

const discovery = new DiscoveryClient(client);
const { gitVersion } = await discovery.serverVersion();
console.log(`Server ${gitVersion}\n`);
for (const line of [...(await apiVersions(discovery)), "", ...(await apiResources(discovery))]) console.log(line);

// A part of the server that does not answer is told apart.
const { failures } = await discovery.discover();
for (const { group, version } of failures) console.error(`No answer about ${group}/${version}`);
