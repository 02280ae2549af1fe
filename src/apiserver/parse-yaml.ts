import type { Tags } from "yaml";
import { exactInteger, InvalidInputError, parseJson } from "../model/index.ts";
import { serverDefaults } from "./defaults.ts";

/** What Kubernetes' reader leaves as text, or refuses. */
const unknownTags: ReadonlySet<string> = new Set([
  "tag:yaml.org,2002:timestamp",
  "tag:yaml.org,2002:binary",
  "tag:yaml.org,2002:omap",
  "tag:yaml.org,2002:pairs",
  "tag:yaml.org,2002:set",
]);

/**
 * Reads one YAML document as Kubernetes does, by the rules of YAML 1.1: `yes` and `on` are true. Of a key that occurs twice the last
 * counts. What JSON cannot hold, nests too deeply or grows by its aliases beyond measure is an `InvalidInputError`, which never quotes the
 * text.
 */
export async function parseYaml(text: string): Promise<unknown> {
  assertFlowDepth(text);
  const { LineCounter, parseDocument } = await import("yaml");
  const lineCounter = new LineCounter();
  let json: string | undefined;
  try {
    const document = parseDocument(text, {
      version: "1.1",
      customTags: (tags) => tags.filter(isKnownTag),
      intAsBigInt: true,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: "silent",
      lineCounter,
    });
    const [error] = document.errors;
    if (error !== undefined) throw refused(`line ${lineCounter.linePos(error.pos[0]).line}: ${error.code}`);
    json = JSON.stringify(document.toJS({ maxAliasCount: serverDefaults.maxYamlAliases }), writable);
  } catch (error) {
    if (InvalidInputError.is(error)) throw error;
    throw refused(
      error instanceof ReferenceError ? "document contains excessive aliasing" : "the document is too deep",
    );
  }
  return json === undefined ? undefined : parseJson(json);
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
