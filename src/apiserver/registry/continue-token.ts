import { getOwn, parseJson } from "../../model/index.ts";
import { StatusError } from "./errors.ts";

/** Where a page begins, and which state it is of. */
export interface Continuation {
  /** -1 for the newest state, whatever the pages before were of. */
  readonly revision: number;
  /** The first key that may be on the page, within what is listed. */
  readonly start: string;
}

const version = "meta.k8s.io/v1";

/** The text that a client sends back to get the next page. */
export function formatContinue({ revision, start }: Continuation): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ v: version, rv: revision, start }));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Reads what a client sent. Throws 400 for what this server can't have given. */
export function parseContinue(token: string): Continuation {
  const read = readToken(token);
  const [v, revision, start] = [getOwn(read, "v"), getOwn(read, "rv"), getOwn(read, "start")];
  if (v !== version) throw refused(`server does not recognize this encoded version ${String(v ?? "")}`);
  if (typeof revision !== "number" || !Number.isSafeInteger(revision) || revision === 0 || revision < -1) {
    throw refused(`incorrect encoded start resourceVersion (version ${version})`);
  }
  if (typeof start !== "string" || start === "") throw refused(`encoded start key empty (version ${version})`);
  return { revision, start };
}

function readToken(token: string): object {
  const illegal = illegalAt(token);
  if (illegal !== undefined) throw refused(`illegal base64 data at input byte ${illegal}`);
  let read: unknown;
  try {
    const bytes = Uint8Array.from(atob(token.replaceAll("-", "+").replaceAll("_", "/")), (unit) => unit.charCodeAt(0));
    read = parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw refused("no JSON");
  }
  if (typeof read !== "object" || read === null) throw refused("no JSON object");
  return read;
}

/** Where a text stops being base64 for URLs; the last piece may be shorter, but for one character alone. */
function illegalAt(token: string): number | undefined {
  const at = token.search(/[^\w-]/);
  if (at >= 0) return at;
  return token.length % 4 === 1 ? token.length - 1 : undefined;
}

function refused(why: string): StatusError {
  return StatusError.badRequest(`invalid continue token: continue key is not valid: ${why}`);
}
