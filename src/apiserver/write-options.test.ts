import { test } from "vitest";
import { readWriteOptions } from "./write-options.ts";

/** Answers of Kubernetes to these options of a create. */
const refused: readonly (readonly [string, string])[] = [
  ["dryRun=", 'dryRun: Unsupported value: [""]: supported values: "All"'],
  ["fieldManager=a%07b", 'fieldManager: Invalid value: "a\\ab": invalid character U+0007 (at position 1)'],
  ["fieldManager=%C3%A9%0A", 'fieldManager: Invalid value: "é\\n": invalid character U+000A (at position 2)'],
  ["fieldManager=%00", 'fieldManager: Invalid value: "\\x00": invalid character U+0000 (at position 0)'],
  ["fieldManager=%E2%80%8B", 'fieldManager: Invalid value: "\\u200b": invalid character U+200B (at position 0)'],
];

test.for(refused)(
  "the options %s are refused in Kubernetes' words [apiserver/option-words]",
  ([query, words], { expect }) => {
    const request = { method: "POST", path: "/", headers: {} };
    const read = (): unknown => readWriteOptions(request, new URLSearchParams(query), { kind: "CreateOptions" });
    expect(read).toThrow(`CreateOptions.meta.k8s.io "" is invalid: ${words}`);
  },
);
