import { ProtocolError } from "../errors.ts";
import type { ResponseHead } from "./response-head.ts";

/** Where the body of an answer ends: after so many bytes, after the last chunk, or with the connection. */
export type Framing =
  | { readonly kind: "length"; readonly bytes: number }
  | { readonly kind: "chunked" }
  | { readonly kind: "close" };

const noBody: Framing = Object.freeze({ kind: "length", bytes: 0 });
const chunked: Framing = Object.freeze({ kind: "chunked" });
const untilClose: Framing = Object.freeze({ kind: "close" });

/** How to find the end of the body. What could be read in two ways is refused. */
export function framingOf({ status, isOld, headers }: ResponseHead, method: string): Framing {
  const length = headers["content-length"];
  const coding = headers["transfer-encoding"];
  if (coding !== undefined) {
    // Only what was asked for can be undone, and nothing was.
    if (length !== undefined || isOld || coding.toLowerCase() !== "chunked") {
      throw new ProtocolError("a body with one length, or in chunks and nothing else");
    }
  }
  if (length !== undefined && !/^\d{1,15}$/.test(length)) throw new ProtocolError("one length, in digits");
  if (method === "HEAD" || status === 304) return noBody;
  if (status < 200 || status === 204) {
    if (coding !== undefined || Number(length ?? 0) !== 0) throw new ProtocolError("no body in a 1xx or 204");
    return noBody;
  }
  if (coding !== undefined) return chunked;
  return length === undefined ? untilClose : { kind: "length", bytes: Number(length) };
}

/** Whether the connection may carry another answer after this one. */
export function keepsAlive({ isOld, headers }: ResponseHead, framing: Framing): boolean {
  if (isOld || framing.kind === "close") return false;
  const { connection } = headers;
  return connection === undefined || !/(?:^|,)[ \t]*close[ \t]*(?:,|$)/i.test(connection);
}
