import type { Socket } from "node:net";
import { clientDefaults } from "../defaults.ts";
import { ResponseParser } from "../http1/response-parser.ts";
import type { Proxy, ProxyUser } from "./proxy-url.ts";
import { ProxyRefusal } from "./proxy-refusal.ts";
import { SocketReader } from "./socket-reader.ts";

/** Asks an HTTP proxy, on a socket that is connected to it, for a way to `target` (`host:port`). Rejects with why there is none. */
export async function openHttpTunnel(socket: Socket, target: string, { user }: Proxy): Promise<void> {
  using reader = new SocketReader(socket);
  const authorization = user === undefined ? "" : `proxy-authorization: ${basic(user)}\r\n`;
  socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n${authorization}\r\n`, "latin1");
  let status: number | undefined;
  const parser = new ResponseParser({
    // Like the answer to a HEAD, one that opens a tunnel has no body, whatever it says; of one that refuses nobody reads it.
    method: "HEAD",
    maxHeaderBytes: clientDefaults.maxHeaderBytes,
    onHead: (head) => {
      ({ status } = head);
    },
    onData: () => {},
  });
  while (status === undefined) {
    const bytes = await reader.some();
    const isWhole = parser.push(bytes) === bytes.length;
    if (status !== undefined && status < 300 && !isWhole) throw new ProxyRefusal("it spoke before it was spoken to");
  }
  if (status === 407) throw new ProxyRefusal("it asks for other credentials (407)");
  if (status > 299) throw new ProxyRefusal(`it refused (${status})`);
}

function basic({ name, password }: ProxyUser): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
}
