import { serverDefaults } from "../defaults.ts";
import type { ServerRequest } from "../http-message.ts";
import { refusedInValue } from "../header-value.ts";
import { sizeOf } from "./header-tables.ts";
import type { Header } from "./header-tables.ts";

const plainName = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const plainPath = /^\/[\x21-\x7e\x80-\xff]*$/;
const plainScheme = /^[A-Za-z][A-Za-z0-9+.-]*$/;
const plainMethod = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const plainLength = /^\d{1,15}$/;
/** Not all that is white space in a text: a value is bytes. */
const outerSpace = /^[\t ]+|[\t ]+$/g;

/** What only makes sense in HTTP/1.1. */
const ofOneConnection: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);

/** Those of which only the first counts; of all others the values stand side by side. */
const single: ReadonlySet<string> = new Set(["authorization", "content-type", "if-none-match", "user-agent"]);

/** Those that say one thing, or nothing that can be relied on. */
const unique: ReadonlySet<string> = new Set(["content-length", "host"]);

/** The head of a request over HTTP/2. */
export interface RequestHead {
  readonly request: ServerRequest;
  /** How long its body will be, if it says so. */
  readonly length: number | undefined;
}

/** Takes the headers of a request one by one. */
export class RequestHeadReader {
  readonly #pseudo: Record<string, string> = {};
  readonly #headers: Record<string, string> = {};
  readonly #repeated: Header[] = [];
  #size = 0;
  #isMalformed = false;
  #hasHeaders = false;

  /** More than is read; what came after that is not kept. */
  get isTooLong(): boolean {
    return this.#size > serverDefaults.maxHeaderBytes;
  }

  /** Whether it is what may come after a body: without what only the head of a request has. */
  get isTrailer(): boolean {
    return !this.#isMalformed && !this.isTooLong && Object.keys(this.#pseudo).length === 0;
  }

  readonly take = (header: Header): void => {
    this.#size += sizeOf(header);
    if (this.isTooLong || this.#isMalformed) return;
    const [name, value] = header;
    if (name.startsWith(":")) this.#takePseudo(name, value);
    else this.#takeHeader(name, value);
  };

  /** The request; undefined if it breaks a rule. */
  read(): RequestHead | undefined {
    const { ":method": method, ":path": path, ":scheme": scheme, ":authority": authority } = this.#pseudo;
    if (this.#isMalformed || method === undefined || path === undefined || scheme === undefined) return undefined;
    if (!plainMethod.test(method) || !plainScheme.test(scheme) || !isPath(path, method)) return undefined;
    const headers = this.#headers;
    const { "content-length": length } = headers;
    if (length !== undefined && !plainLength.test(length)) return undefined;
    if (authority) headers["host"] = authority;
    return {
      request: { method, path, headers, repeatedHeaders: this.#repeated },
      length: length === undefined ? undefined : Number(length),
    };
  }

  /** What HTTP/1.1 has in its first line comes before everything else, once. */
  #takePseudo(name: string, value: string): void {
    const isKnown = name === ":method" || name === ":path" || name === ":scheme" || name === ":authority";
    if (!isKnown || this.#hasHeaders || name in this.#pseudo) this.#isMalformed = true;
    this.#pseudo[name] = value;
  }

  #takeHeader(name: string, given: string): void {
    this.#hasHeaders = true;
    const isForbidden = ofOneConnection.has(name) || (name === "te" && given !== "trailers");
    if (isForbidden || !plainName.test(name) || refusedInValue.test(given)) {
      this.#isMalformed = true;
      return;
    }
    const value = given.replace(outerSpace, "");
    // The names of groups may have commas in them, so that each has a line of its own.
    if (name.startsWith("impersonate-")) {
      this.#repeated.push([name, value]);
      return;
    }
    const before = Object.hasOwn(this.#headers, name) ? this.#headers[name] : undefined;
    if (before === undefined) this.#headers[name] = value;
    else if (unique.has(name)) this.#isMalformed = true;
    else if (!single.has(name)) this.#headers[name] = `${before}${name === "cookie" ? "; " : ", "}${value}`;
  }
}

/** Tunnels are not made, and only options are those of the whole server. */
function isPath(path: string, method: string): boolean {
  if (path === "*") return method === "OPTIONS";
  return method !== "CONNECT" && plainPath.test(path);
}
