import { Problem } from "../source/problem.ts";

/** One promise of a chapter. */
export interface Behaviour {
  /** `queue/re-add-while-working`. */
  readonly id: string;
  readonly line: number;
  readonly sentence: string;
  /** Why we deliberately do something else than the model that the chapter follows. */
  readonly differs: string | undefined;
  /** Why no test can show a difference. */
  readonly noTest: string | undefined;
}

/** A page of `docs/behaviours`. In a closed chapter every promise has a test; an open one is being written. */
export interface Chapter {
  readonly file: string;
  readonly name: string;
  readonly title: string;
  readonly isClosed: boolean;
  readonly behaviours: readonly Behaviour[];
  readonly problems: readonly Problem[];
}

/** A list item with the lines that continue it. */
interface Item {
  readonly line: number;
  readonly text: string;
}

/** The spelling of an id: a chapter, then a name, in lower case. */
export const idPattern = "[a-z0-9-]+(?:/[a-z0-9-]+)+";

const itemForm = new RegExp(`^- \`(${idPattern})\`: (.+)$`);
const form = "- `chapter/some-id`: One sentence. *Differs*: the reason. *No test*: the reason.";

/** Reads a chapter. What is malformed is in `problems`; the rest is read all the same. */
export function parseChapter(file: string, text: string): Chapter {
  const lines = text.split("\n");
  const title = /^# (.+)$/.exec(lines[0] ?? "")?.[1];
  const headLine = lines.findIndex((line) => line.startsWith("Chapter:"));
  const head = /^Chapter: ([a-z0-9-]+(?:\/[a-z0-9-]+)*) · (open|closed)$/.exec(lines[headLine] ?? "");
  const name = head?.[1] ?? "";
  const read = itemsIn(lines).map((item) => parseItem(item, { file, name }));
  const problems = read.filter((item) => item instanceof Problem);
  if (title === undefined) problems.unshift(new Problem({ file, line: 1 }, "Begin the chapter with `# Title`."));
  if (head === null)
    problems.unshift(
      new Problem(
        { file, line: headLine + 1 || 1 },
        "Add the line `Chapter: name · open` or `Chapter: name · closed`.",
      ),
    );
  const behaviours = read.filter((item): item is Behaviour => !(item instanceof Problem));
  return { file, name, title: title ?? name, isClosed: head?.[2] === "closed", behaviours, problems };
}

/** List items, also those without a bullet that name an id: a promise must not get lost by a typing error. */
function itemsIn(lines: readonly string[]): readonly Item[] {
  const items: { line: number; text: string }[] = [];
  let isContinued = false;
  for (const [index, line] of lines.entries()) {
    const isItem = /^\s*(?:[-*+]|\d+[.)]) /.test(line) || /^\s*`[^`]+\/[^`]+`\s*:/.test(line);
    const last = items.at(-1);
    if (isItem) items.push({ line: index + 1, text: line.trimEnd() });
    else if (isContinued && last !== undefined && /^\s+\S/.test(line)) last.text += ` ${line.trim()}`;
    isContinued = isItem || (isContinued && /^\s+\S/.test(line));
  }
  return items;
}

function parseItem({ line, text }: Item, { file, name }: { file: string; name: string }): Behaviour | Problem {
  const [, id, rest] = itemForm.exec(text) ?? [];
  if (id === undefined || rest === undefined) return new Problem({ file, line }, `Write this line as ${form}`);
  if (name !== "" && !id.startsWith(`${name}/`))
    return new Problem({ file, line }, `Begin the id ${id} with the chapter's name: ${name}/.`);
  const [sentence = "", ...clauses] = rest.split(/\s*[*_](?=(?:Differs|No test)[*_])/);
  const clause = (word: string): string | undefined => {
    const found = clauses.find((candidate) => candidate.startsWith(word));
    return found?.replace(/^[^*_]+[*_]:?/, "").trim();
  };
  const differs = clause("Differs");
  const noTest = clause("No test");
  const advice = clauseAdvice({ id, line, sentence, differs, noTest });
  return advice === undefined ? { id, line, sentence, differs, noTest } : new Problem({ file, line }, advice);
}

function clauseAdvice({ id, sentence, differs, noTest }: Behaviour): string | undefined {
  if (!/[.!?]$/.test(sentence)) return `End the sentence of ${id} with a full stop.`;
  if (differs === "") return `Say after *Differs*: why ${id} differs.`;
  if (noTest === "") return `Say after *No test*: why no test can show ${id}.`;
  if (noTest !== undefined && differs === undefined) return `Give ${id} a test: only a difference can do without one.`;
  return undefined;
}
