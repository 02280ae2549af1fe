import { execFile } from "node:child_process";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test } from "vitest";
import { realClock, systemRandom } from "../../src/async/index.ts";
import { createAuthority, issueCertificate } from "../../src/certificates/index.ts";
import { clientDefaults } from "../../src/client/index.ts";

const script = fileURLToPath(new URL("client-leaks.ts", import.meta.url));

interface Measure {
  readonly heapBytes: number;
  readonly resources: readonly string[];
  readonly listeners: number;
}

interface Leftovers {
  readonly before: Measure;
  readonly afterRequests: Measure;
  readonly afterWatches: Measure;
  readonly closed: Measure;
}

interface Server extends AsyncDisposable {
  readonly url: string;
  readonly ca: string;
  readonly counts: { requests: number; watches: number; sockets: number; mostSockets: number };
}

async function startServer(): Promise<Server> {
  const authority = createAuthority({ commonName: "authority", clock: realClock, random: systemRandom });
  const { certificate: cert, key } = issueCertificate(authority, {
    commonName: "server",
    usages: ["server"],
    ipAddresses: ["127.0.0.1"],
  });
  const counts = { requests: 0, watches: 0, sockets: 0, mostSockets: 0 };
  const object = JSON.stringify({ metadata: { name: "one", namespace: "default" }, data: { a: "b" } });
  const server = createServer({ cert, key }, (request, response) => {
    if (request.url?.includes("watch=") === true) {
      counts.watches += 1;
      response.write(`{"type":"ADDED","object":${object}}\n`);
    } else {
      counts.requests += 1;
      response.writeHead(request.url?.includes("missing") === true ? 404 : 200).end(object);
    }
  });
  server.on("connection", (socket) => {
    counts.sockets += 1;
    counts.mostSockets = Math.max(counts.mostSockets, counts.sockets);
    socket.on("close", () => void (counts.sockets -= 1));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca: authority.certificate,
    counts,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

test(
  "ten thousand requests and a thousand cancelled watches leave no socket, timer, listener or heap behind [client/leaves-nothing]",
  { timeout: 300_000 },
  async ({ expect }) => {
    const [requests, watches] = [10_000, 1_000];
    await using server = await startServer();
    const env = { ...process.env, SERVER: server.url, CA: server.ca };
    const args = ["--expose-gc", script, String(requests), String(watches)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    const { before, afterRequests, afterWatches, closed } = JSON.parse(stdout) as Leftovers;
    const growth = (from: Measure, to: Measure, count: number): number => (to.heapBytes - from.heapBytes) / count;
    const [perRequest, perWatch] = [
      growth(before, afterRequests, requests),
      growth(afterRequests, afterWatches, watches),
    ];
    process.stdout.write(`bytes left of a request: ${perRequest.toFixed(1)}, of a watch: ${perWatch.toFixed(1)}\n`);
    expect(server.counts.requests).toBe(requests + requests / 4);
    // Those that were aborted before they were sent never came.
    expect(server.counts.watches).toBeGreaterThan(watches / 2);
    expect(server.counts.mostSockets).toBeLessThanOrEqual(clientDefaults.maxSockets + 20);
    expect(server.counts.sockets).toBe(0);
    for (const measure of [before, afterRequests, afterWatches, closed]) {
      expect(measure.resources.filter((name) => /Timeout|Immediate|TCP|TLS|GetAddrInfo/.test(name))).toEqual([]);
      expect(measure.listeners).toBe(0);
    }
    // A request holds kilobytes while it lives, a watch more.
    expect(perRequest).toBeLessThan(64);
    expect(perWatch).toBeLessThan(512);
  },
);
