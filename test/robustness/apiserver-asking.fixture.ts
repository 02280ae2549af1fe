import { text } from "node:stream/consumers";
import type { ApiServer } from "../../src/apiserver/index.ts";

/** An answer that was read to its end. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The text as JSON; undefined if it is none. */
  readonly json: AnsweredObject | undefined;
}

/** What the tests look at in an answer. */
export interface AnsweredObject {
  readonly kind?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly metadata?: {
    readonly name?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
    readonly finalizers?: readonly string[];
    readonly deletionTimestamp?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly items?: readonly AnsweredObject[];
}

/** What is sent: bytes as they are, anything else as JSON. */
export interface Sent {
  readonly type?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Config maps of the default namespace. */
export const maps = "/api/v1/namespaces/default/configmaps";

/** A config map to be written. */
export function configMap(name: string, more: object = {}): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, ...more };
}

/** Sends `GET /path` as the administrator, in process, and reads the whole answer. */
export async function ask(server: ApiServer, line: string, sent: Sent = {}): Promise<Answer> {
  const [method = "", path = ""] = line.split(" ");
  const { type = "application/json", body } = sent;
  const headers = { authorization: `Bearer ${server.token}`, "content-type": type, ...sent.headers };
  const request = { method, path, headers, ...(body === undefined ? {} : { body: bytesOf(body) }) };
  const answer = await server.handle(request);
  const all = await text(answer.body);
  return { status: answer.status, text: all, json: parsed(all) };
}

/** The events of a watch as they come; none if it is refused. */
export async function* watchEvents(
  server: ApiServer,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<{ readonly type: string; readonly object: AnsweredObject }, void, void> {
  const headers = { authorization: `Bearer ${server.token}` };
  const { status, body } = await server.handle({ method: "GET", path, headers, signal });
  if (status !== 200) return;
  const decoder = new TextDecoder();
  let pending = "";
  for await (const chunk of body) {
    const lines = (pending + decoder.decode(chunk, { stream: true })).split("\n");
    pending = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as { readonly type: string; readonly object: AnsweredObject };
  }
}

function bytesOf(body: unknown): Uint8Array {
  return body instanceof Uint8Array
    ? body
    : new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
}

function parsed(all: string): AnsweredObject | undefined {
  try {
    return JSON.parse(all) as AnsweredObject;
  } catch {
    return undefined;
  }
}
