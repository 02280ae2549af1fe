import { maxShownIssues, maxShownLine } from "./defaults.ts";

/** Where something stands in a text: lines count from one, columns from zero, both in code points. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** Something that is wrong with an expression. */
export interface Issue {
  /** In code points from the start; -1 if it is about no place. */
  readonly offset: number;
  readonly message: string;
}

/** The text of an expression, by code points. */
export class Source {
  readonly text: string;
  readonly #points: readonly string[];

  constructor(text: string) {
    this.text = text;
    this.#points = Array.from(text);
  }

  get length(): number {
    return this.#points.length;
  }

  /** The character at an offset; empty behind the end. */
  at(offset: number): string {
    return this.#points[offset] ?? "";
  }

  slice(start: number, end: number): string {
    return this.#points.slice(start, end).join("");
  }

  /** What is wrong, as Kubernetes writes it: with the line and a mark under the place. Of very many things only how many more there are. */
  display(issues: readonly Issue[]): string {
    const shown = issues.slice(0, maxShownIssues).toSorted((one, other) => one.offset - other.offset);
    const more = issues.length - shown.length;
    return [
      ...shown.map((issue) => this.#display(issue)),
      ...(more > 0 ? [`${more} more errors were truncated`] : []),
    ].join("\n");
  }

  #display({ offset, message }: Issue): string {
    // In a text without characters there is no place to show.
    if (this.text === "") return `ERROR: <input>:1:0: ${message}`;
    const { line, column } = this.#place(offset);
    const head = `ERROR: <input>:${line}:${column + 1}: ${message}`;
    const shown = this.text.split("\n")[line - 1]?.replaceAll("\t", " ");
    if (shown === undefined) return head;
    const points = Array.from(shown);
    if (points.length > maxShownLine) return head;
    const wide = (point: string | undefined, narrow: string, broad: string): string =>
      point !== undefined && point > "\u007f" ? broad : narrow;
    const dots = points.slice(0, column).map((point) => wide(point, ".", "．"));
    return `${head}\n | ${shown}\n | ${dots.join("")}${wide(points[column], "^", "＾")}`;
  }

  #place(offset: number): Place {
    if (offset < 0) return { line: -1, column: -1 };
    const before = this.#points.slice(0, offset);
    const line = before.filter((point) => point === "\n").length + 1;
    return { line, column: before.length - (before.lastIndexOf("\n") + 1) };
  }
}
