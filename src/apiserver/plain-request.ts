import { serverDefaults } from "./defaults.ts";
import type { ServerRequest } from "./http-message.ts";

const headEnd = "\r\n\r\n";

/** Only what every reader of HTTP/1.1 takes for the same. A name has letters, digits and hyphens, a value is ASCII, and no line goes on in the next. */
const plainHead = /^(?:GET|POST|PUT|PATCH|DELETE) \/[!"$-~]* HTTP\/1\.1(?:\r\n[A-Za-z0-9-]+:[\t -~]*)+$/;

const plainLength = /^(?:0|[1-9]\d{0,6})$/;

/** What says how the request is carried, or may stand on several lines. */
const unusual = /^(?:expect|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|http2-settings|impersonate-.*)$/;

/**
 * The request that some bytes are, if they are exactly one and it is plain: whole, with a host, a length where there is a body, and nothing
 * unusual in its head. Everything else is undefined, also what is wrong: it is for somebody else to say so.
 */
export function readPlainRequest(bytes: Buffer): ServerRequest | undefined {
  const end = bytes.indexOf(headEnd);
  if (end < 0 || end > serverDefaults.maxHeaderBytes) return undefined;
  const head = bytes.toString("latin1", 0, end);
  if (!plainHead.test(head)) return undefined;
  const [first = "", ...lines] = head.split("\r\n");
  const headers = headersOf(lines);
  if (headers?.["host"] === undefined) return undefined;
  const body = bytes.subarray(end + headEnd.length);
  const { "content-length": length = "0" } = headers;
  if (!plainLength.test(length) || Number(length) !== body.length) return undefined;
  const [method = "", path = ""] = first.split(" ", 2);
  // Requests that only read have no body: whatever comes is not kept.
  return { method, path, headers, repeatedHeaders: [], ...(method !== "GET" && { body }) };
}

function headersOf(lines: readonly string[]): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const at = line.indexOf(":");
    const name = line.slice(0, at).toLowerCase();
    const value = line.slice(at + 1).trim();
    if (unusual.test(name) || Object.hasOwn(headers, name)) return undefined;
    if (name === "connection" && value.toLowerCase() !== "keep-alive") return undefined;
    headers[name] = value;
  }
  return headers;
}
