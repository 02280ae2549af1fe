import * as vitest from "vitest";
import { ApiServer, MemoryStore } from "../../src/apiserver/index.ts";
import { Client, createHttpsTransport } from "../../src/client/index.ts";
import type { Transport } from "../../src/client/index.ts";
import { loadKubeconfig } from "../../src/config/index.ts";
import { describeReal } from "../../tools/control-plane/describe-real.ts";
import { startRealControlPlane } from "../../tools/control-plane/testing.ts";

/** The servers that a test can run on: ours in this process, and the real kube-apiserver over TLS. */
export type ServerName = "embedded" | "real";

/** A server and a namespace in it that nobody else uses. */
export interface TestServer extends AsyncDisposable {
  readonly name: ServerName;
  readonly transport: Transport;
  /** The administrator's. */
  readonly token: string;
  readonly namespace: string;
  /** A client of the server whose default namespace is the test's own. What stands between it and the server is up to the test. */
  connect(wrap?: (transport: Transport) => Transport): Client;
  /** Ends the server and starts another on its store. Only the embedded one can. */
  readonly restart?: () => Promise<void>;
  /** Forgets every change so far. Only the embedded one can; the real one has forgotten its first. */
  readonly compact?: () => void;
}

/** Defines a suite once for each server. A real one that is not there is skipped aloud, or fails in CI. */
export function forEachServer(
  names: readonly ServerName[],
  title: string,
  define: (start: () => Promise<TestServer>) => void,
): void {
  for (const name of names) suites[name](`${title} on the ${name} server`, define);
}

const suites: Readonly<
  Record<ServerName, (title: string, define: (start: () => Promise<TestServer>) => void) => void>
> = {
  embedded: (title, define) => {
    vitest.describe(title, () => {
      define(startEmbedded);
    });
  },
  real: (title, define) => describeReal(title, () => define(startReal)),
};

async function startEmbedded(): Promise<TestServer> {
  const store = new MemoryStore();
  let server = await ApiServer.start({ store });
  const { token } = server;
  const transport: Transport = (request) => server.handle(request);
  return {
    name: "embedded",
    transport,
    token,
    namespace: "default",
    connect: (wrap = (inner) => inner) => Client.over(wrap(transport), { token, namespace: "default" }),
    restart: async () => {
      await server.close();
      server = await ApiServer.start({ store, token });
    },
    compact: () => store.compact(store.revision),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

async function startReal(): Promise<TestServer> {
  await using opened = new AsyncDisposableStack();
  const plane = opened.use(await startRealControlPlane());
  // Its certificate would make an administrator of everybody.
  const https = createHttpsTransport({
    ...(await loadKubeconfig({ path: plane.kubeconfig })),
    clientCertificate: undefined,
  });
  opened.defer(() => https.close());
  const { namespace, token } = plane;
  const owned = opened.move();
  return {
    name: "real",
    transport: https.send,
    token,
    namespace,
    connect: (wrap = (inner) => inner) => Client.over(wrap(https.send), { token, namespace }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
