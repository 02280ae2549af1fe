import { connect as connectPlain, isIP } from "node:net";
import type { Socket } from "node:net";
import { onAbort } from "../async/index.ts";
import { clientDefaults } from "./defaults.ts";
import type { RequestLine } from "./errors.ts";
import { platformTls } from "./platform-tls.ts";
import { openTunnel } from "./proxy/open-tunnel.ts";
import type { Proxy } from "./proxy/proxy-url.ts";
import { whenReady } from "./proxy/when-ready.ts";
import type { TlsIdentity } from "./tls-identity.ts";

/** Where a server is and how to get there. */
export interface Destination {
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** The name that the server's certificate must have. */
  readonly serverName: string;
  /** Only by the configuration's explicit wish. */
  readonly isUnverified: boolean;
  readonly proxy?: Proxy | undefined;
  /** Whom to trust as a proxy, beside the system's authorities, in PEM. */
  readonly proxyCa?: string | undefined;
}

/** With which identity to connect, for which request, and until when. */
export interface DialOptions {
  /** Needed for TLS. */
  readonly identity?: TlsIdentity | undefined;
  readonly line: RequestLine;
  readonly signal: AbortSignal;
}

/** Opens a connection that is ready for a request. When it rejects, on abort with the reason, nothing is open any more. */
export async function dial(destination: Destination, { identity, line, signal }: DialOptions): Promise<Socket> {
  signal.throwIfAborted();
  const sockets: Socket[] = [];
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const keep = (socket: Socket): Socket => {
    sockets.push(socket);
    // A failure is told to whoever waits for the socket; it must not end the process when nobody does.
    return socket.on("error", () => {});
  };
  using _aborting = onAbort(signal, drop);
  try {
    const { proxy, proxyCa: ca } = destination;
    const way = proxy === undefined ? undefined : await openTunnel(proxy, { to: destination, ca, line, keep });
    signal.throwIfAborted();
    const socket = await openServer(destination, { way, identity, keep });
    signal.throwIfAborted();
    return socket;
  } catch (error) {
    drop();
    await Promise.all(sockets.map(untilClosed));
    throw signal.aborted ? signal.reason : error;
  }
}

interface OpenServerOptions {
  /** A connection that leads there already. */
  readonly way?: Socket | undefined;
  readonly identity?: TlsIdentity | undefined;
  readonly keep: (socket: Socket) => Socket;
}

async function openServer(destination: Destination, { way, identity, keep }: OpenServerOptions): Promise<Socket> {
  const { host, port, isTls } = destination;
  const base = { noDelay: true, keepAlive: true, keepAliveInitialDelay: clientDefaults.keepAliveProbeMs };
  if (!isTls || identity === undefined) {
    return way ?? whenReady(keep(connectPlain({ ...base, host, port })), "connect");
  }
  const { serverName, isUnverified } = destination;
  const { checkServerIdentity, connect } = platformTls();
  const secured = connect({
    ...(way === undefined ? { ...base, host, port } : { socket: way }),
    ...(isIP(serverName) === 0 ? { servername: serverName } : {}),
    secureContext: identity.context,
    // Explicit, since the environment would decide otherwise.
    rejectUnauthorized: !isUnverified,
    checkServerIdentity: (_name, certificate) => checkServerIdentity(serverName, certificate),
    ALPNProtocols: ["http/1.1"],
  });
  return whenReady(keep(secured), "secureConnect");
}

async function untilClosed(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise((resolve) => void socket.once("close", resolve));
}
