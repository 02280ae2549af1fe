import { getOwn } from "../model/index.ts";
import { clientDefaults } from "./defaults.ts";
import type { Middleware } from "./transport.ts";

/** What a server wants the user of its API to know, such as that a version is deprecated. */
export interface ServerWarning {
  /** Who says it; `-` if that is nobody's business. */
  readonly agent: string;
  readonly text: string;
}

/** The warnings in a `Warning` header that are meant for people (299). What follows one that can't be read is dropped. */
export function parseWarnings(header: string): readonly ServerWarning[] {
  // One value: `299 agent "text"`, perhaps with a date, and what divides it from the next.
  const pattern = /[ \t]*(\d{3}) (\S+) "((?:[^"\\]|\\.)*)"(?: "[^"]*")?[ \t]*(?:,|$)/y;
  const warnings: ServerWarning[] = [];
  while (pattern.lastIndex < header.length) {
    const [, code, agent = "", quoted = ""] = pattern.exec(header) ?? [];
    if (code === undefined) break;
    const text = Buffer.from(quoted.replace(/\\(.)/g, "$1"), "latin1").toString();
    if (code === "299" && text !== "") warnings.push({ agent, text });
  }
  return warnings;
}

/** Tells each warning of the server once. What `tell` throws is its own concern. */
export function surfaceWarnings(tell: (warning: ServerWarning) => void): Middleware {
  /** In the order in which they came, so that the oldest can be forgotten. */
  const told = new Set<string>();
  return (next) => async (request) => {
    const response = await next(request);
    const header = getOwn(response.headers, "warning");
    if (typeof header !== "string") return response;
    for (const warning of parseWarnings(header)) {
      if (told.has(warning.text)) continue;
      told.add(warning.text);
      if (told.size > clientDefaults.maxWarnings) for (const oldest of told.keys()) if (told.delete(oldest)) break;
      try {
        tell(warning);
      } catch {
        // Whoever looks on never breaks what it looks at.
      }
    }
    return response;
  };
}
