import type { Document, LineCounter } from "yaml";

/**
 * The keys that stand twice in one map of a YAML document, in the words of Kubernetes' reader: `line 3: key "name" already set in map`. The
 * line is that of the value, and what is inside of it is told before, as the reader finds out only then.
 */
export async function repeatedKeys(document: Document.Parsed, lines: LineCounter): Promise<readonly string[]> {
  const { isMap, isScalar, isSeq } = await import("yaml");
  const found: string[] = [];
  const lineOf = (node: unknown): number => {
    const [start = 0] = (node as { readonly range?: readonly number[] | null } | null)?.range ?? [];
    return lines.linePos(start).line;
  };
  const visit = (node: unknown): void => {
    if (isSeq(node)) for (const item of node.items) visit(item);
    if (!isMap(node)) return;
    const keys = new Set<unknown>();
    for (const { key, value } of node.items) {
      visit(value);
      const name = isScalar(key) ? key.value : key;
      if (keys.has(name)) found.push(`line ${lineOf(value ?? key)}: key ${shown(name)} already set in map`);
      keys.add(name);
    }
  };
  visit(document.contents);
  return found;
}

function shown(key: unknown): string {
  return typeof key === "string" ? JSON.stringify(key) : String(key);
}
