import type { Comment } from "oxc-parser";
import { unexported } from "../../tools/source/modules.ts";
import type { Declaration } from "../../tools/source/modules.ts";
import type { Source } from "../../tools/source/source.ts";

/** What a comment promises: its sentences before the first tag, and whether a tag takes the promise back. */
export interface Contract {
  readonly text: string;
  readonly isUnstable: boolean;
}

const nothing: Contract = { text: "", isUnstable: false };

/** The contract comment that stands directly before a declaration. */
export function contractOf({ source, node }: Declaration): Contract {
  const before = source.comments.findLast(
    ({ end }) => end <= node.start && source.text.slice(end, node.start).trim() === "",
  );
  return before === undefined ? nothing : contractIn(before);
}

/** The module comment at the head of a source: the first thing in it, and not the comment of a declaration. */
export function moduleContractOf({ text, comments, program }: Source): Contract {
  const [comment] = comments;
  const [statement] = program.body;
  if (comment === undefined || text.slice(0, comment.start).trim() !== "") return nothing;
  const isApart = statement === undefined || text.slice(comment.end, statement.start).includes("\n\n");
  return isApart || !isDeclaration(statement) ? contractIn(comment) : nothing;
}

function isDeclaration(statement: Source["program"]["body"][number]): boolean {
  return (
    statement.type !== "ImportDeclaration" &&
    (statement.type !== "ExportNamedDeclaration" || unexported(statement) !== statement)
  );
}

function contractIn({ type, value }: Comment): Contract {
  if (type !== "Block" || !value.startsWith("*")) return nothing;
  const lines = value
    .slice(1)
    .split("\n")
    .map((line) => line.replace(/^\s*\*?\s?/, "").trim());
  const firstTag = lines.findIndex((line) => line.startsWith("@"));
  const text = (firstTag === -1 ? lines : lines.slice(0, firstTag)).join(" ").trim();
  return { text, isUnstable: lines.some((line) => /^@(?:unstable|experimental)\b/.test(line)) };
}
