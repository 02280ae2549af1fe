/**
 * Follows a server whose watches end and break again and again, and prints what there is after half of so many, after as many more, and
 * at the end, as one line of JSON. A process of its own, so that nothing but an informer is measured. Needs `--expose-gc`, and the
 * server's address and authority in its environment.
 */
import { Client, createHttpsTransport } from "../../src/client/index.ts";
import { SharedInformer } from "../../src/informer/index.ts";
import { ConfigMap } from "../../src/kinds.ts";
import { measureLeftovers } from "./informer-leftovers.ts";

const [, , reconnects = "0"] = process.argv;
const { SERVER: server = "", CA: ca = "" } = process.env;
const token = "t";
const count = Number(reconnects);

const transport = createHttpsTransport({ server, ca, token, namespace: "default" });
let watches = 0;
let reached = Promise.withResolvers<void>();
let goal = count / 2;
const client = Client.over(
  (request) => {
    if (request.path.includes("watch=") && ++watches === goal) reached.resolve();
    return transport.send(request);
  },
  { token, namespace: "default" },
);
const backoff = { initialMs: 1, maxMs: 2, factor: 2, jitter: 1, resetAfterMs: 1_000 };
const informer = new SharedInformer(ConfigMap, client.resource(ConfigMap).inNamespace(), {
  backoff,
  streamingLists: "off",
});
let updates = 0;
informer.addHandler({ update: () => void (updates += 1) });
const stop = new AbortController();
const running = informer.run({ signal: stop.signal });

await reached.promise;
const before = await measureLeftovers(stop.signal);
reached = Promise.withResolvers();
goal = watches + count;
await reached.promise;
const after = await measureLeftovers(stop.signal);
stop.abort();
await running;
await transport.close();
const closed = await measureLeftovers(stop.signal);
// Only now, as the pipe of the output counts as well.
process.stdout.write(`${JSON.stringify({ before, after, closed, updates })}\n`);
