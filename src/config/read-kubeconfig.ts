import { dirname } from "node:path";
import { ConfigError } from "./errors.ts";
import { Kubeconfig } from "./kubeconfig.ts";
import type { KubeconfigPaths } from "./kubeconfig-paths.ts";
import { parseDocument } from "./parse-document.ts";
import { readLimited } from "./read-limited.ts";
import { invalid, Section } from "./section.ts";
import type { SectionOrigin } from "./section.ts";

/**
 * Reads and merges the files, of which those that do not exist are passed over, unless one was asked for by its path. Those that can't be
 * used are refused, all in one error. The result may be of no file at all.
 */
export async function readKubeconfig({ paths, from }: KubeconfigPaths): Promise<Kubeconfig> {
  const documents: Section[] = [];
  const errors: ConfigError[] = [];
  for (const path of paths) {
    try {
      documents.push(await readFile(path));
    } catch (error) {
      if (!ConfigError.is(error)) throw error;
      if (from === "path" || error.code !== "SETPOINT_CONFIG_MISSING") errors.push(error);
    }
  }
  if (errors.length > 0) throw joined(errors);
  return new Kubeconfig(documents);
}

/** Reads the text of a kubeconfig. An empty one is one without entries. */
export async function readDocument(text: string, origin: SectionOrigin): Promise<Section> {
  return checkDocument((await parseDocument(text, origin.file)) ?? {}, origin);
}

/** Refuses what is no kubeconfig: another kind, or lists that are none or name an entry twice. */
export function checkDocument(value: unknown, origin: SectionOrigin): Section {
  const root = new Section(value, origin);
  for (const [key, expected] of [
    ["apiVersion", "v1"],
    ["kind", "Config"],
  ] as const) {
    const found = root.text(key);
    if (found !== undefined && found !== expected) throw invalid(root.placeOf(key), "it is another", expected);
  }
  for (const list of ["clusters", "users", "contexts", "extensions"]) void root.names(list);
  return root;
}

async function readFile(path: string): Promise<Section> {
  const text = await readLimited({ path, place: path });
  return readDocument(text, { file: path, folder: dirname(path), isOnDisk: true });
}

function joined(errors: readonly ConfigError[]): ConfigError {
  const [first] = errors;
  if (first !== undefined && errors.length === 1) return first;
  return new ConfigError(
    {
      code: first?.code ?? "SETPOINT_CONFIG_INVALID",
      place: errors.map(({ place }) => place).join(" and "),
      detail: `none of them can be used: ${errors.map(({ message }) => message).join("; ")}`,
      expected: "kubeconfigs",
    },
    { cause: new AggregateError(errors, "several kubeconfigs can't be used") },
  );
}
