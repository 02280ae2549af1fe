import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { serverDefaults } from "./defaults.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";

const isGzipWanted = /(?:^|,)\s*gzip\s*(?:,|;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|$)/i;

/** The answer as it goes over a socket: a long one is compressed for whoever takes that, as Kubernetes does. Streams never are. */
export function compressed({ method, headers }: ServerRequest, answer: ServerResponse): ServerResponse {
  const { "content-length": length = "0" } = answer.headers;
  if (method !== "GET" || Number(length) < serverDefaults.compressFromBytes) return answer;
  if (!isGzipWanted.test(headers["accept-encoding"] ?? "")) return answer;
  const { "content-length": _length, ...rest } = answer.headers;
  return {
    ...answer,
    headers: {
      ...rest,
      "content-encoding": "gzip",
      vary: [rest["vary"], "Accept-Encoding"].filter((name) => name !== undefined).join(", "),
    },
    body: gzipped(answer.body),
  };
}

/** Nothing is read from the body before somebody reads; leaving early leaves the body as well. */
async function* gzipped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const gzip = createGzip({ level: serverDefaults.compressLevel });
  // What goes wrong is what the iteration throws.
  pipeline(Readable.from(body), gzip, () => undefined);
  yield* gzip as AsyncIterable<Uint8Array>;
}
