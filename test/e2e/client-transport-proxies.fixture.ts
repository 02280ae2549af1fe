import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { CertificatePair } from "../../src/certificates/index.ts";

/** A proxy on this machine. */
export interface TestProxy extends AsyncDisposable {
  readonly port: number;
  /** What it was asked for: `CONNECT host:port`, and with which credentials. */
  readonly asked: string[];
}

/** A proxy that opens tunnels for whoever asks by CONNECT; with a pair, over TLS. */
export function startHttpProxy(pair?: CertificatePair): Promise<TestProxy> {
  const asked: string[] = [];
  const onConnection = (socket: Socket): void => {
    let text = "";
    const onData = (bytes: Buffer): void => {
      text += bytes.toString("latin1");
      if (!text.includes("\r\n\r\n")) return;
      socket.off("data", onData);
      const authorization = /^proxy-authorization: (.*)\r$/m.exec(text)?.[1] ?? "nobody";
      const [, host = "", port = ""] = /^CONNECT (.+):(\d+) /.exec(text) ?? [];
      asked.push(`CONNECT ${host}:${port} by ${authorization}`);
      join(socket, { host: host.replace(/^\[|\]$/g, ""), port: Number(port), hello: "HTTP/1.1 200 Connected\r\n\r\n" });
    };
    socket.on("error", () => {}).on("data", onData);
  };
  const server =
    pair === undefined
      ? createServer(onConnection)
      : createTlsServer({ cert: pair.certificate, key: pair.key }, onConnection);
  return listen(server, asked);
}

/** A SOCKS5 proxy; with a user, for nobody else. */
export function startSocks5Proxy(user?: { readonly name: string; readonly password: string }): Promise<TestProxy> {
  const asked: string[] = [];
  const server = createServer((socket) => {
    void serveSocks5(
      socket.on("error", () => {}),
      { user, asked },
    ).catch(() => socket.destroy());
  });
  return listen(server, asked);
}

interface SocksOptions {
  readonly user?: { readonly name: string; readonly password: string } | undefined;
  readonly asked: string[];
}

async function serveSocks5(socket: Socket, { user, asked }: SocksOptions): Promise<void> {
  const greeting = await next(socket);
  const method = user === undefined ? 0 : 2;
  if (!greeting.subarray(2).includes(method)) {
    socket.end(Buffer.from([5, 0xff]));
    return;
  }
  socket.write(Buffer.from([5, method]));
  if (user !== undefined) {
    const login = await next(socket);
    const nameEnd = 2 + (login[1] ?? 0);
    const [name, password] = [login.subarray(2, nameEnd).toString(), login.subarray(nameEnd + 1).toString()];
    const isKnown = name === user.name && password === user.password;
    socket.write(Buffer.from([1, isKnown ? 0 : 1]));
    if (!isKnown) return;
  }
  const request = await next(socket);
  const [, , , type = 0, length = 0] = request;
  const port = request.readUInt16BE(request.length - 2);
  const host = type === 3 ? request.subarray(5, 5 + length).toString() : Array.from(request.subarray(4, 8)).join(".");
  asked.push(`${type === 3 ? "name" : "address"} ${host}:${port}`);
  join(socket, { host, port, hello: Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]) });
}

function next(socket: Socket): Promise<Buffer> {
  return new Promise((resolve) => void socket.once("data", resolve));
}

interface Target {
  readonly host: string;
  readonly port: number;
  /** What is said when the way is open. */
  readonly hello: string | Buffer;
}

function join(socket: Socket, { host, port, hello }: Target): void {
  const onward = connect({ host, port }, () => {
    socket.write(hello);
    socket.pipe(onward);
    onward.pipe(socket);
  });
  onward.on("error", () => socket.destroy());
  onward.on("close", () => socket.destroy());
  socket.on("close", () => onward.destroy());
}

async function listen(server: Server, asked: string[]): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
