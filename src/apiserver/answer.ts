import type { Status } from "../model/index.ts";
import type { ServerResponse } from "./http-message.ts";
import { PartsBody } from "./parts-body.ts";

const jsonType = "application/json";

function bytesAnswer(bytes: Uint8Array, status = 200): ServerResponse {
  return {
    status,
    headers: { "content-type": jsonType, "content-length": String(bytes.length) },
    body: new PartsBody([bytes]),
  };
}

function jsonAnswer(value: unknown, status = 200): ServerResponse {
  return bytesAnswer(new TextEncoder().encode(`${JSON.stringify(value)}\n`), status);
}

/** An answer of plain text. */
export function textAnswer(text: string, status = 200): ServerResponse {
  const bytes = new TextEncoder().encode(text);
  const headers = { "content-type": "text/plain; charset=utf-8", "content-length": String(bytes.length) };
  return { status, headers: { ...headers, "x-content-type-options": "nosniff" }, body: new PartsBody([bytes]) };
}

/** An answer that goes on until its body ends. */
export function streamAnswer(body: AsyncIterable<Uint8Array>, contentType: string): ServerResponse {
  return { status: 200, headers: { "content-type": contentType }, body };
}

/** An answer whose body is made of many parts, which go out in pieces of a bounded size. */
export function partsAnswer(
  parts: readonly Uint8Array[],
  { status, contentType }: { readonly status: number; readonly contentType: string },
): ServerResponse {
  const body = new PartsBody(parts);
  return { status, headers: { "content-type": contentType, "content-length": String(body.length) }, body };
}

/** The answer that tells a failure, with the time to wait if it names one. */
export function statusAnswer(status: Status): ServerResponse {
  return withRetryAfter(jsonAnswer(status, status.code ?? 500), status);
}

/** The same answer with the time to wait, if the Status names one. */
export function withRetryAfter(answer: ServerResponse, status: Status): ServerResponse {
  const seconds = status.details?.retryAfterSeconds;
  return seconds === undefined ? answer : { ...answer, headers: { ...answer.headers, "retry-after": String(seconds) } };
}

/** The same answer without its body, as a HEAD request gets it. */
export function withoutBody(answer: ServerResponse): ServerResponse {
  return { ...answer, body: new PartsBody([]) };
}
