import type { CST, Document, LineCounter, Tags } from "yaml";
import { nextTurn } from "../async/index.ts";
import { exactInteger, InvalidInputError, parseJson } from "../model/index.ts";
import { serverDefaults } from "./defaults.ts";
import { goYamlProblem } from "./go-yaml-problem.ts";
import { repeatedKeys } from "./repeated-keys.ts";
import { yamlDuplicates } from "./schema/index.ts";

/** What Kubernetes' reader leaves as text, or refuses. */
const unknownTags: ReadonlySet<string> = new Set([
  "tag:yaml.org,2002:timestamp",
  "tag:yaml.org,2002:binary",
  "tag:yaml.org,2002:omap",
  "tag:yaml.org,2002:pairs",
  "tag:yaml.org,2002:set",
]);

/** What no YAML has in it. */
const unprintable = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/**
 * Reads one YAML document as Kubernetes does, by the rules of YAML 1.1: `yes` and `on` are true. Of a key that occurs twice the last
 * counts. What JSON cannot hold, nests too deeply, has too many parts or grows by its aliases beyond measure is an `InvalidInputError`,
 * which never quotes the text. A long text is read piece by piece, so that others get their turn.
 */
export async function parseYaml(text: string): Promise<ParsedYaml> {
  if (unprintable.test(text)) throw refused("control characters are not allowed");
  const json = writtenAsJson(text);
  if (json !== undefined) return { value: json, repeated: yamlDuplicates(text) };
  const { document, lines } = await documentOf(text);
  await assertKeys(document);
  const value = parseJsonOf(document);
  return { value, repeated: await repeatedKeys(document, lines) };
}

/** What a YAML document says. */
export interface ParsedYaml {
  readonly value: unknown;
  /** The keys that occur twice in a map, in Kubernetes' words. */
  readonly repeated: readonly string[];
}

/** Most of what is sent as YAML by programs is JSON, which is read many times faster. */
function writtenAsJson(text: string): unknown {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    if (InvalidInputError.is(error)) return undefined;
    throw error;
  }
}

/** Nothing, a list and a map name no member. An alias stands for what the last anchor of its name was at. */
async function assertKeys(document: Document.Parsed): Promise<void> {
  const { isAlias, isCollection, isScalar, visit } = await import("yaml");
  const anchored = new Set<string>();
  const isWrong = (key: unknown): boolean =>
    isAlias(key)
      ? anchored.has(key.source)
      : isCollection(key) || key === null || (isScalar(key) && key.value === null);
  try {
    visit(document, {
      Collection: (_, { anchor }) => void (anchor !== undefined && anchored.add(anchor)),
      Scalar: (_, { anchor }) => void (anchor !== undefined && anchored.delete(anchor)),
      Pair: (_, { key }) => {
        if (isWrong(key)) throw refused("invalid map key");
      },
    });
  } catch (error) {
    throw toRefusal(error);
  }
}

function parseJsonOf(document: Document.Parsed): unknown {
  let json: string | undefined;
  try {
    json = JSON.stringify(document.toJS({ maxAliasCount: serverDefaults.maxYamlAliases }), writable);
  } catch (error) {
    throw toRefusal(error);
  }
  return json === undefined ? undefined : parseJson(json);
}

async function documentOf(text: string): Promise<{ readonly document: Document.Parsed; readonly lines: LineCounter }> {
  assertFlowDepth(text);
  const { Composer, LineCounter } = await import("yaml");
  const lines = new LineCounter();
  const tokens = await tokensOf(text, lines);
  const composer = new Composer({
    version: "1.1",
    customTags: (tags) => tags.filter(isKnownTag),
    intAsBigInt: true,
    uniqueKeys: false,
  });
  let document: Document.Parsed | undefined;
  try {
    [document] = composer.compose(tokens, true, text.length);
  } catch (error) {
    throw toRefusal(error);
  }
  const [error] = document?.errors ?? [];
  if (document === undefined || error !== undefined) {
    const { line } = lines.linePos(error?.pos[0] ?? 0);
    throw refused(error === undefined ? "there is no document" : goYamlProblem({ code: error.code, line }, text));
  }
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
    if (count > serverDefaults.maxYamlLexemes) throw refused("the document has too many parts");
    if (count % serverDefaults.yamlLexemesPerTurn === 0) await nextTurn();
    for (const token of parser.next(lexeme)) tokens.push(token);
  }
  tokens.push(...parser.end());
  return tokens;
}

function toRefusal(error: unknown): InvalidInputError {
  if (InvalidInputError.is(error)) return error;
  if (!(error instanceof ReferenceError)) return refused("the document is too deep");
  const anchor = /^Unresolved alias .*: (\w{1,64})$/.exec(error.message)?.[1];
  return refused(
    anchor === undefined ? "document contains excessive aliasing" : `unknown anchor '${anchor}' referenced`,
  );
}

/** The reader needs long to find out that brackets nest too deeply. Brackets inside of texts count as well: there are never so many. */
function assertFlowDepth(text: string): void {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === "[" || bracket === "{" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > serverDefaults.maxYamlBrackets) throw refused("the document is too deep");
  }
}

function isKnownTag(tag: Tags[number]): boolean {
  // Numbers with colons are texts for Kubernetes.
  return typeof tag === "string" || (!unknownTags.has(tag.tag) && !("format" in tag && tag.format === "TIME"));
}

function writable(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return exactInteger(value);
  if (typeof value !== "number" || Number.isFinite(value)) return value;
  throw refused("a number that JSON cannot hold");
}

function refused(detail: string): InvalidInputError {
  return new InvalidInputError({
    code: "SETPOINT_INVALID_JSON",
    attempt: "read YAML",
    detail: `yaml: ${detail}`,
    expected: "one YAML document",
  });
}
