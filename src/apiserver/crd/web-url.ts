import { isDotted, isIpv6 } from "./network-formats.ts";

/** The parts of an address on the web, as Go reads them. */
export interface WebUrl {
  readonly scheme: string;
  /** With the port. */
  readonly host: string;
  /** `undefined` if nobody is named. */
  readonly user: string | undefined;
  readonly query: string;
  readonly fragment: string;
}

/** The parts of a text that need not be a whole address, or why it is none, in Go's words. */
export function parseWebUrl(text: string): WebUrl | string {
  const [before, fragment] = cut(text, "#");
  const read = partsOf(before);
  if (typeof read === "string") return `parse ${quoted(before)}: ${read}`;
  const problem = escapeProblem(fragment);
  return problem === undefined ? { ...read, fragment: unescaped(fragment) } : `parse ${quoted(text)}: ${problem}`;
}

/** Whether a text is an address as the first line of a request has it: absolute, or an absolute path. Nothing in it is a fragment. */
export function isRequestUrl(text: string): boolean {
  if (text === "*") return true;
  if (/^[a-z][a-z\d+.-]*:/i.test(text)) return typeof partsOf(text) !== "string";
  return text.startsWith("/") && !/[\0-\x1f\x7f]/.test(text) && escapeProblem(cut(text, "?")[0]) === undefined;
}

function partsOf(text: string): Omit<WebUrl, "fragment"> | string {
  if (/[\0-\x1f\x7f]/.test(text)) return "net/url: invalid control character in URL";
  if (text.startsWith(":")) return "missing protocol scheme";
  const [, scheme = "", after = text] = /^([a-z][a-z\d+.-]*):([^]*)$/i.exec(text) ?? [];
  const [rest, query] = cut(after, "?");
  const parts = { scheme: scheme.toLowerCase(), host: "", user: undefined, query };
  if (!rest.startsWith("/")) {
    if (scheme !== "") return parts;
    if (cut(rest, "/")[0].includes(":")) return "first path segment in URL cannot contain colon";
  }
  const [, authority, path = rest] =
    /^\/\/([^/]*)([^]*)$/.exec(scheme === "" && rest.startsWith("///") ? "" : rest) ?? [];
  const { host, user } = authorityOf(authority ?? "");
  const problem = hostProblem(host, parts.scheme) ?? userProblem(user ?? "") ?? escapeProblem(path);
  return problem ?? { ...parts, host, user: user === undefined ? undefined : shownUser(user) };
}

function cut(text: string, at: string): readonly [before: string, after: string] {
  const index = text.indexOf(at);
  return index < 0 ? [text, ""] : [text.slice(0, index), text.slice(index + 1)];
}

function authorityOf(text: string): { readonly host: string; readonly user: string | undefined } {
  const at = text.lastIndexOf("@");
  return { host: text.slice(at + 1), user: at < 0 ? undefined : text.slice(0, at) };
}

/** The first `%` that begins no escape, and what follows it. */
function escapeProblem(text: string): string | undefined {
  const escape = /%(?![\da-f]{2}).{0,2}/isu.exec(text)?.[0];
  return escape === undefined ? undefined : `invalid URL escape ${quoted(escape)}`;
}

function hostProblem(host: string, scheme: string): string | undefined {
  // Elsewhere than on the web several hosts with ports may stand there.
  const colon = /^(?:https?)?$/.test(scheme) ? host.indexOf(":") : host.lastIndexOf(":");
  const problem = host.includes("[") ? literalProblem(host) : portProblem(colon < 0 ? "" : host.slice(colon));
  if (problem !== undefined) return problem;
  // Only a `%` itself and what is beyond ASCII may be escaped in a host.
  const name = host.startsWith("[") ? host.replace(/%25.*\]/s, "]") : host;
  const wrong = /%(?!25|[89a-f][\da-f]).{0,2}|[ #\\^`{|}]/isu.exec(name)?.[0];
  if (wrong === undefined) return undefined;
  return wrong.startsWith("%")
    ? `invalid URL escape ${quoted(wrong)}`
    : `invalid character ${quoted(wrong)} in host name`;
}

function portProblem(port: string): string | undefined {
  return port === "" || /^:\d*$/.test(port) ? undefined : `invalid port ${quoted(port)} after host`;
}

/** What is wrong with an address in brackets. */
function literalProblem(host: string): string | undefined {
  if (!host.startsWith("[")) return "invalid IP-literal";
  const end = host.lastIndexOf("]");
  if (end < 0) return "missing ']' in host";
  const problem = portProblem(host.slice(end + 1));
  if (problem !== undefined) return problem;
  const [address, zone] = host.slice(1, end).split("%25", 2);
  if (zone === "") return `invalid host: ParseAddr(${quoted(`${address}%`)}): zone must be a non-empty string`;
  if (address === undefined || address.includes("%")) return undefined;
  if (!isDotted(address) && !isIpv6(address)) return `invalid host: ParseAddr(${quoted(address)}): unable to parse IP`;
  return address.includes(":") ? undefined : "invalid IP-literal";
}

function userProblem(user: string): string | undefined {
  return /^[\w\-.:~!$&'()*+,;=%@]*$/.test(user) ? escapeProblem(user) : "net/url: invalid userinfo";
}

/** Name and password in their one form. */
function shownUser(user: string): string {
  const [name, password] = cut(user, ":");
  const shown = (text: string): string =>
    encodeURIComponent(unescaped(text))
      .replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll(/%(?:24|26|2B|2C|3B|3D)/g, decodeURIComponent);
  return user.includes(":") ? `${shown(name)}:${shown(password)}` : shown(name);
}

/** A text without escapes. Bytes that are no text become the sign for that. */
function unescaped(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) =>
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(
      Uint8Array.from(escapes.slice(1).split("%"), (byte) => parseInt(byte, 16)),
    ),
  );
}

function quoted(text: string): string {
  return JSON.stringify(text)
    .replaceAll(/\\(?:u00([\da-f]{2})|.)/g, (escape, hex?: string) => (hex === undefined ? escape : `\\x${hex}`))
    .replaceAll("\x7f", "\\x7f");
}
