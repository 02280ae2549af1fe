import { Problem } from "../source/problem.ts";

/** A TypeScript example in a page. */
export interface Fence {
  readonly file: string;
  /** The line of the page on which its code begins. */
  readonly line: number;
  readonly code: string;
}

/** The examples of a page, and those that could escape from being run. */
export interface Fences {
  readonly fences: readonly Fence[];
  readonly problems: readonly Problem[];
}

/** A code block of whatever language. */
interface Block {
  readonly info: string;
  readonly line: number;
  readonly code: readonly string[];
  readonly isClosed: boolean;
}

const otherSpellings: readonly string[] = ["typescript", "tsx", "mts", "cts", "javascript", "js", "jsx", "mjs", "cjs"];

/** Finds every `ts` fence of a page. A spelling under which it would not be run is a problem. */
export function fencesIn(file: string, text: string): Fences {
  const blocks = blocksIn(text.split("\n"));
  const problems = blocks.flatMap(({ info, line, isClosed }) => {
    const place = { file, line: line - 1 };
    const [language = "", ...words] = info.toLowerCase().split(/\s+/);
    if (!isClosed) return [new Problem(place, "Close this fence.")];
    if (otherSpellings.includes(language))
      return [new Problem(place, `Write \`ts\` instead of \`${language}\`: every example is compiled and run.`)];
    return language === "ts" && words.length > 0
      ? [new Problem(place, "Write nothing after `ts`: every example is compiled and run.")]
      : [];
  });
  const fences = blocks
    .filter(({ info }) => info === "ts")
    .map(({ line, code }) => ({ file, line, code: code.join("\n") }));
  return { fences, problems };
}

function blocksIn(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent = "", marker, info = ""] = /^([\s>]*)(`{3,}|~{3,})\s*([^`]*)$/.exec(lines[at] ?? "") ?? [];
    if (marker === undefined) continue;
    const rest = lines.slice(at + 1);
    const length = rest.findIndex((line) => isEnd(line, marker));
    const code = (length === -1 ? rest : rest.slice(0, length)).map((line) => withoutIndent(line, indent));
    blocks.push({ info: info.trim(), line: at + 2, code, isClosed: length !== -1 });
    at += code.length + 1;
  }
  return blocks;
}

/** A block ends with at least as many of the same characters as it began with. */
function isEnd(line: string, marker: string): boolean {
  const text = line.replace(/^[\s>]*/, "").trimEnd();
  return text.startsWith(marker) && text.replaceAll(marker.charAt(0), "") === "";
}

function withoutIndent(line: string, indent: string): string {
  return line.startsWith(indent) ? line.slice(indent.length) : line.trimStart();
}
