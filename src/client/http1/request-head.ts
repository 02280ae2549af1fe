import { InvalidRequestError } from "../errors.ts";
import type { HttpRequest } from "../transport.ts";

/** How a connection carries a request is not the request's to say. */
const reserved: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const tokenText = /^[\w!#$%&'*+.^`|~-]+$/;
const pathText = /^\/[\x21-\x7e]*$/;
const refusedInValue = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * The lines before the body of a request, to be written in Latin-1. Refuses what would end a line early or say where the body ends in
 * another way than its bytes do; what was refused is not quoted.
 */
export function requestHead(
  request: HttpRequest,
  { host, path }: { readonly host: string; readonly path: string },
): string {
  const { method, headers, repeatedHeaders, body } = request;
  if (!tokenText.test(method) || method === "CONNECT" || !pathText.test(path)) {
    throw new InvalidRequestError("send a request: expected a method and a path that HTTP/1.1 allows");
  }
  let text = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n`;
  for (const name of Object.keys(headers)) text += headerLine(name, headers[name] as string);
  if (repeatedHeaders !== undefined) for (const [name, value] of repeatedHeaders) text += headerLine(name, value);
  const length = body?.length ?? (method === "GET" || method === "HEAD" ? undefined : 0);
  return length === undefined ? `${text}\r\n` : `${text}content-length: ${length}\r\n\r\n`;
}

function headerLine(name: string, value: string): string {
  if (!tokenText.test(name) || refusedInValue.test(value) || reserved.has(name.toLowerCase())) {
    const expected = "a name and a value that HTTP allows, and none that says how the request is carried";
    throw new InvalidRequestError(`send the header ${JSON.stringify(name)}: expected ${expected}`);
  }
  return `${name}: ${value}\r\n`;
}
