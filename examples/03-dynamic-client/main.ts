/**
 * Objects without their types: a custom resource that the program knows only from a manifest and from what the server says of it.
 *
 *   node examples/03-dynamic-client/main.ts [--kubeconfig FILE] [--namespace NAME]
 *
 * Without a kubeconfig it starts a cluster in this process. Either way it makes the server serve crontabs first.
 */
import { parseArgs } from "node:util";
import { Client, loadKubeconfig, startCluster } from "setpoint";
import { serveCronTabs } from "./crontab.ts";
import { tellStory } from "./story.ts";

const { values } = parseArgs({ options: { kubeconfig: { type: "string" }, namespace: { type: "string" } } });
await using opened = new AsyncDisposableStack();
const client =
  values.kubeconfig === undefined
    ? opened.use(await startCluster()).client
    : opened.use(Client.connect(await loadKubeconfig({ path: values.kubeconfig })));

const dynamic = await serveCronTabs(client);
const namespace = values.namespace ?? client.namespace;
await tellStory({ dynamic, namespace, say: (line) => console.log(line) });
