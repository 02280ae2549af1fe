import { Agent, request } from "node:https";
import { TLSSocket } from "node:tls";
import { parse } from "yaml";
import { protobufTables } from "../../src/types/pack/index.ts";
import { createProtobufCodec } from "../../src/wire/index.ts";
import type { ProtobufCodec } from "../../src/wire/index.ts";
import type { Answer, Call, Send } from "./call.ts";

const codec: Readonly<ProtobufCodec> = createProtobufCodec(protobufTables);

/** What stands for the answer of a server that took the connection and closed it instead. No server answers with its status. */
export const hangUp: Answer = { status: 0, headers: {}, text: "connection closed" };

/** Whoever says nothing for so long says nothing, which is an error. */
const patienceMs = 20_000;

/** A server, and whose token is sent to it. */
export interface Place {
  readonly url: string;
  readonly ca: string;
  readonly token: string;
}

/** A sender that keeps its connections until it is closed. */
export interface Sender extends Disposable {
  readonly send: Send;
}

/**
 * Sends calls over TLS, as the one whose token is given. Whatever keeps a server from being asked rejects; only what it does itself, an
 * answer or the end of a connection that it had taken, is an answer.
 */
export function httpsSender({ url, ca, token }: Place): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 16, ca });
  return {
    send: (call) => sendOnce(agent, { url, token }, call),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

function sendOnce(agent: Agent, { url, token }: Pick<Place, "url" | "token">, call: Call): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const body = payloadOf(call.body);
  // Not through URL: it would tidy up paths such as `/api/../x`.
  const { hostname, port } = new URL(url);
  const outgoing = request({
    agent,
    hostname,
    port,
    path: call.path,
    method: call.method,
    headers: {
      accept: "application/json",
      "user-agent": "differential/1",
      authorization: `Bearer ${token}`,
      ...(body === undefined
        ? {}
        : { "content-type": call.contentType ?? "application/json", "content-length": Buffer.byteLength(body) }),
      ...call.headers,
    },
  });
  const fail = (cause: Error): void =>
    reject(new Error(`sending ${call.method} ${call.path} to ${url}: expected an answer`, { cause }));
  outgoing.on("error", (error) => (isHangUp(error, outgoing.socket) ? resolve(hangUp) : fail(error)));
  outgoing.setTimeout(patienceMs, () => outgoing.destroy(new Error(`nothing was said for ${patienceMs} ms`)));
  outgoing.on("response", (incoming) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("error", fail);
    incoming.on("end", () =>
      resolve({
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        text: textOf(Buffer.concat(chunks), incoming.headers["content-type"]),
      }),
    );
  });
  outgoing.end(body);
  return promise;
}

/** Before the handshake has ended a reset says that nobody is there to be asked. */
function isHangUp(error: NodeJS.ErrnoException, socket: unknown): boolean {
  return error.code === "ECONNRESET" && socket instanceof TLSSocket && socket.authorized;
}

/** What YAML and protobuf say, as JSON: how they say it is for other tests. */
function textOf(body: Buffer, type = ""): string {
  if (body.length === 0) return "";
  if (type === "application/yaml") return JSON.stringify(parse(body.toString()));
  return type === "application/vnd.kubernetes.protobuf" ? JSON.stringify(codec.decode(body)) : body.toString();
}

function payloadOf(body: unknown): string | undefined {
  return body === undefined || typeof body === "string" ? body : JSON.stringify(body);
}
