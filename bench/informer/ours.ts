/** Our informer, from the build that would be published, at the work of bench/informer. */
import { Client } from "setpoint/client";
import { SharedInformer } from "setpoint/informer";
import type { Resource } from "setpoint/model";
import { MetricsRegistry } from "setpoint/observe";
import { Pod } from "setpoint/types/core/v1";
import { measureInformer } from "./measure-informer.ts";

const PodCopy = {
  ...Pod,
  group: "bench.setpoint.dev",
  kind: "PodCopy",
  plural: "podcopies",
  singular: "podcopy",
} satisfies Resource<Pod>;

await measureInformer(({ server, ca, token, kind }) => {
  const client = Client.connect({ server, ca, token, namespace: "default" });
  const resource = kind === "pods" ? Pod : PodCopy;
  const informer = new SharedInformer<Pod>(resource, client.resource(resource), { metrics: new MetricsRegistry() });
  // It has the index of namespaces already.
  informer.indexer.addIndex("node", "spec.nodeName");
  const stop = new AbortController();
  let ended: Promise<void> | undefined;
  return {
    start(handler) {
      informer.addHandler({
        add: (object, { key }) => handler.added(key, object),
        update: (_, object, { key }) => handler.updated(key, object),
      });
      informer.onError(({ error }) => process.stderr.write(`${String(error)}\n`));
      ended = informer.run({ signal: stop.signal });
    },
    count: () => informer.indexer.size,
    async close() {
      stop.abort();
      await ended;
      await client.close();
    },
  };
});
