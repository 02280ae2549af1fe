import { channel } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { createHttpsTransport } from "./https-transport.ts";
import type { HttpsTransport, HttpsTransportOptions } from "./https-transport.ts";
import type { HttpResponse } from "./transport.ts";

/** A transport to a server of which only the address is known. */
export function connect(server: string, options?: HttpsTransportOptions): HttpsTransport {
  return createHttpsTransport({ server, namespace: "default" }, options);
}

/** The whole body of an answer. */
export async function textOf({ body }: HttpResponse): Promise<string> {
  return Buffer.concat(await Array.fromAsync(body)).toString();
}

/** What a promise rejects with. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Tells every connection that this process opens from now on. */
export function onClientSocket(tell: (socket: Socket) => void): Disposable {
  const sockets = channel("net.client.socket");
  const listener = (message: unknown): void => tell((message as { readonly socket: Socket }).socket);
  sockets.subscribe(listener);
  return { [Symbol.dispose]: () => sockets.unsubscribe(listener) };
}

/** Acts after so many other microtasks. */
export function afterTurns(turns: number, act: () => void): void {
  queueMicrotask(turns === 0 ? act : () => afterTurns(turns - 1, act));
}
