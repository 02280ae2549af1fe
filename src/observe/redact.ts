import { secretPairs } from "./secret-pairs.ts";
import { cutOut, endOfRun, isAlphanumeric } from "./scan.ts";
import type { Span } from "./scan.ts";

/**
 * The text with every secret in it that can be told by its shape or by the name before it replaced by `[redacted]`: credentials of an
 * HTTP authorization, JSON web tokens, private keys in PEM (also in base64, as in a kubeconfig), the user part of a URL, `password=…`,
 * `"token": "…"`, `client-key-data: …`, the data of a Kubernetes Secret written as JSON or YAML.
 *
 * Takes time in proportion to the length of the text, whatever is in it. Where it can't know where a secret ends, it takes more.
 */
export function redactText(text: string): string {
  if (!mayHoldSecret.test(text)) return text;
  // Each shape is looked for in the text as it came: what one has cut out can't hide the next from another.
  return cutOut(text, [
    ...privateKeys(text),
    ...encodedKeys(text),
    ...webTokens(text),
    ...userInfos(text),
    ...httpCredentials(text),
    ...secretManifest(text),
    ...secretPairs(text),
  ]);
}

/** Every shape below has one of these in it, so that the usual text costs one pass. */
const mayHoldSecret = /[:=]|-----BEGIN |LS0tLS1CRUdJTi|eyJ|bearer|basic/i;

/** The lookahead spares what follows "bearer" and "basic" in prose and in a server's challenge. */
const credentials =
  /(?<![A-Za-z])((?:bearer|basic)(?:\s|%20){1,64})(?!(?:bearer|basic|auth|authentication|authorization|tokens?|credentials?|header|scheme|access)\.?(?![\w.~+/=-])|(?:realm|scope|error|charset)=)[\w.~+/=-]+/gi;

function* httpCredentials(text: string): Generator<Span> {
  for (const { 0: whole, 1: scheme = "", index } of text.matchAll(credentials)) {
    yield { start: index + scheme.length, end: index + whole.length };
  }
}

const pemBegin = "-----BEGIN ";

/** From `-----BEGIN … PRIVATE KEY-----` through its end mark; without an end mark, all that follows. */
function* privateKeys(text: string): Generator<Span> {
  let from = 0;
  for (;;) {
    const start = text.indexOf(pemBegin, from);
    if (start === -1) return;
    const labelEnd = text.indexOf("-----", start + pemBegin.length);
    if (labelEnd !== -1 && !text.slice(start, Math.min(labelEnd, start + 80)).includes("PRIVATE")) {
      from = labelEnd;
      continue;
    }
    const endMark = labelEnd === -1 ? -1 : text.indexOf("-----END ", labelEnd + 5);
    const end = endMark === -1 ? -1 : text.indexOf("-----", endMark + 9);
    from = end === -1 ? text.length : end + 5;
    yield { start, end: from };
  }
}

/** `-----BEGIN ` in base64, without the last characters, which depend on what follows. */
const encodedPem = "LS0tLS1CRUdJTi";

/** Any PEM in base64: a bundle may hold a key after its certificates. */
function* encodedKeys(text: string): Generator<Span> {
  let end = 0;
  for (;;) {
    const start = text.indexOf(encodedPem, end);
    if (start === -1) return;
    end = endOfRun(text, start, isBase64);
    yield { start, end };
  }
}

/** Two or more base64url parts joined by dots, the first a JSON object. */
function* webTokens(text: string): Generator<Span> {
  let from = 0;
  for (;;) {
    const start = text.indexOf("eyJ", from);
    if (start === -1) return;
    const headerEnd = endOfRun(text, start, isBase64Url);
    const isToken = headerEnd - start >= 10 && text[headerEnd] === "." && isBase64Url(text.charCodeAt(headerEnd + 1));
    from = isToken ? endOfRun(text, headerEnd, isTokenCharacter) : headerEnd;
    if (isToken) yield { start, end: from };
  }
}

/** What stands before the `@` of a URL. A password with a raw `/`, `?` or `#` in it is known by what would be no port. */
function* userInfos(text: string): Generator<Span> {
  let runEnd = 0;
  let lastAt = -1;
  let from = 0;
  for (;;) {
    const scheme = text.indexOf("://", from);
    if (scheme === -1) return;
    const start = scheme + 3;
    if (start > runEnd) {
      runEnd = endOfRun(text, start, isUrlCharacter);
      lastAt = start + text.slice(start, runEnd).lastIndexOf("@");
      if (text[lastAt] !== "@") lastAt = -1;
    }
    from = start;
    if (lastAt < start) continue;
    const authority = text.slice(start, endOfRun(text, start, isAuthorityCharacter));
    const at = authority.lastIndexOf("@");
    if (at === -1 && !hasImpossiblePort(authority)) continue;
    from = at === -1 ? lastAt : start + at;
    yield { start, end: from };
  }
}

function hasImpossiblePort(authority: string): boolean {
  const colon = authority.indexOf(":");
  return colon !== -1 && !authority.startsWith("[") && !/^\d*$/.test(authority.slice(colon + 1));
}

const secretKind = /kind[\\"'\s]*[:=][\\"'\s]*Secret(?:List)?(?![A-Za-z])/;

/** A Kubernetes Secret that was written out: everything from its data on. */
function* secretManifest(text: string): Generator<Span> {
  if (!secretKind.test(text)) return;
  const found = /(?<![A-Za-z])(?:data|stringData)[\\"']*\s*[:=]/.exec(text);
  if (found !== null) yield { start: found.index + found[0].length, end: text.length };
}

function isBase64Url(code: number): boolean {
  return isAlphanumeric(code) || code === 0x2d || code === 0x5f;
}

function isTokenCharacter(code: number): boolean {
  return isBase64Url(code) || code === 0x2e;
}

function isBase64(code: number): boolean {
  return isBase64Url(code) || code === 0x2b || code === 0x2f || code === 0x3d;
}

/** Not a space, control character, quote, backtick or angle bracket. */
function isUrlCharacter(code: number): boolean {
  return code > 0x20 && code !== 0x22 && code !== 0x27 && code !== 0x60 && code !== 0x3c && code !== 0x3e;
}

/** A URL character that is not `/`, `?` or `#`. */
function isAuthorityCharacter(code: number): boolean {
  return isUrlCharacter(code) && code !== 0x2f && code !== 0x3f && code !== 0x23;
}
