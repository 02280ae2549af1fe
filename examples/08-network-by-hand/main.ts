/**
 * The controller of networks in client-go's style: a factory with one informer, its lister, handlers that put keys into a work queue, and
 * workers that take them. The story is that of `examples/09-network`, whose controller says the same with `defineController`.
 *
 *   node examples/08-network-by-hand/main.ts [--keep]
 */
import { parseArgs } from "node:util";
import { runExample } from "../09-network/run-example.ts";
import { runByHand } from "./network-controller.ts";

const { values } = parseArgs({ options: { keep: { type: "boolean" } } });
await runExample({ keep: values.keep ?? process.stdout.isTTY, byHand: runByHand });
