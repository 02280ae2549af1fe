/** Our client, from the build that would be published, at the work of bench/client. */
import { Client } from "setpoint/client";
import { Pod } from "setpoint/types/core/v1";
import { measureNodeSide } from "./measure-node-side.ts";

await measureNodeSide(({ server, ca }) => {
  const client = Client.connect({ server, ca, token: "benchmark", namespace: "default" });
  const pods = client.resource(Pod, { namespace: "default" });
  return {
    get: () => pods.get("web-0"),
    patch: (number) => pods.patch("web-0", { metadata: { annotations: { "setpoint.dev/run": String(number) } } }),
    list: async () => (await client.resource(Pod).list()).items,
    close: () => client.close(),
  };
});
