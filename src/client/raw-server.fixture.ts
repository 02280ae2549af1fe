import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** A server that is spoken to in bytes. */
export interface RawServer extends AsyncDisposable {
  readonly port: number;
  /** Like `http://127.0.0.1:34567`. */
  readonly url: string;
  /** Every connection there ever was, in the order in which they came. */
  readonly sockets: readonly Socket[];
}

/** Listens on this machine. A connection that fails is nobody's concern. */
export async function startRawServer(onConnection: (socket: Socket) => void): Promise<RawServer> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on("error", () => {}));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    sockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
