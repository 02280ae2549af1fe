import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { serverDefaults } from "./defaults.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";

/** The answer as it goes over a socket: a long one is compressed for whoever takes that, as Kubernetes does. Streams never are. */
export function compressed({ method, headers }: ServerRequest, answer: ServerResponse): ServerResponse {
  const { "content-length": length, ...rest } = answer.headers;
  const isWanted = /(?:^|,)\s*gzip\s*(?:,|;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|$)/i.test(headers["accept-encoding"] ?? "");
  if (!isWanted || method !== "GET" || Number(length ?? 0) < serverDefaults.compressFromBytes) return answer;
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
