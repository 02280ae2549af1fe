import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** A TCP proxy that can behave as bad networks do. What passes is not looked at. */
export interface CuttingProxy extends AsyncDisposable {
  readonly port: number;
  /** How many connections are open. */
  readonly open: number;
  /** Resets every open connection, and says how many there were. */
  cut(): number;
  /** On every open connection no byte passes any more, in either direction; none is closed. Says how many there were. */
  stall(): number;
  /** New connections are refused from now on, or no longer. */
  refuse(isRefusing: boolean): void;
}

/** Starts a proxy on the loopback interface for a server there. */
export async function startCuttingProxy(serverPort: number): Promise<CuttingProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isRefusing = false;
  const server = createServer((client) => {
    if (isRefusing) {
      client.resetAndDestroy();
      return;
    }
    const pair = [client, connect(serverPort, "127.0.0.1")] as const;
    pairs.add(pair);
    join(pair, () => pairs.delete(pair));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = (): number => {
    const { size } = pairs;
    for (const socket of [...pairs].flat()) socket.resetAndDestroy();
    return size;
  };
  return {
    port: (server.address() as AddressInfo).port,
    get open() {
      return pairs.size;
    },
    cut,
    stall: () => {
      for (const socket of [...pairs].flat()) socket.unpipe().pause();
      return pairs.size;
    },
    refuse: (isRefused) => {
      isRefusing = isRefused;
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}

function join([client, server]: readonly [Socket, Socket], onEnd: () => void): void {
  const end = (): void => {
    client.destroy();
    server.destroy();
    onEnd();
  };
  for (const socket of [client, server]) socket.on("error", end).on("close", end);
  client.pipe(server);
  server.pipe(client);
}
