import type { RE2JS } from "re2js";
import { readPattern } from "../crd/index.ts";
import { declare, global, member } from "./declaration.ts";
import type { FunctionDeclaration, Run } from "./declaration.ts";
import { WebAddress, parseUrl } from "./web-address.ts";
import { Failure, ListValue, MapValue } from "./value.ts";
import type { Value } from "./value.ts";

const noOverload: Readonly<Failure> = new Failure("no such overload");

/** Why a text is no regular expression, in the words of Go. */
export function patternProblem(text: string): string | undefined {
  const pattern = readPattern(text);
  return typeof pattern === "string" ? pattern : undefined;
}

/** Patterns are kept while a set of functions lives: rules ask with the same few again and again. */
class Patterns {
  readonly #known = new Map<string, RE2JS | Failure>();

  get(text: string): RE2JS | Failure {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const read = readPattern(text);
    const made = typeof read === "string" ? new Failure(read) : read;
    if (this.#known.size > 1000) this.#known.clear();
    this.#known.set(text, made);
    return made;
  }
}

/** Regular expressions and addresses of the web. */
export function textSearch(): readonly FunctionDeclaration[] {
  const patterns = new Patterns();
  const on = (work: (pattern: RE2JS, text: string, rest: Value | undefined) => Value): Run => {
    return (text, pattern, rest) => {
      if (typeof text !== "string" || typeof pattern !== "string") return noOverload;
      const compiled = patterns.get(pattern);
      return compiled instanceof Failure ? compiled : work(compiled, text, rest);
    };
  };
  const matches = on((pattern, text) => pattern.matcher(text).find());
  const all = on((pattern, text, count) => ListValue.of(found(pattern, text, typeof count === "bigint" ? count : -1n)));
  return [
    declare(
      "matches",
      global("matches", "string, string -> bool", matches),
      member("matches_string", "string, string -> bool", matches),
    ),
    declare(
      "find",
      member(
        "string_find_string",
        "string, string -> string",
        on((pattern, text) => found(pattern, text, 1n)[0] ?? ""),
      ),
    ),
    declare(
      "findAll",
      member("string_find_all_string", "string, string -> list(string)", all),
      member("string_find_all_string_int", "string, string, int -> list(string)", all),
    ),
    ...addresses(),
  ];
}

function found(pattern: RE2JS, text: string, count: bigint): readonly string[] {
  const matcher = pattern.matcher(text);
  const result: string[] = [];
  while ((count < 0n || BigInt(result.length) < count) && matcher.find()) result.push(matcher.group() ?? "");
  return result;
}

function addresses(): readonly FunctionDeclaration[] {
  const part = (name: string, id: string, read: (own: WebAddress) => Value): FunctionDeclaration =>
    declare(
      name,
      member(id, "URL -> string", (own) => (own instanceof WebAddress ? read(own) : noOverload)),
    );
  return [
    declare("url", global("string_to_url", "string -> URL", toUrl)),
    declare(
      "isURL",
      global(
        "is_url_string",
        "string -> bool",
        (text) => typeof text === "string" && parseUrl(text) instanceof WebAddress,
      ),
    ),
    part("getScheme", "url_get_scheme", ({ parts }) => parts.scheme),
    part("getHost", "url_get_host", ({ parts }) => parts.host),
    part("getHostname", "url_get_hostname", ({ hostname }) => hostname),
    part("getPort", "url_get_port", ({ port }) => port),
    part("getEscapedPath", "url_get_escaped_path", ({ parts }) => parts.path),
    declare(
      "getQuery",
      member("url_get_query", "URL -> map(string, list(string))", (own) =>
        own instanceof WebAddress
          ? MapValue.of([...own.query].map(([name, values]) => [name, ListValue.of(values)] as const))
          : noOverload,
      ),
    ),
  ];
}

const toUrl: Run = (text) => {
  const parsed = typeof text === "string" ? parseUrl(text) : noOverload;
  return typeof parsed === "string" ? new Failure(`URL parse error during conversion from string: ${parsed}`) : parsed;
};
