import { text } from "node:stream/consumers";
import type { ApiServer } from "./api-server.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";

/** An answer that was read to its end. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The text as JSON; undefined if it is none. */
  readonly json: unknown;
}

/** What to send besides the method and the path. A `body` is sent as JSON; the credential is added. */
export interface SendOptions extends Partial<Omit<ServerRequest, "body">> {
  readonly body?: unknown;
}

/** A request as an administrator sends it. */
export function requestTo(server: ApiServer, line: string, { body, headers, signal }: SendOptions = {}): ServerRequest {
  const [method = "", path = ""] = line.split(" ");
  return {
    method,
    path,
    headers: { authorization: `Bearer ${server.token}`, ...headers },
    ...(signal === undefined ? {} : { signal }),
    ...(body === undefined ? {} : { body: bytesOf(body) }),
  };
}

function bytesOf(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body));
}

/** Sends `GET /path` and reads the whole answer. */
export async function send(server: ApiServer, line: string, options?: SendOptions): Promise<ReadAnswer> {
  return readAnswer(await server.handle(requestTo(server, line, options)));
}

/** Reads an answer to its end. */
export async function readAnswer({ status, headers, body }: ServerResponse): Promise<ReadAnswer> {
  const all = await text(body);
  return { status, headers, text: all, json: jsonOf(all) };
}

function jsonOf(all: string): unknown {
  try {
    return JSON.parse(all);
  } catch {
    return undefined;
  }
}

/** One event of a watch, parsed. */
export interface ReadEvent {
  readonly type: string;
  readonly object: {
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly resourceVersion: string };
  };
}

/** The events of a watch as they come. */
export async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<ReadEvent, void, void> {
  const decoder = new TextDecoder();
  let pending = "";
  for await (const chunk of body) {
    const lines = (pending + decoder.decode(chunk, { stream: true })).split("\n");
    pending = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as ReadEvent;
  }
}

/** A config map to be written. */
export function configMap(name: string, data: Readonly<Record<string, string>> = {}): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data };
}

/** The definition of a namespaced kind `Network`. */
export const networkDefinition: Readonly<Record<string, unknown>> = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "networks.example.dev" },
  spec: {
    group: "example.dev",
    scope: "Namespaced",
    names: { kind: "Network", plural: "networks", singular: "network", listKind: "NetworkList", shortNames: ["net"] },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};
