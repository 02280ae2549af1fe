import type { ClientSet } from "setpoint/clientset";
import type { Node, Pod } from "setpoint/kinds";

/** What is told about one node. */
export interface NodeReport {
  readonly node: string;
  readonly isReady: boolean;
  readonly kubelet: string;
  /** How many pods it has in which phase. */
  readonly phases: Readonly<Record<string, number>>;
}

/** The image of the first container of one pod. */
export async function imageOf(clientset: ClientSet, namespace: string, name: string): Promise<string | undefined> {
  const pod = await clientset.core.v1.pods(namespace).get(name);
  return pod.spec?.containers[0]?.image;
}

/** How many pods run, in all namespaces. They are read page by page: none is kept. */
export async function countRunningPods(clientset: ClientSet): Promise<number> {
  let running = 0;
  for await (const { items } of clientset.core.v1.pods().pages()) {
    for (const { status } of items) if (status?.phase === "Running") running++;
  }
  return running;
}

/** Every node with its pods. */
export async function reportNodes(clientset: ClientSet): Promise<readonly NodeReport[]> {
  const [nodes, pods] = await Promise.all([clientset.core.v1.nodes().list(), clientset.core.v1.pods().list()]);
  const podsOf = Map.groupBy(pods.items, ({ spec }) => spec?.nodeName ?? "");
  return nodes.items.map((node) => reportNode(node, podsOf.get(node.metadata.name) ?? []));
}

function reportNode({ metadata, status }: Node, pods: readonly Pod[]): NodeReport {
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  const phases = Map.groupBy(pods, (pod) => pod.status?.phase ?? "Unknown");
  return {
    node: metadata.name,
    isReady: ready?.status === "True",
    kubelet: status?.nodeInfo?.kubeletVersion ?? "unknown",
    phases: Object.fromEntries([...phases].map(([phase, own]) => [phase, own.length])),
  };
}
