import { getOwn, InvalidInputError, parseJson } from "../../model/index.ts";
import { typeProblem } from "../crd/index.ts";
import { StatusError } from "./errors.ts";
import { goJsonProblem } from "./go-json-problem.ts";

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
  const bytes = Uint8Array.from(atob(token.replaceAll("-", "+").replaceAll("_", "/")), (unit) => unit.charCodeAt(0));
  const text = new TextDecoder().decode(bytes);
  const read = orRefused(text) ?? {};
  const found = Array.isArray(read) ? "array" : typeof read === "boolean" ? "bool" : typeof read;
  if (found !== "object") throw refused(`json: cannot unmarshal ${found} into Go value of type storage.continueToken`);
  const problem = typeProblem(read, { v: "string", rv: "int64", start: "string" }, "continueToken");
  if (problem !== undefined) throw refused(problem);
  return read;
}

function orRefused(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!InvalidInputError.is(error)) throw error;
    throw refused(goJsonProblem(text));
  }
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
