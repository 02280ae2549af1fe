import { deepEqual, parseJson } from "../model/index.ts";
import { maxFileBytes, maxYamlAliases } from "./defaults.ts";
import { ConfigError } from "./errors.ts";

/**
 * Reads JSON or one YAML document. The YAML reader is loaded only when the text is not JSON. Errors tell the line at most: the text around
 * it may be a secret.
 */
export async function parseDocument(text: string, place: string): Promise<unknown> {
  if (text.length > maxFileBytes) throw syntaxError(place, `more than ${maxFileBytes} characters`);
  if (/^\s*\{/.test(text)) {
    try {
      return parseJson(text);
    } catch {
      // YAML has mappings in braces as well.
    }
  }
  return parseYaml(text, place);
}

/** Writes a value as YAML that readers of version 1.1 and 1.2 both take for the same. */
export async function formatYaml(value: unknown): Promise<string> {
  const { parse, stringify } = await import("yaml");
  const options = { version: "1.1", aliasDuplicateObjects: false, lineWidth: 0 } as const;
  const text = stringify(value, options);
  // Some texts that look like numbers, such as 0o7, are numbers for one of the two only.
  return deepEqual(parse(text), value) ? text : stringify(value, { ...options, defaultStringType: "QUOTE_DOUBLE" });
}

async function parseYaml(text: string, place: string): Promise<unknown> {
  const { LineCounter, parseDocument: parse } = await import("yaml");
  const lineCounter = new LineCounter();
  try {
    const document = parse(text, { lineCounter, prettyErrors: false, logLevel: "error" });
    const [error] = document.errors;
    if (error === undefined) return document.toJS({ maxAliasCount: maxYamlAliases }) as unknown;
    throw syntaxError(place, `not YAML at line ${lineCounter.linePos(error.pos[0]).line} (${error.code})`);
  } catch (error) {
    if (ConfigError.is(error)) throw error;
    const isAliasBomb = error instanceof ReferenceError;
    throw syntaxError(
      place,
      isAliasBomb ? "aliases without an anchor, or too many of them" : "the YAML nests too deeply",
    );
  }
}

function syntaxError(place: string, detail: string): ConfigError {
  return new ConfigError({ code: "SETPOINT_CONFIG_SYNTAX", place, detail, expected: "one YAML or JSON document" });
}
