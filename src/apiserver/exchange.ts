import { once } from "node:events";
import type { IncomingMessage, ServerResponse as OutgoingResponse } from "node:http";
import { abortable, linkSignals } from "../async/index.ts";
import { serverDefaults } from "./defaults.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";
import { joinBytes } from "./join-bytes.ts";

/** What answers requests. */
export type Handle = (request: ServerRequest) => Promise<ServerResponse>;

/** One request on a socket, and how to answer it. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: OutgoingResponse;
  readonly handle: Handle;
  /** Aborted when the endpoint closes: a stream then ends as if there were nothing more to say. */
  readonly closing: AbortSignal;
}

/**
 * Carries one request to `handle` and its answer back, never faster than the socket takes it. Whoever goes away aborts the request.
 * Never rejects: a socket that fails is destroyed.
 */
export async function carry({ incoming, outgoing, handle, closing }: Exchange): Promise<void> {
  using scope = linkSignals(closing);
  const gone = (): void => {
    if (!outgoing.writableFinished) scope.abort(new Error("answer a request: the connection was closed"));
  };
  outgoing.on("close", gone);
  outgoing.on("error", gone);
  try {
    const request = await abortable(readRequest(incoming, scope.signal), scope.signal);
    const answer = await abortable(handle(request), scope.signal);
    outgoing.writeHead(answer.status, answer.headers);
    if (!Object.hasOwn(answer.headers, "content-length")) outgoing.flushHeaders();
    for await (const chunk of answer.body) {
      if (!outgoing.write(chunk)) await once(outgoing, "drain", { signal: scope.signal });
    }
    outgoing.end();
  } catch {
    if (closing.aborted && outgoing.headersSent && !outgoing.writableNeedDrain) outgoing.end();
    else outgoing.destroy();
  }
}

async function readRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<ServerRequest> {
  const { method = "", url = "" } = incoming;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === "string") headers[name] = value;
  }
  return { method, path: url, headers, body: await readAll(incoming), signal };
}

/** Of a body that is too large only so much is kept that this can be seen. */
async function readAll(incoming: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Uint8Array);
    size += (chunk as Uint8Array).length;
    if (size > serverDefaults.maxBodyBytes) break;
  }
  return joinBytes(chunks);
}
