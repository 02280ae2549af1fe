import { once } from "node:events";
import type { IncomingMessage, ServerResponse as OutgoingResponse } from "node:http";
import { abortable, linkSignals } from "../async/index.ts";
import { serverDefaults } from "./defaults.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";
import { joinBytes } from "./join-bytes.ts";

/** What answers requests. */
export type Handle = (request: ServerRequest) => Promise<ServerResponse>;

/** Looks at a request before its body is read. An answer means that the body never is, and that the connection ends. */
export type Refuse = (head: ServerRequest) => ServerResponse | undefined;

/** One request on a socket, and how to answer it. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: OutgoingResponse;
  readonly handle: Handle;
  readonly refuse: Refuse;
  /** Aborted when the endpoint closes: a stream then ends as if there were nothing more to say. */
  readonly closing: AbortSignal;
}

/**
 * Carries one request to `handle` and its answer back, never faster than the socket takes it. Whoever goes away aborts the request.
 * Never rejects: a socket that fails is destroyed.
 */
export async function carry({ incoming, outgoing, handle, refuse, closing }: Exchange): Promise<void> {
  using scope = linkSignals(closing);
  const gone = (): void => {
    if (!outgoing.writableFinished) scope.abort(new Error("answer a request: the connection was closed"));
  };
  outgoing.on("close", gone);
  outgoing.on("error", gone);
  try {
    const head = headOf(incoming, scope.signal);
    const refusal = refuse(head);
    const answer = refusal ?? (await abortable(answerTo(incoming, head, handle), scope.signal));
    outgoing.writeHead(answer.status, { ...answer.headers, ...(refusal && { connection: "close" }) });
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

/** Requests that only read have no body: whatever comes is not kept. */
async function answerTo(incoming: IncomingMessage, head: ServerRequest, handle: Handle): Promise<ServerResponse> {
  if (head.method === "GET" || head.method === "HEAD") return handle(head);
  return handle({ ...head, body: await readAll(incoming) });
}

function headOf(incoming: IncomingMessage, signal: AbortSignal): ServerRequest {
  const { method = "", url = "" } = incoming;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === "string") headers[name] = value;
  }
  return { method, path: url, headers, signal };
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
