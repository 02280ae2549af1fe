/** The informer of `@kubernetes/client-node`, as it is by default, at the work of bench/informer. Runs as a copy beside its packages. */
/// <reference path="./client-node.d.ts" />
import { CoreV1Api, CustomObjectsApi, KubeConfig, makeInformer } from "@kubernetes/client-node";
import { measureInformer } from "../../informer/measure-informer.ts";

const name = "benchmark";
const podCopies = { group: "bench.setpoint.dev", version: "v1", plural: "podcopies" };

await measureInformer(({ server, ca, token, kind }) => {
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: [{ name, server, caData: btoa(ca), skipTLSVerify: false }],
    users: [{ name, token }],
    contexts: [{ name, cluster: name, user: name }],
    currentContext: name,
  });
  const informer =
    kind === "pods"
      ? makeInformer(config, "/api/v1/pods", () => config.makeApiClient(CoreV1Api).listPodForAllNamespaces())
      : makeInformer(config, `/apis/${podCopies.group}/v1/${podCopies.plural}`, () =>
          config.makeApiClient(CustomObjectsApi).listClusterCustomObject(podCopies),
        );
  let isClosed = false;
  /** @type {Promise<void> | undefined} */
  let started;
  /** @param {import("@kubernetes/client-node").Pod} object */
  const key = ({ metadata }) => `${metadata?.namespace}/${metadata?.name}`;
  return {
    start(handler) {
      informer.on("add", (object) => handler.added(key(object), object));
      informer.on("update", (object) => handler.updated(key(object), object));
      informer.on("error", (error) => {
        if (!isClosed) throw error;
      });
      started = informer.start();
    },
    count: () => informer.list().length,
    async close() {
      // Its watch is opened after the handlers have heard of the list, and stopping it before that would have no effect.
      await started;
      isClosed = true;
      await informer.stop();
    },
  };
});
