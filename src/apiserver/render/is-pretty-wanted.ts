import type { ServerRequest } from "../http-message.ts";

/** Whether JSON is to be on many lines: because the query says so or, when that says nothing, because a person is likely to read it. */
export function isPrettyWanted({ headers }: ServerRequest, query: URLSearchParams): boolean {
  const given = query.get("pretty");
  if (given !== null) return given === "1" || given === "true";
  return /^(?:curl|Wget|Mozilla\/5\.0)/.test(headers["user-agent"] ?? "");
}
