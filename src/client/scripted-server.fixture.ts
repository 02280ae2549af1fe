import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Channel } from "../async/index.ts";

/** One request as it came, and the way to answer it. */
export interface ScriptedExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A server whose answers a test writes. */
export interface ScriptedServer extends AsyncDisposable {
  /** Like `http://127.0.0.1:34567`. */
  readonly url: string;
  /** The requests in the order in which they came, for a server without a listener. */
  readonly requests: Channel<ScriptedExchange>;
  /** The connections that are open now. */
  readonly sockets: ReadonlySet<Socket>;
}

/** Listens on this machine. Without a listener, each request waits in `requests` for its answer. */
export async function startScriptedServer(listener?: RequestListener): Promise<ScriptedServer> {
  const requests = new Channel<ScriptedExchange>(1_000);
  const sockets = new Set<Socket>();
  const server = createServer(listener ?? ((request, response) => void requests.trySend({ request, response })));
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    sockets,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
