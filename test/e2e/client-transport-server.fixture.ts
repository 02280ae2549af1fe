import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket, TlsOptions } from "node:tls";
import type { CertificatePair } from "../../src/certificates/index.ts";
import { Client } from "../../src/client/index.ts";
import type { ClientOptions } from "../../src/client/index.ts";
import type { ClientConfig } from "../../src/config/index.ts";
import { Namespace } from "../../src/kinds.ts";

/** A server over TLS. */
export interface TlsServer extends AsyncDisposable {
  readonly url: string;
  /** What each request said about who sent it. */
  readonly seen: { readonly user: string | undefined; readonly authorization: string | undefined }[];
  /** From now on connections are accepted with these certificates and authorities. */
  readonly change: (options: TlsOptions) => void;
}

/** Answers every request with a namespace, and a watch with one event of it. Refuses the token `old`. */
export async function startTlsServer(pair: CertificatePair, options: TlsOptions = {}): Promise<TlsServer> {
  const seen: TlsServer["seen"] = [];
  const server = createServer({ cert: pair.certificate, key: pair.key, ...options }, (request, response) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    seen.push({ user: subject?.CN as string | undefined, authorization: request.headers.authorization });
    const object = { metadata: { name: "default" } };
    if (request.headers.authorization === "Bearer old") response.writeHead(401).end();
    else if (request.url?.includes("watch=") === true) response.end(`${JSON.stringify({ type: "ADDED", object })}\n`);
    else response.end(JSON.stringify(object));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    change: (changed) => server.setSecureContext(changed),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

/** The name of the namespace that the server answers with, or the error. */
export async function askWith(client: Client, watches = false): Promise<unknown> {
  const read = async (): Promise<unknown> => {
    if (!watches) return (await client.resource(Namespace).get("default")).metadata.name;
    for await (const event of client.resource(Namespace).watch()) {
      if (event.type !== "BOOKMARK") return event.object.metadata.name;
    }
    return undefined;
  };
  return read().catch((error: unknown) => error);
}

/** The same, with a client that lives for one question. */
export async function ask(
  config: Omit<ClientConfig, "namespace">,
  watches = false,
  options: ClientOptions = {},
): Promise<unknown> {
  await using client = Client.connect({ ...config, namespace: "default" }, options);
  return await askWith(client, watches);
}
