import { setOwn } from "../../model/index.ts";
import { ProtocolError } from "../errors.ts";

/** What comes before the body of an answer. */
export interface ResponseHead {
  readonly status: number;
  /** HTTP/1.0, whose connections carry one answer. */
  readonly isOld: boolean;
  /** Names in lower case; what came several times is joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
}

const carriageReturn = 0x0d;
const statusLine = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/;
const fieldName = /^[\w!#$%&'*+.^`|~-]+$/;
const refusedInValue = /[^\t\x20-\x7e\x80-\xff]/;

/** How an answer begins, as far as it came: what is anything else need not be waited for. */
export function canBeginStatusLine(text: string): boolean {
  return text.length < 7 ? "HTTP/1.".startsWith(text) : text.startsWith("HTTP/1.");
}

/** Collects the lines of a head. */
export class HeadBuilder {
  #status: number | undefined;
  #isOld = false;
  #headers: Record<string, string> = {};

  /** Whether the status line is still to come. */
  get isEmpty(): boolean {
    return this.#status === undefined;
  }

  /** Takes one line. The empty one ends the head, which is returned; another may begin. */
  add(line: string): ResponseHead | undefined {
    if (this.#status === undefined) {
      const [, minor, status] = statusLine.exec(line) ?? [];
      if (status === undefined) throw new ProtocolError("a status line of HTTP/1.1");
      this.#status = Number(status);
      this.#isOld = minor === "0";
      return undefined;
    }
    if (line !== "") {
      addField(this.#headers, line);
      return undefined;
    }
    const head = { status: this.#status, isOld: this.#isOld, headers: this.#headers };
    this.#status = undefined;
    this.#headers = {};
    return head;
  }

  /** Takes all lines of a head at once, with their ends, the empty one last. */
  addAll(text: string): ResponseHead {
    for (let start = 0; ;) {
      const feed = text.indexOf("\n", start);
      if (text.charCodeAt(feed - 1) !== carriageReturn) throw new ProtocolError("lines that end in CR LF");
      const head = this.add(text.slice(start, feed - 1));
      if (head !== undefined) return head;
      start = feed + 1;
    }
  }
}

/** Adds a header to those that came before. A line that continues the one before is refused: not all readers see it so. */
export function addField(headers: Record<string, string>, line: string): void {
  const colon = line.indexOf(":");
  const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
  if (!fieldName.test(name)) throw new ProtocolError("headers of the form name: value, each on one line");
  const value = withoutBlanks(line, colon + 1);
  if (refusedInValue.test(value)) throw new ProtocolError("headers without control characters");
  setOwn(headers, name, Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value);
}

/** Not a regular expression: on many blanks that would take the square of their number. */
function withoutBlanks(line: string, from: number): string {
  let [start, end] = [from, line.length];
  while (start < end && isBlank(line.charCodeAt(start))) start++;
  while (end > start && isBlank(line.charCodeAt(end - 1))) end--;
  return line.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
