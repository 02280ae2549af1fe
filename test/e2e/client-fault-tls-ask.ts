/**
 * Asks servers, each by a request and by a watch, and prints what came of it as one line of JSON. A process of its own, as what its
 * environment says about TLS is read when it starts.
 */
import { text } from "node:stream/consumers";
import { Client } from "../../src/client/index.ts";
import type { ClientConfig } from "../../src/config/index.ts";
import { Namespace } from "../../src/kinds.ts";
import { silentLogger } from "../../src/observe/index.ts";

async function get(client: Client): Promise<string> {
  return (await client.resource(Namespace).get("default")).metadata.name;
}

async function watch(client: Client): Promise<string> {
  for await (const event of client.resource(Namespace).watch()) {
    if (event.type !== "BOOKMARK") return event.object.metadata.name;
  }
  return "nothing";
}

async function outcomeOf(config: ClientConfig, ask: (client: Client) => Promise<string>): Promise<string> {
  try {
    await using client = Client.connect(config, { logger: silentLogger });
    return await ask(client);
  } catch (error) {
    return String(error);
  }
}

const configs = JSON.parse(await text(process.stdin)) as readonly ClientConfig[];
const outcomes: (readonly string[])[] = [];
for (const config of configs) outcomes.push([await outcomeOf(config, get), await outcomeOf(config, watch)]);
process.stdout.write(`${JSON.stringify(outcomes)}\n`);
