import { refusedYaml } from "./refused-yaml.ts";

// Each begins where a row of backslashes does, of which two stand for one.
const slash = /(?<!\\)(?:\\\\)*\\\//;
const half = /(?<!\\)(?:\\\\)*\\(?:u|U0000)[dD][89a-fA-F]/;
const mark = /(?<!\\)((?:\\\\)*)\\'/g;

/**
 * A text in quotation marks whose escapes mean to every reader of YAML what they mean to Kubernetes' one. That knows `\'`, which others do
 * not; it refuses `\/`, which JSON has, and halves of characters, of which JSON has two for one beyond the first 65,536.
 */
export function goEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  if (slash.test(text)) throw refusedYaml("found unknown escape character");
  if (half.test(text)) throw refusedYaml("found invalid Unicode character escape code");
  return text.replaceAll(mark, "$1'");
}
