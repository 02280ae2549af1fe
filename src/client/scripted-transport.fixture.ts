import type { HttpRequest, Transport } from "./transport.ts";

/** What a scripted transport answers. The body is JSON unless it is text or bytes. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A transport that answers each request from a script, and the requests that it was given. */
export interface ScriptedTransport {
  readonly send: Transport;
  readonly requests: readonly HttpRequest[];
}

/** Answers in turn; the last answer is repeated. */
export function scriptedTransport(...answers: readonly ScriptedAnswer[]): ScriptedTransport {
  const requests: HttpRequest[] = [];
  const send: Transport = async (request) => {
    requests.push(request);
    const { status = 200, headers = {}, body } = answers[Math.min(requests.length, answers.length) - 1] ?? {};
    return { status, headers, body: chunks(body) };
  };
  return { send, requests };
}

/** The JSON that a request carried. */
export function sentBody(request: HttpRequest | undefined): unknown {
  return request?.body === undefined ? undefined : (JSON.parse(new TextDecoder().decode(request.body)) as unknown);
}

async function* chunks(body: unknown): AsyncGenerator<Uint8Array, void, void> {
  if (body instanceof Uint8Array) yield body;
  else yield new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body ?? {}));
}
