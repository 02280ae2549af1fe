/** Our server, from the build that would be published, as a process of its own. It prints how to reach it, and ends with its standard input. */
import { once } from "node:events";
import { ApiServer } from "setpoint/apiserver";

await using server = await ApiServer.start({ listen: true });
const { url, ca } = server.endpoint;
process.stdout.write(`${JSON.stringify({ server: url, ca, token: server.token })}\n`);
process.stdin.resume();
await once(process.stdin, "end");
