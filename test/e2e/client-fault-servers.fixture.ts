import { describe } from "vitest";
import { ApiServer } from "../../src/apiserver/index.ts";
import { describeReal } from "../../tools/control-plane/describe-real.ts";
import { startRealControlPlane } from "../../tools/control-plane/testing.ts";

/** A server that listens, so that something can stand between it and a client, and a namespace in it that nobody else uses. */
export interface ListeningServer extends AsyncDisposable {
  readonly server: string;
  readonly ca: string;
  /** The administrator's. */
  readonly token: string;
  readonly namespace: string;
}

type Start = () => Promise<ListeningServer>;

/** Defines a suite once for our server over TLS and once for the real one. */
export function forEachListeningServer(title: string, define: (start: Start) => void): void {
  describe(`${title} on the embedded server`, () => {
    define(startEmbedded);
  });
  describeReal(`${title} on the real server`, () => define(startReal));
}

async function startEmbedded(): Promise<ListeningServer> {
  const api = await ApiServer.start();
  const { url: server, ca } = await api.listen();
  return { server, ca, token: api.token, namespace: "default", [Symbol.asyncDispose]: () => api.close() };
}

async function startReal(): Promise<ListeningServer> {
  const plane = await startRealControlPlane();
  const { server, ca, token, namespace } = plane;
  return { server, ca, token, namespace, [Symbol.asyncDispose]: () => plane[Symbol.asyncDispose]() };
}
