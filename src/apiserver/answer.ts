import type { Status } from "../model/index.ts";
import type { ServerResponse } from "./http-message.ts";

const jsonType = "application/json";

/** An answer of encoded JSON. */
export function bytesAnswer(bytes: Uint8Array, status = 200): ServerResponse {
  return {
    status,
    headers: { "content-type": jsonType, "content-length": String(bytes.length) },
    body: oneChunk(bytes),
  };
}

/** An answer of one value, written as JSON. */
export function jsonAnswer(value: unknown, status = 200): ServerResponse {
  return bytesAnswer(new TextEncoder().encode(`${JSON.stringify(value)}\n`), status);
}

/** An answer of plain text. */
export function textAnswer(text: string, status = 200): ServerResponse {
  const bytes = new TextEncoder().encode(text);
  const headers = { "content-type": "text/plain; charset=utf-8", "content-length": String(bytes.length) };
  return { status, headers: { ...headers, "x-content-type-options": "nosniff" }, body: oneChunk(bytes) };
}

/** An answer of JSON in pieces; without a length it goes on until the body ends. */
export function streamAnswer(body: AsyncIterable<Uint8Array>, length?: number): ServerResponse {
  const headers = { "content-type": jsonType, ...(length === undefined ? {} : { "content-length": String(length) }) };
  return { status: 200, headers, body };
}

/** The answer that tells a failure, with the time to wait if it names one. */
export function statusAnswer(status: Status): ServerResponse {
  const answer = jsonAnswer(status, status.code ?? 500);
  const seconds = status.details?.retryAfterSeconds;
  return seconds === undefined ? answer : { ...answer, headers: { ...answer.headers, "retry-after": String(seconds) } };
}

/** The same answer without its body, as a HEAD request gets it. */
export function withoutBody(answer: ServerResponse): ServerResponse {
  return { ...answer, body: oneChunk(new Uint8Array()) };
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  if (bytes.length > 0) yield bytes;
}
