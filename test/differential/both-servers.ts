import { ApiServer } from "../../src/apiserver/index.ts";
import { startRealControlPlane } from "../../tools/control-plane/testing.ts";
import type { Send } from "./call.ts";
import { httpsSender } from "./https-sender.ts";

/** The two servers, both reached over TLS as an administrator. */
export interface BothServers extends AsyncDisposable {
  readonly ours: Send;
  readonly real: Send;
}

/** Starts our server, and the real one if no test run has it yet. */
export async function startBothServers(): Promise<BothServers> {
  await using opened = new AsyncDisposableStack();
  const plane = opened.use(await startRealControlPlane());
  const server = opened.use(await ApiServer.start());
  const endpoint = await server.listen();
  const ours = opened.use(httpsSender({ url: endpoint.url, ca: endpoint.ca, token: server.token }));
  const real = opened.use(httpsSender({ url: plane.server, ca: plane.ca, token: plane.token }));
  const owned = opened.move();
  return { ours: ours.send, real: real.send, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
