import type { CST, Document, LineCounter, Tags } from "yaml";
import { nextTurn } from "../async/index.ts";
import { exactInteger, InvalidInputError, parseJson } from "../model/index.ts";
import { serverDefaults } from "./defaults.ts";
import { goYamlProblem } from "./go-yaml-problem.ts";
import { refusedYaml } from "./refused-yaml.ts";
import { yamlDuplicates } from "./schema/index.ts";
import { goEscapes } from "./yaml-escapes.ts";
import { YamlReader } from "./yaml-reader.ts";
import { scalarTags } from "./yaml-scalars.ts";

/** The tags that say what a node is, beside those of scalars. Whoever knows more of them is stricter than Kubernetes. */
const nodeTags: ReadonlySet<string> = new Set(["map", "seq", "str"].map((name) => `tag:yaml.org,2002:${name}`));

/** What no YAML has in it. */
const unprintable = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/**
 * Reads one YAML document as Kubernetes does, by the rules of YAML 1.1: `yes` and `on` are true. Of a key that occurs twice the last
 * counts; no document is `null`. What JSON cannot hold, nests too deeply, has too many parts or grows by its aliases beyond measure is an
 * `InvalidInputError`, which never quotes the text. A long text is read piece by piece, so that others get their turn.
 */
export async function parseYaml(text: string): Promise<ParsedYaml> {
  if (unprintable.test(text)) throw refusedYaml("control characters are not allowed");
  const json = writtenAsJson(text);
  if (json !== undefined) {
    goEscapes(text);
    return { value: json, repeated: yamlDuplicates(text) };
  }
  const { document, lines } = await documentOf(text);
  const nodes = await import("yaml");
  try {
    const reader = new YamlReader(document, lines, nodes);
    return { value: parseJson(JSON.stringify(reader.value(document.contents), writable)), repeated: reader.repeated };
  } catch (error) {
    throw toRefusal(error);
  }
}

/** What a YAML document says. */
export interface ParsedYaml {
  readonly value: unknown;
  /** The keys that occur twice in a map, in Kubernetes' words. */
  readonly repeated: readonly string[];
}

/** A number in JSON that may be none in YAML: it may be larger than any double. */
const largeNumber = /(?:":|[[,])\s*-?\d[\d.]*[eE]\+?\d{3}|(?<!\d)\d{300}/;

/** Most of what is sent as YAML by programs is JSON, which is read many times faster. */
function writtenAsJson(text: string): unknown {
  if (!/^\s*\{/.test(text) || largeNumber.test(text)) return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    if (InvalidInputError.is(error)) return undefined;
    throw error;
  }
}

async function documentOf(text: string): Promise<{ readonly document: Document.Parsed; readonly lines: LineCounter }> {
  assertFlowDepth(text);
  const { Composer, LineCounter } = await import("yaml");
  const lines = new LineCounter();
  const tokens = await tokensOf(text, lines);
  const composer = new Composer({
    version: "1.1",
    customTags: (tags) => [...tags.filter(isNodeTag), ...scalarTags],
    uniqueKeys: false,
  });
  let document: Document.Parsed | undefined;
  try {
    [document] = composer.compose(tokens, true, text.length);
  } catch (error) {
    throw toRefusal(error);
  }
  if (document === undefined) throw refusedYaml("there is no document");
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = lines.linePos(error.pos[0]);
    throw refusedYaml(goYamlProblem({ code: error.code, line }, text));
  }
  const isStrange = document.warnings.some(({ code }) => code === "BAD_DIRECTIVE");
  if (isStrange || document.directives.yaml.version !== "1.1") throw refusedYaml("found incompatible YAML document");
  return { document, lines };
}

/** The most of the work, done in steps. */
async function tokensOf(text: string, lines: LineCounter): Promise<readonly CST.Token[]> {
  const { Lexer, Parser } = await import("yaml");
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  let count = 0;
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    count += 1;
    if (count > serverDefaults.maxYamlLexemes) throw refusedYaml("the document has too many parts");
    if (count % serverDefaults.yamlLexemesPerTurn === 0) await nextTurn();
    for (const token of parser.next(lexeme.startsWith('"') ? goEscapes(lexeme) : lexeme)) tokens.push(token);
  }
  tokens.push(...parser.end());
  return tokens;
}

/** Whatever else is thrown ran out of stack. */
function toRefusal(error: unknown): InvalidInputError {
  return InvalidInputError.is(error) ? error : refusedYaml("the document is too deep");
}

/** The reader needs long to find out that brackets nest too deeply. Brackets inside of texts count as well: there are never so many. */
function assertFlowDepth(text: string): void {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === "[" || bracket === "{" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > serverDefaults.maxYamlBrackets) throw refusedYaml("the document is too deep");
  }
}

function isNodeTag(tag: Tags[number]): boolean {
  return typeof tag !== "string" && nodeTags.has(tag.tag);
}

function writable(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return exactInteger(value);
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  throw refusedYaml("a number that JSON cannot hold");
}
