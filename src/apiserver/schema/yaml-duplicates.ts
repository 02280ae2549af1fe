/**
 * The keys that stand twice in one map of a JSON text, in the words of the reader of YAML through which Kubernetes passes what is applied:
 * `line 1: key "name" already set in map`. The text has to be valid JSON.
 */
export function yamlDuplicates(text: string): readonly string[] {
  const found: string[] = [];
  const open: (Set<string> | undefined)[] = [];
  let line = 1;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]\n]/g)) {
    if (token === "\n") line += 1;
    else if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (token.endsWith(":")) {
      const key = JSON.parse(token.slice(0, -1).trimEnd()) as string;
      const keys = open.at(-1);
      if (keys?.has(key) === true) found.push(`line ${line}: key ${JSON.stringify(key)} already set in map`);
      keys?.add(key);
    }
  }
  return found;
}
