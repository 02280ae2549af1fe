import type { ClientSet } from "setpoint/clientset";

/** Makes a node with two pods, as if a kubelet ran there: one pod runs, one waits. */
export async function fill(clientset: ClientSet, namespace: string): Promise<void> {
  const { nodes, pods } = { nodes: clientset.core.v1.nodes(), pods: clientset.core.v1.pods(namespace) };
  const nodeName = `node-of-${namespace}`;
  await nodes.create({ metadata: { name: nodeName } });
  await nodes.patchStatus(nodeName, { status: { conditions: [{ type: "Ready", status: "True" }] } });
  for (const name of ["web", "waiting"]) {
    const containers = [{ name, image: "nginx:1.29" }];
    await pods.create({ metadata: { name }, spec: { nodeName, containers } });
  }
  await pods.patchStatus("web", { status: { phase: "Running" } });
}
