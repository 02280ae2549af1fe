import type { ScalarTag } from "yaml";
import { parseJson } from "../model/index.ts";
import { maxYamlAliases } from "./defaults.ts";
import { ConfigError } from "./errors.ts";

/** The largest bundles of definitions have some megabytes. */
const maxManifestCharacters: number = 64 * 1_024 * 1_024;

/**
 * The documents of a text: JSON, or YAML with any number of documents, of which empty ones are left out. Read as kubectl reads them, but for
 * `y` and `n`, which stay texts: `0644` is octal and `yes` is true, whole numbers of any size are exact, times stay texts. Throws
 * `SETPOINT_CONFIG_SYNTAX` with the line, never with the text, which may be a secret; `place` says where it comes from.
 */
export async function readManifests(text: string, place = "the manifests"): Promise<readonly unknown[]> {
  if (text.length > maxManifestCharacters) throw syntaxError(place, `more than ${maxManifestCharacters} characters`);
  if (/^\s*\{/.test(text)) {
    try {
      return [parseJson(text)];
    } catch {
      // YAML has mappings in braces as well.
    }
  }
  return parseYaml(text, place);
}

const octal: Readonly<ScalarTag> = {
  tag: "tag:yaml.org,2002:int",
  default: true,
  test: /^[-+]?0[0-7]+$/,
  resolve: (text) => Number.parseInt(text, 8),
};

/** Beyond what a number holds exactly, or with lines between its digits. */
const unusualInteger: Readonly<ScalarTag> = {
  tag: "tag:yaml.org,2002:int",
  default: true,
  test: /^[-+]?[1-9](?:\d{15,}|\d*_[\d_]*)$/,
  resolve: (text) => parseJson(text.replaceAll(/[+_]/g, "")),
};

const flag: Readonly<ScalarTag> = {
  tag: "tag:yaml.org,2002:bool",
  default: true,
  test: /^(?:[Yy]es|YES|[Nn]o|NO|[Oo]n|ON|[Oo]ff|OFF)$/,
  resolve: (text) => /^(?:yes|on)$/i.test(text),
};

async function parseYaml(text: string, place: string): Promise<readonly unknown[]> {
  const { LineCounter, parseAllDocuments } = await import("yaml");
  const lineCounter = new LineCounter();
  try {
    const documents = parseAllDocuments(text, {
      lineCounter,
      prettyErrors: false,
      logLevel: "silent",
      merge: true,
      customTags: (tags) => [octal, unusualInteger, flag, ...tags],
    });
    if (!Array.isArray(documents)) return [];
    return documents.flatMap((document) => {
      const [error] = document.errors;
      if (error !== undefined) {
        throw syntaxError(place, `not YAML at line ${lineCounter.linePos(error.pos[0]).line} (${error.code})`);
      }
      const value = document.toJS({ maxAliasCount: maxYamlAliases }) as unknown;
      return value === null || value === undefined ? [] : [value];
    });
  } catch (error) {
    if (ConfigError.is(error)) throw error;
    const isAliasBomb = error instanceof ReferenceError;
    const detail = isAliasBomb ? "aliases without an anchor, or too many of them" : "the YAML nests too deeply";
    throw syntaxError(place, detail);
  }
}

function syntaxError(place: string, detail: string): ConfigError {
  return new ConfigError({ code: "SETPOINT_CONFIG_SYNTAX", place, detail, expected: "YAML or JSON documents" });
}
