import type { Issue, Source } from "./source.ts";

/** What a token is: one of these names, or its own text for operators and words of the language. */
export type TokenKind = string;

/** A word, literal or operator of an expression. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly offset: number;
}

const words: ReadonlySet<string> = new Set(["in", "true", "false", "null"]);

const escape = String.raw`\\(?:[abfnrtv"'\\?${"`"}]|[0-3][0-7][0-7]|[xX][\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8})`;
const raw = String.raw`[rR](?:"""[^]*?"""|'''[^]*?'''|"[^"\n\r]*"|'[^'\n\r]*')`;
const long = String.raw`"""(?:${escape}|[^\\])*?"""|'''(?:${escape}|[^\\])*?'''`;
const short = String.raw`"(?:${escape}|[^\\"\n\r])*"|'(?:${escape}|[^\\'\n\r])*'`;

/** Of these the first that matches counts. */
const patterns: readonly (readonly [TokenKind, string])[] = [
  ["skip", String.raw`[\t \r\n\f]+|\/\/[^\n]*`],
  ["bytes", `[bB](?:${raw}|${long}|${short})`],
  ["string", `${raw}|${long}|${short}`],
  ["double", String.raw`\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?`],
  ["uint", String.raw`(?:0x[\da-fA-F]+|\d+)[uU]`],
  ["int", String.raw`0x[\da-fA-F]+|\d+`],
  ["identifier", String.raw`[A-Za-z_][A-Za-z\d_]*`],
  ["quoted identifier", "`[A-Za-z\\d_.\\-/ ]+`"],
  ["operator", String.raw`==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]`],
];

/** The tokens of an expression, the last of which is its end, and what is no token at all. */
export function tokenize(source: Source): { readonly tokens: readonly Token[]; readonly issues: readonly Issue[] } {
  const tokens: Token[] = [];
  const issues: Issue[] = [];
  const pattern = new RegExp(patterns.map(([, one]) => `(${one})`).join("|"), "y");
  let index = 0;
  let offset = 0;
  while (index < source.text.length) {
    pattern.lastIndex = index;
    const { kind, text } = read(pattern.exec(source.text)) ?? unknown(source.text, index);
    if (kind === "unknown") issues.push({ offset, message: `Syntax error: token recognition error at: '${text}'` });
    else if (kind !== "skip") tokens.push({ kind, text, offset });
    index += text.length;
    offset += Array.from(text).length;
  }
  return { tokens: [...tokens, { kind: "end", text: "<EOF>", offset }], issues };
}

interface Match {
  readonly kind: TokenKind;
  readonly text: string;
}

function read(found: RegExpExecArray | null): Match | undefined {
  if (found === null) return undefined;
  const [text] = found;
  const [kind = "unknown"] = patterns[found.slice(1).findIndex((group) => group !== undefined)] ?? [];
  return { kind: kind === "operator" || words.has(text) ? text : kind, text };
}

/** A quote that never ends takes the rest of its line with it, and half an operator what follows it. */
function unknown(text: string, index: number): Match {
  const rest = /^(?:["'][^\n\r]*|[=&|][^]?)/.exec(text.slice(index));
  return { kind: "unknown", text: rest?.[0] ?? String.fromCodePoint(text.codePointAt(index) ?? 0) };
}
