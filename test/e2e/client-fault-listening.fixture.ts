import type { AddressInfo, Server, Socket } from "node:net";

/** A server that listens on this machine, over whatever protocol. Disposing it breaks its connections. */
export interface Listening extends AsyncDisposable {
  readonly port: number;
  /** How many connections there have been, and how many at most at the same time. */
  readonly connections: { readonly total: number; readonly most: number };
}

/** Has a server listen on any port that is free. */
export async function listening(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  const connections = { total: 0, most: 0 };
  server.on("connection", (socket: Socket) => {
    sockets.add(socket.on("error", () => {}));
    connections.total += 1;
    connections.most = Math.max(connections.most, sockets.size);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
