import type { CallExpression, Expression, Node } from "oxc-parser";
import { childrenOf } from "../source/nodes.ts";
import { Problem } from "../source/problem.ts";
import { lineAt } from "../source/source.ts";
import type { Source } from "../source/source.ts";
import { idPattern } from "./chapter.ts";
import { isSilent } from "./silence.ts";
import type { Manner } from "./silence.ts";

/** An id in the name of a test or of a group of tests. */
export interface TestId {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** Whether a test stands behind it: one that is skipped, planned or meant to fail shows nothing. */
  readonly covers: boolean;
}

/** The ids in a test file, and those that can't be read. */
export interface TestIds {
  readonly ids: readonly TestId[];
  readonly problems: readonly Problem[];
}

const groupIds = new RegExp(`\\[(${idPattern}(?:,\\s*${idPattern})*)\\]`, "g");
const computedId = /\[[a-z0-9-]+\/[^\]]*$/;

/** Finds the ids in the names of `test`, `it`, `describe` and what ends in `Test`, with any modifiers and tables. */
export function testIdsIn(source: Source): TestIds {
  const ids: TestId[] = [];
  const problems: Problem[] = [];
  const visit = (node: Node, isInSilence: boolean): void => {
    const manner = node.type === "CallExpression" ? mannerOf(node) : undefined;
    if (node.type !== "CallExpression" || manner === undefined) {
      for (const child of childrenOf(node)) visit(child, isInSilence);
      return;
    }
    const isSilenced = isInSilence || isSilent(node, manner);
    const place = { file: source.file, line: lineAt(source.text, node.start) };
    const parts = partsOf(node.arguments[0]);
    if (parts.slice(0, -1).some((part) => computedId.test(part)))
      problems.push(new Problem(place, "Write the id in this test's name as plain text."));
    const covers = !isSilenced && (!manner.isGroup || hasTest(node));
    for (const id of idsIn(parts.join("…"))) ids.push({ id, ...place, covers });
    for (const argument of node.arguments) visit(argument, isSilenced);
  };
  visit(source.program, false);
  return { ids, problems };
}

function idsIn(name: string): readonly string[] {
  return [...name.matchAll(groupIds)].flatMap(([, list = ""]) => list.split(/,\s*/));
}

/** The constant parts of a name; between two of them something is computed. */
function partsOf(name: Node | undefined): readonly string[] {
  if (name?.type === "Literal") return [String(name.value)];
  if (name?.type === "TemplateLiteral") return name.quasis.map(({ value }) => value.cooked ?? value.raw);
  if (name?.type !== "BinaryExpression" || name.operator !== "+") return ["", ""];
  const left = partsOf(name.left);
  const [first = "", ...rest] = partsOf(name.right);
  return [...left.slice(0, -1), `${left.at(-1) ?? ""}${first}`, ...rest];
}

function hasTest(group: CallExpression): boolean {
  const search = (node: Node): boolean => {
    const manner = node.type === "CallExpression" ? mannerOf(node) : undefined;
    if (node.type === "CallExpression" && manner !== undefined) {
      if (isSilent(node, manner)) return false;
      if (!manner.isGroup) return true;
    }
    return childrenOf(node).some(search);
  };
  return group.arguments.some(search);
}

/** Recognises `test(name, …)`, `test.skipIf(x)(name, …)` and ``test.each`…`(name, …)``, not the calls inside the chain. */
function mannerOf({ callee, arguments: given }: CallExpression): Manner | undefined {
  const modifiers: string[] = [];
  let at: Expression = callee;
  while (at.type !== "Identifier") {
    if (at.type === "MemberExpression" && at.property.type === "Identifier") {
      modifiers.unshift(at.property.name);
      at = at.object;
    } else if (at.type === "CallExpression") at = at.callee;
    else if (at.type === "TaggedTemplateExpression") at = at.tag;
    else return undefined;
  }
  const isGroup = /^(?:describe|suite)$/.test(at.name);
  const isRunner = isGroup || /^(?:test|it)$|Test$/.test(at.name);
  const isNamed = given.length > 1 || given[0]?.type === "Literal" || given[0]?.type === "TemplateLiteral";
  return isRunner && isNamed && !modifiers.includes("extend") ? { isGroup, modifiers } : undefined;
}
