import { connect as connectPlain, isIP } from "node:net";
import type { Socket } from "node:net";
import { clientDefaults } from "../defaults.ts";
import { describeRequest, TransportError } from "../errors.ts";
import type { RequestLine } from "../errors.ts";
import { platformTls } from "../platform-tls.ts";
import { openHttpTunnel } from "./http-tunnel.ts";
import { describeProxy } from "./proxy-url.ts";
import type { Proxy } from "./proxy-url.ts";
import { ProxyRefusal } from "./proxy-refusal.ts";
import { openSocks5 } from "./socks5.ts";
import type { Socks5Target } from "./socks5.ts";
import { whenReady } from "./when-ready.ts";

/** Where a tunnel is to lead and what it is for. */
export interface TunnelOptions {
  readonly to: Socks5Target;
  /** Whom to trust as a proxy, beside the system's authorities, in PEM. */
  readonly ca?: string | undefined;
  readonly line: RequestLine;
  /** Is given each socket that is opened, to close it when all of it is over. */
  readonly keep: (socket: Socket) => Socket;
}

/**
 * A connection through a proxy, ready to be used as if it led straight there. The proxy learns the host and the port, never the request.
 * Rejects with `SETPOINT_TRANSPORT_PROXY`, which says nothing of who speaks to the proxy.
 */
export async function openTunnel(proxy: Proxy, { to, ca, line, keep }: TunnelOptions): Promise<Socket> {
  try {
    const socket = await openProxy(proxy, { ca, keep });
    if (proxy.kind === "socks5") await openSocks5(socket, to, proxy);
    else await openHttpTunnel(socket, `${to.host.includes(":") ? `[${to.host}]` : to.host}:${to.port}`, proxy);
    return socket;
  } catch (error) {
    const why = error instanceof ProxyRefusal ? error.message : `it can't be spoken to${platformCode(error)}`;
    const message = `${describeRequest(line)}: ${describeProxy(proxy)} gave no way there: ${why}`;
    throw new TransportError("SETPOINT_TRANSPORT_PROXY", message, { cause: error });
  }
}

function openProxy(proxy: Proxy, { ca, keep }: Pick<TunnelOptions, "ca" | "keep">): Promise<Socket> {
  const { kind, host, port } = proxy;
  const base = { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: clientDefaults.keepAliveProbeMs };
  if (kind !== "https") return whenReady(keep(connectPlain(base)), "connect");
  const { connect, createSecureContext, getCACertificates } = platformTls();
  const trusted = ca === undefined ? undefined : [...getCACertificates("default"), ca];
  const secured = connect({
    ...base,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    secureContext: createSecureContext({ minVersion: "TLSv1.2", ca: trusted }),
    rejectUnauthorized: true,
    ALPNProtocols: ["http/1.1"],
  });
  return whenReady(keep(secured), "secureConnect");
}

function platformCode(error: unknown): string {
  return error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
}
