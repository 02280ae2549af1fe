/** A mistake in a YAML text, as the reader tells it. */
export interface YamlMistake {
  /** The reader's name for it. */
  readonly code: string;
  /** In which line it is, from 1. */
  readonly line: number;
}

/** Found by reading characters: Kubernetes then counts lines from 1, and does not name the first. */
const scannerWords: Readonly<Record<string, string>> = {
  BAD_DQ_ESCAPE: "found unknown escape character",
  BAD_SCALAR_START: "found character that cannot start any token",
  TAB_AS_INDENT: "found character that cannot start any token",
  BLOCK_AS_IMPLICIT_KEY: "mapping values are not allowed in this context",
  MULTILINE_IMPLICIT_KEY: "mapping values are not allowed in this context",
};

/** What is wrong with a text that is no YAML, in the words of Kubernetes' reader where they are known. Nothing of the text is shown. */
export function goYamlProblem({ code, line }: YamlMistake, text: string): string {
  if (Object.hasOwn(scannerWords, code)) return `${line > 1 ? `line ${line}: ` : ""}${scannerWords[code]}`;
  if (code === "BAD_INDENT" && /[[{]\s*$/.test(text)) {
    return `line ${text.trimEnd().split("\n").length}: did not find expected node content`;
  }
  if (code === "MISSING_CHAR" && /^[^"']*["'][^"']*$/.test(text)) return "found unexpected end of stream";
  return `line ${line}: ${code}`;
}
