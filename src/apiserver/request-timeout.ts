import { StatusError } from "./registry/index.ts";

const units: ReadonlySet<string> = new Set(["ns", "us", "\u00b5s", "\u03bcs", "ms", "s", "m", "h"]);

/** Throws 400 for a `timeout` of a query that is no duration. A request does not take long here, so that no other does anything. */
export function assertTimeout(query: URLSearchParams): void {
  const text = query.get("timeout") ?? "";
  const problem = text === "" ? undefined : durationProblem(text);
  if (problem !== undefined) {
    throw StatusError.badRequest(`invalid timeout specified in the request URL - time: ${problem}`);
  }
}

/** What is wrong with a duration, in Go's words. */
function durationProblem(text: string): string | undefined {
  const quoted = JSON.stringify(text);
  let rest = text.replace(/^[-+]/, "");
  if (rest === "0") return undefined;
  do {
    const [number = ""] = /^(?:\d+\.?\d*|\.\d+)/.exec(rest) ?? [];
    if (number === "") return `invalid duration ${quoted}`;
    const [unit = ""] = /^[^.\d]*/.exec(rest.slice(number.length)) ?? [];
    if (unit === "") return `missing unit in duration ${quoted}`;
    if (!units.has(unit)) return `unknown unit ${JSON.stringify(unit)} in duration ${quoted}`;
    rest = rest.slice(number.length + unit.length);
  } while (rest !== "");
  return undefined;
}
