/**
 * Little more than the platform: TLS, a connection for each watcher, and one buffer that is written to all of them. It keeps nothing and
 * checks nothing, and whoever does not read gets more all the same. It prints how to reach it, and ends with its standard input.
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, DEFAULT_CIPHERS } from "node:tls";
import type { TLSSocket } from "node:tls";
import { realClock, systemRandom } from "../../src/async/index.ts";
import { createAuthority, issueCertificate } from "../../src/certificates/index.ts";

/** As long as what our server tells of the same write. */
const line = `${JSON.stringify({ type: "ADDED", object: "0".repeat(1298) })}\n`;
const event = Buffer.from(`${line.length.toString(16)}\r\n${line}\r\n`);
const stream = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
const watchers = new Set<TLSSocket>();

function answer(socket: TLSSocket, request: string): void {
  if (request.includes("watch=1")) {
    socket.write(stream);
    watchers.add(socket);
    return;
  }
  const body = JSON.stringify({ metadata: { resourceVersion: "1" } });
  socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  if (!request.startsWith("POST")) return;
  for (const watcher of watchers) watcher.write(event);
}

/** Every piece that comes is taken for a whole request: the generator sends them so. */
function serve(socket: TLSSocket): void {
  socket.on("data", (chunk: Buffer) => answer(socket, chunk.toString("latin1", 0, chunk.indexOf("\r\n"))));
  socket.on("error", () => undefined);
  socket.on("close", () => watchers.delete(socket));
}

const authority = createAuthority({ commonName: "bare", clock: realClock, random: systemRandom });
const { certificate: cert, key } = issueCertificate(authority, {
  commonName: "bare",
  usages: ["server"],
  dnsNames: ["localhost"],
  ipAddresses: ["127.0.0.1"],
});
// As our server: what is written costs less than with a longer key.
const ciphers = `TLS_AES_128_GCM_SHA256:${DEFAULT_CIPHERS}`;
const server = createServer({ cert, key, ciphers, noDelay: true }, serve).listen(0, "127.0.0.1");
await once(server, "listening");
const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
process.stdout.write(`${JSON.stringify({ server: url, ca: authority.certificate, token: "none" })}\n`);
process.stdin.resume();
await once(process.stdin, "end");
process.exit();
