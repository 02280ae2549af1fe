import { isIPv4, isIPv6 } from "node:net";
import type { Socket } from "node:net";
import type { Proxy, ProxyUser } from "./proxy-url.ts";
import { ProxyRefusal } from "./proxy-refusal.ts";
import { SocketReader } from "./socket-reader.ts";

const version = 5;
const passwordVersion = 1;
const methods = { none: 0, password: 2 } as const;
const addressTypes = { ipv4: 1, name: 3, ipv6: 4 } as const;

/** What the codes of RFC 1928 mean. */
const replies: readonly string[] = [
  "it opened the way",
  "it failed",
  "its rules forbid it",
  "it reaches no such network",
  "it reaches no such host",
  "nobody listens there",
  "it took too long",
  "it does not know the command",
  "it does not know the kind of address",
];

/** Where the way is to lead. */
export interface Socks5Target {
  readonly host: string;
  readonly port: number;
}

/** Asks a SOCKS5 proxy (RFC 1928, 1929), on a socket that is connected to it, for a way to `target`. Rejects with why there is none. */
export async function openSocks5(socket: Socket, target: Socks5Target, { user }: Proxy): Promise<void> {
  using reader = new SocketReader(socket);
  const offered = user === undefined ? [methods.none] : [methods.none, methods.password];
  socket.write(Buffer.from([version, offered.length, ...offered]));
  const [, chosen = 0xff] = expectVersion(await reader.exactly(2), version);
  if (!offered.some((method) => method === chosen)) throw new ProxyRefusal("it asks for other credentials");
  if (chosen === methods.password && user !== undefined) await logIn({ socket, reader, user });
  socket.write(Buffer.concat([Buffer.from([version, 1, 0]), addressOf(target)]));
  const [, reply = 0xff, , type] = expectVersion(await reader.exactly(4), version);
  if (reply !== 0) throw new ProxyRefusal(replies[reply] ?? "it refused");
  await reader.exactly((await boundLength(reader, type)) + 2);
}

interface LogIn {
  readonly socket: Socket;
  readonly reader: SocketReader;
  readonly user: ProxyUser;
}

async function logIn({ socket, reader, user }: LogIn): Promise<void> {
  socket.write(Buffer.concat([Buffer.from([passwordVersion]), short(user.name), short(user.password)]));
  const [, status] = expectVersion(await reader.exactly(2), passwordVersion);
  if (status !== 0) throw new ProxyRefusal("it does not accept the credentials");
}

function expectVersion(bytes: Buffer, expected: number): Buffer {
  if (bytes[0] !== expected) throw new ProxyRefusal("it does not speak SOCKS5");
  return bytes;
}

/** How long the address is that the proxy answers with, and that nobody needs. */
async function boundLength(reader: SocketReader, type: number | undefined): Promise<number> {
  if (type === addressTypes.ipv4) return 4;
  if (type === addressTypes.ipv6) return 16;
  if (type === addressTypes.name) return (await reader.exactly(1))[0] ?? 0;
  throw new ProxyRefusal("it does not speak SOCKS5");
}

function addressOf({ host, port }: Socks5Target): Buffer {
  const portBytes = Buffer.from([port >> 8, port & 0xff]);
  if (isIPv4(host)) return Buffer.concat([Buffer.from([addressTypes.ipv4, ...host.split(".").map(Number)]), portBytes]);
  if (isIPv6(host)) return Buffer.concat([Buffer.from([addressTypes.ipv6]), ipv6Bytes(host), portBytes]);
  return Buffer.concat([Buffer.from([addressTypes.name]), short(host), portBytes]);
}

/** The 16 bytes of an address as `URL` writes it: in lower case, without an IPv4 part. */
function ipv6Bytes(host: string): Buffer {
  const [left = "", right] = host.split("::");
  const groups = (text: string): number[] =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const [before, after] = [groups(left), groups(right ?? "")];
  const all = [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}

/** Text with its length in front. */
function short(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > 255 || bytes.length === 0)
    throw new ProxyRefusal("SOCKS5 has room for 1 to 255 bytes of a name or a password");
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}
