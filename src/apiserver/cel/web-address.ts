import { structType } from "./type.ts";
import type { Type } from "./type.ts";
import { Opaque } from "./value.ts";

/** The parts of an absolute address or path. */
export interface UrlParts {
  readonly text: string;
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

/** An absolute address or an absolute path, as Go reads it. */
export class WebAddress extends Opaque {
  readonly type: Type = addressType;
  readonly parts: UrlParts;

  constructor(parts: UrlParts) {
    super();
    this.parts = parts;
  }

  equals(other: Opaque): boolean {
    return other instanceof WebAddress && other.parts.text === this.parts.text;
  }

  text(): undefined {
    return undefined;
  }

  get port(): string {
    return /:(\d*)$/.exec(this.parts.host)?.[1] ?? "";
  }

  get hostname(): string {
    return this.parts.host.replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1");
  }

  /** The values of each name in the query, in order. */
  get query(): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, readonly string[]>();
    for (const [name, value] of new URLSearchParams(this.parts.query)) {
      found.set(name, [...(found.get(name) ?? []), value]);
    }
    return found;
  }
}

const addressType: Readonly<Type> = structType("kubernetes.URL");

/** The address that a text is, or why it is none, in Go's words. */
export function parseUrl(text: string): WebAddress | string {
  const wrong = (why: string): string => `parse ${JSON.stringify(text)}: ${why}`;
  if (/[\p{Cc}]/u.test(text)) return wrong("net/url: invalid control character in URL");
  if (text === "") return wrong("empty url");
  const [, scheme = "", rest = text] = /^([a-zA-Z][a-zA-Z0-9+.-]*):([^]*)$/.exec(text) ?? [];
  if (scheme === "" && text.startsWith(":")) return wrong("missing protocol scheme");
  if (scheme === "" && !rest.startsWith("/")) return wrong("invalid URI for request");
  const [whole = "", query = ""] = split(rest.replace(/#[^]*$/, ""), "?");
  const [, host = "", path = whole] =
    scheme !== "" || /^\/\/(?!\/)/.test(whole) ? (/^\/\/([^/]*)([^]*)$/.exec(whole) ?? []) : [];
  const escape = /%(?![\da-fA-F]{2}).{0,2}/.exec(`${host}${path}`)?.[0];
  if (escape !== undefined) return wrong(`invalid URL escape ${JSON.stringify(escape)}`);
  const problem = hostProblem(host);
  if (problem !== undefined) return wrong(problem);
  return new WebAddress({
    text,
    scheme: scheme.toLowerCase(),
    host: host.replace(/^.*@/, ""),
    path: escaped(path),
    query,
  });
}

function split(text: string, at: string): readonly string[] {
  const index = text.indexOf(at);
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

function hostProblem(host: string): string | undefined {
  const name = host.replace(/^.*@/, "");
  if (name.startsWith("[") && !name.includes("]")) return "missing ']' in host";
  const port = /(:[^\]]*)$/.exec(name.startsWith("[") ? name.slice(name.indexOf("]")) : name)?.[1];
  if (port !== undefined && !/^:\d*$/.test(port)) return `invalid port ${JSON.stringify(port)} after host`;
  const bad = /[ "<>\\^`{|}]/.exec(name)?.[0];
  return bad === undefined ? undefined : `invalid character ${JSON.stringify(bad)} in host name`;
}

/** What may not stand in a path as it is becomes an escape. */
function escaped(path: string): string {
  return path.replace(/[^\w\-.~!$&'()*+,;=:@/%[\]]/gu, (character) => encodeURIComponent(character));
}
