/**
 * `@kubernetes/client-node`, as it is by default, at the work of bench/client. Runs as a copy beside its packages. It is the newest 1.x, because
 * that is the harder peer: a request of 2.0.1 takes 1.2 to 2.0 times its CPU, and its package is larger.
 */
/// <reference path="./client-node.d.ts" />
import { CoreV1Api, KubeConfig, PatchStrategy, setHeaderOptions } from "@kubernetes/client-node";
import { measureNodeSide } from "../../client/measure-node-side.ts";

const name = "web-0";
const namespace = "default";

await measureNodeSide(({ server, ca }) => {
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: [{ name, server, caData: btoa(ca), skipTLSVerify: false }],
    users: [{ name, token: "benchmark" }],
    contexts: [{ name, cluster: name, user: name }],
    currentContext: name,
  });
  const pods = config.makeApiClient(CoreV1Api);
  const mergePatch = setHeaderOptions("Content-Type", PatchStrategy.MergePatch);
  return {
    get: () => pods.readNamespacedPod({ name, namespace }),
    patch: (number) => {
      const body = { metadata: { annotations: { "setpoint.dev/run": String(number) } } };
      return pods.patchNamespacedPod({ name, namespace, body }, mergePatch);
    },
    list: async () => (await pods.listPodForAllNamespaces()).items,
    close: async () => {},
  };
});
