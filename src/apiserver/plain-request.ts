import { serverDefaults } from "./defaults.ts";
import type { ServerRequest } from "./http-message.ts";

const headEnd = "\r\n\r\n";

/** Only what every reader of HTTP/1.1 takes for the same. A name has letters, digits and hyphens, a value is ASCII, and no line goes on in the next. Nobody has more lines than that; the platform counts them, too. */
const plainHead = /^(?:GET|POST|PUT|PATCH|DELETE) \/[!"$-~]* HTTP\/1\.1(?:\r\n[A-Za-z0-9-]+:[\t -~]*){1,100}$/;

const plainLength = /^(?:0|[1-9]\d{0,6})$/;

/** What says how the request is carried. */
const unusual: ReadonlySet<string> = new Set([
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * The request that some bytes are, if they are exactly one and it is plain: whole, with a host, a length where there is a body, and nothing
 * unusual in its head. Everything else is undefined, also what is wrong: it is for somebody else to say so.
 */
export function readPlainRequest(bytes: Buffer): ServerRequest | undefined {
  const end = bytes.indexOf(headEnd);
  if (end < 0 || end > serverDefaults.maxHeaderBytes) return undefined;
  const head = bytes.toString("latin1", 0, end);
  if (!plainHead.test(head)) return undefined;
  const firstEnd = head.indexOf("\r\n");
  const headers = headersOf(head, firstEnd);
  if (headers?.["host"] === undefined) return undefined;
  const body = bytes.subarray(end + headEnd.length);
  const { "content-length": length = "0" } = headers;
  if (!plainLength.test(length) || Number(length) !== body.length) return undefined;
  const [methodEnd, pathEnd] = [head.indexOf(" "), head.lastIndexOf(" ", firstEnd)];
  const [method, path] = [head.slice(0, methodEnd), head.slice(methodEnd + 1, pathEnd)];
  // Requests that only read have no body: whatever comes is not kept.
  return { method, path, headers, repeatedHeaders: [], ...(method !== "GET" && { body }) };
}

/** The lines from a line's end on. */
function headersOf(head: string, firstEnd: number): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (let end = firstEnd; end < head.length;) {
    const start = end + 2;
    const next = head.indexOf("\r\n", start);
    end = next < 0 ? head.length : next;
    const colon = head.indexOf(":", start);
    const name = head.slice(start, colon).toLowerCase();
    const value = head.slice(colon + 1, end).trim();
    if (isUnusual(name, value) || Object.hasOwn(headers, name)) return undefined;
    headers[name] = value;
  }
  return headers;
}

/** Those of impersonation may stand on several lines. */
function isUnusual(name: string, value: string): boolean {
  if (name === "connection") return value.toLowerCase() !== "keep-alive";
  return unusual.has(name) || name.startsWith("impersonate-");
}
