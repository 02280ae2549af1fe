/** The operators and punctuation of a label selector, and its two other tokens. */
export type TokenKind = "identifier" | "end" | "in" | "notin" | "(" | ")" | "," | "!" | "=" | "==" | "!=" | ">" | "<";

/** A piece of a label selector. */
export interface Token {
  readonly kind: TokenKind;
  /** As written; empty at the end. */
  readonly text: string;
}

const end: Token = { kind: "end", text: "" };
const symbols = "=!(),><";
const blanks = " \t\r\n";
const nul = "\0";

/** Splits a label selector into tokens, one at a time. Every text can be split: what does not belong becomes an identifier. */
export class SelectorLexer {
  readonly #text: string;
  #position = 0;
  #ahead: Token | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next token, which stays the next one. */
  peek(): Token {
    this.#ahead ??= this.#scan();
    return this.#ahead;
  }

  /** Takes the next token. */
  next(): Token {
    const token = this.peek();
    this.#ahead = undefined;
    return token;
  }

  /** Like Kubernetes', this lexer takes a NUL for the end of what it is reading. */
  #scan(): Token {
    const text = this.#text;
    while (this.#position < text.length && blanks.includes(text.charAt(this.#position))) this.#position++;
    const first = text.charAt(this.#position);
    if (first === "" || first === nul) return end;
    return symbols.includes(first) ? this.#symbol(first) : this.#word();
  }

  #symbol(first: string): Token {
    const pair = first + this.#text.charAt(this.#position + 1);
    const text = pair === "==" || pair === "!=" ? pair : first;
    this.#position += text.length;
    this.#skipNul();
    return { kind: text as TokenKind, text };
  }

  #word(): Token {
    const start = this.#position;
    while (!this.#isWordEnd()) this.#position++;
    const text = this.#text.slice(start, this.#position);
    this.#skipNul();
    return { kind: text === "in" || text === "notin" ? text : "identifier", text };
  }

  #isWordEnd(): boolean {
    const character = this.#text.charAt(this.#position);
    return character === "" || character === nul || symbols.includes(character) || blanks.includes(character);
  }

  #skipNul(): void {
    if (this.#text.charAt(this.#position) === nul) this.#position++;
  }
}
