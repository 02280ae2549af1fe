import { defaultLogLimits } from "./defaults.ts";

/**
 * The error and its causes as one text for people, such as
 * `ApiError: GET /x: no answer [SETPOINT_API] ← Error: socket hang up [ECONNRESET]`. Secrets are still in it. Never throws.
 */
export function errorText(error: Error, stacks: boolean): string {
  const parts: string[] = [];
  const seen: unknown[] = [];
  try {
    let next: unknown = error;
    while (next instanceof Error && !seen.includes(next) && seen.length <= defaultLogLimits.causes) {
      seen.push(next);
      const code: unknown = "code" in next ? next.code : undefined;
      parts.push(`${next.name}: ${next.message}${typeof code === "string" ? ` [${code}]` : ""}`);
      next = next.cause;
    }
    if (typeof next === "string") parts.push(next);
  } catch {
    parts.push("[unreadable]");
  }
  const text = parts.join(" ← ");
  return stacks ? [text, ...stackFrames(error)].join(" | ") : text;
}

/** The lines of the stack below the message: `at run (file.ts:1:2)`. Never throws. */
export function stackFrames(error: Error): string[] {
  try {
    const stack = error.stack ?? "";
    const lines = stack.split("\n", mostFrames).map((line) => line.trim());
    return lines.filter((line) => line.startsWith("at "));
  } catch {
    return [];
  }
}

/** More lines of a stack are not looked at. */
const mostFrames = 50;
