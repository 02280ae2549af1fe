import type { ServerRequest, ServerResponse } from "./http-message.ts";

/** The answer with a tag of its content, or one that says that whoever asks has that content already. */
export function ifChanged({ headers }: ServerRequest, hash: string, answer: ServerResponse): ServerResponse {
  const tag = `"${hash}"`;
  const { "content-type": _type, "content-length": _length, ...others } = answer.headers;
  const known = (headers["if-none-match"] ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  if (!known.includes(tag)) return { ...answer, headers: { ...answer.headers, etag: tag } };
  return { status: 304, headers: { ...others, etag: tag }, body: nothing() };
}

async function* nothing(): AsyncGenerator<Uint8Array, void, void> {
  // A 304 has no body.
}
