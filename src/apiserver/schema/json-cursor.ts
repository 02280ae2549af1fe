/** A place in a text that is valid JSON, and how to go on from there. Nothing is built but keys. */
export class JsonCursor {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The character at which it stands. */
  get first(): string | undefined {
    return this.text[this.at];
  }

  /** Visits the members of the object that begins here, each with the cursor at its value. */
  members(visit: (key: string) => void): void {
    this.at++;
    for (this.space(); this.at < this.text.length && this.first !== "}"; this.#separator()) visit(this.#key());
    this.at++;
  }

  /** Visits the items of the list that begins here. */
  items(visit: (index: number) => void): void {
    this.at++;
    let index = 0;
    for (this.space(); this.at < this.text.length && this.first !== "]"; this.#separator()) visit(index++);
    this.at++;
  }

  /** Passes over a text, a number, `true`, `false` or `null`. */
  scalar(): void {
    if (this.first === '"') this.#string();
    else while (this.at < this.text.length && !isEnd(this.text.charCodeAt(this.at))) this.at++;
  }

  space(): void {
    while (this.text.charCodeAt(this.at) <= 0x20) this.at++;
  }

  #key(): string {
    const start = this.at;
    this.#string();
    const key = this.text.slice(start + 1, this.at - 1);
    this.space();
    this.at++;
    return key.includes("\\") ? (JSON.parse(`"${key}"`) as string) : key;
  }

  #string(): void {
    let end = this.at;
    do end = this.text.indexOf('"', end + 1);
    while (end > 0 && this.#isEscaped(end));
    this.at = end < 0 ? this.text.length : end + 1;
  }

  #isEscaped(quote: number): boolean {
    let at = quote - 1;
    while (this.text[at] === "\\") at--;
    return (quote - at) % 2 === 0;
  }

  #separator(): void {
    this.space();
    if (this.first === ",") this.at++;
    this.space();
  }
}

/** Whether a number, `true`, `false` or `null` has ended: at a space, a comma or a bracket. */
function isEnd(code: number): boolean {
  return code <= 0x20 || code === 0x2c || code === 0x5d || code === 0x7d;
}
