import { test } from "vitest";
import { parseYaml } from "./parse-yaml.ts";

/** Answers of Kubernetes to these texts. */
const told: readonly (readonly [string, string])[] = [
  ["a: [", "yaml: line 1: did not find expected node content"],
  ["a: {", "yaml: line 1: did not find expected node content"],
  ["a: b: c", "yaml: mapping values are not allowed in this context"],
  ["\ta: b", "yaml: found character that cannot start any token"],
  ["a: @x", "yaml: found character that cannot start any token"],
  ["a: 'x", "yaml: found unexpected end of stream"],
  ["*x", "yaml: unknown anchor 'x' referenced"],
];

test.for(told)(
  "the YAML %j is refused in Kubernetes' words [apiserver/yaml-words]",
  async ([text, words], { expect }) => {
    await expect(parseYaml(text)).rejects.toMatchObject({ detail: words });
  },
);
