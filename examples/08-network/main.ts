/**
 * The whole chain, live: an API server in this process, a controller, and a stand-in for the network service that the controller steers.
 *
 *   node examples/08-network/main.ts [--keep] [--by-hand]
 *
 * It tells a short story. On a terminal, or with `--keep`, it then stays up for kubectl and tells it again now and then, until Ctrl-C.
 * `--by-hand` takes the controller that is written in client-go's style.
 */
import { parseArgs } from "node:util";
import { runByHand } from "./by-hand.ts";
import { runExample } from "./run-example.ts";

const { values } = parseArgs({ options: { keep: { type: "boolean" }, "by-hand": { type: "boolean" } } });
await runExample({
  keep: values.keep ?? process.stdout.isTTY,
  byHand: values["by-hand"] === true ? runByHand : undefined,
});
