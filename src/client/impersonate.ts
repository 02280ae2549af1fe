import type { Impersonation } from "../config/index.ts";
import { InvalidRequestError } from "./errors.ts";
import type { Middleware } from "./transport.ts";

/** Asks the server to take each request for somebody else's, unless the request itself names somebody. Needs the right to do so there. */
export function impersonate({ user, uid, groups = [], extra = {} }: Impersonation): Middleware {
  const own: readonly (readonly [string, string])[] = [
    ["impersonate-user", headerValue(user)],
    ...(uid === undefined ? [] : [["impersonate-uid", headerValue(uid)] as const]),
    ...groups.map((group) => ["impersonate-group", headerValue(group)] as const),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.map((value) => [`impersonate-extra-${escapeKey(key)}`, headerValue(value)] as const),
    ),
  ];
  return (next) => (request) => {
    if (Object.hasOwn(request.headers, "impersonate-user")) return next(request);
    return next({ ...request, repeatedHeaders: [...own, ...(request.repeatedHeaders ?? [])] });
  };
}

/** Headers carry bytes: text beyond ASCII goes as UTF-8, each byte as one character. */
function headerValue(text: string): string {
  const bytes = Buffer.from(text).toString("latin1");
  if (!/[\x00-\x08\x0a-\x1f\x7f]/.test(bytes)) return bytes;
  throw new InvalidRequestError("impersonate somebody: expected names without control characters");
}

/** The key as a part of a header's name. What may not stand there is escaped, and so is the escape. */
function escapeKey(key: string): string {
  return Array.from(Buffer.from(key), (byte) => {
    const character = String.fromCharCode(byte);
    if (/[\w!#$&'*+.^`|~-]/.test(character)) return character;
    return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}
