import { warningLimits } from "./defaults.ts";
import type { ServerResponse } from "./http-message.ts";

/** The answer with what the writer should know. All together are bounded, as in Kubernetes: if they are too long, each is cut. */
export function withWarnings(answer: ServerResponse, warnings: readonly string[]): ServerResponse {
  if (warnings.length === 0) return answer;
  const before = answer.headers["warning"] === undefined ? [] : [answer.headers["warning"]];
  return {
    ...answer,
    headers: { ...answer.headers, warning: [...bounded([...new Set(warnings)]).map(headerOf), ...before].join(", ") },
  };
}

function headerOf(text: string): string {
  const plain = text.replaceAll(/[^ -~]/g, "").replaceAll(/["\\]/g, (found) => `\\${found}`);
  return `299 - "${plain}"`;
}

function bounded(warnings: readonly string[]): readonly string[] {
  const { all, each } = warningLimits;
  if (lengthOf(warnings) <= all) return warnings;
  const cut = warnings.map((text) => text.slice(0, each));
  const kept: string[] = [];
  for (const text of cut) if (lengthOf([...kept, text]) <= all) kept.push(text);
  return kept;
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
