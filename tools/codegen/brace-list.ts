import { compareText } from "./compare-text.ts";

const lineWidth = 120;

/** `import type { A, B } from "module";`, sorted, broken as the formatter of the repository breaks it. */
export function braceList(
  keyword: "import" | "import type" | "export",
  names: readonly string[],
  module: string,
): string {
  const sorted = names.toSorted(compareText);
  const line = `${keyword} { ${sorted.join(", ")} } from ${JSON.stringify(module)};`;
  if (line.length <= lineWidth) return line;
  return [`${keyword} {`, ...sorted.map((name) => `  ${name},`), `} from ${JSON.stringify(module)};`].join("\n");
}
