import { warningLimits } from "./defaults.ts";
import type { ServerResponse } from "./http-message.ts";

/**
 * The answer with what the writer should know. All together are bounded, as in Kubernetes: if they are too long, each is cut. One with control
 * characters is not told.
 */
export function withWarnings(answer: ServerResponse, warnings: readonly string[]): ServerResponse {
  const told = warnings.filter((text) => !/\p{Cc}/u.test(text));
  if (told.length === 0) return answer;
  const before = answer.headers["warning"] === undefined ? [] : [answer.headers["warning"]];
  return {
    ...answer,
    headers: { ...answer.headers, warning: [...bounded([...new Set(told)]).map(headerOf), ...before].join(", ") },
  };
}

/** Headers are bytes, and each character of their text is one: what is beyond ASCII is sent in UTF-8. */
function headerOf(text: string): string {
  const quoted = text.replaceAll(/["\\]/g, (found) => `\\${found}`);
  return `299 - "${Buffer.from(quoted).toString("latin1")}"`;
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
