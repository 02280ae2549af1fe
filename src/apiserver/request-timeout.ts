import type { Clock } from "../async/index.ts";
import { partsAnswer } from "./answer.ts";
import { serverDefaults } from "./defaults.ts";
import type { ServerResponse } from "./http-message.ts";
import { StatusError } from "./registry/index.ts";

/** The units of durations in Go, in milliseconds. */
const units: ReadonlyMap<string, number> = new Map([
  ["ns", 1e-6],
  ["us", 1e-3],
  ["\u00b5s", 1e-3],
  ["\u03bcs", 1e-3],
  ["ms", 1],
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
]);

/** Go counts nanoseconds in 64 bits. */
const longestMs = (2 ** 63 - 1) / 1e6;

/**
 * How long the answer to a request may take, in milliseconds: what its query says, if that shortens the time that it has anyway, which in
 * Kubernetes every request has. Throws 400 for what is no duration.
 */
export function readTimeout(query: URLSearchParams, patienceMs: number | undefined): number | undefined {
  const text = query.get("timeout") ?? "";
  if (text === "") return patienceMs;
  const limitMs = durationOf(text);
  return limitMs > 0 && limitMs < (patienceMs ?? serverDefaults.requestTimeoutMs) ? limitMs : patienceMs;
}

/** An answer, or 504 if it is not there in time. What was begun then goes on, as it does in Kubernetes. */
export function withinTime(
  clock: Clock,
  limitMs: number | undefined,
  answer: () => Promise<ServerResponse>,
): Promise<ServerResponse> {
  return limitMs === undefined ? answer() : raced(clock, limitMs, answer);
}

async function raced(clock: Clock, limitMs: number, answer: () => Promise<ServerResponse>): Promise<ServerResponse> {
  // Nothing at all can be done in less.
  if (limitMs < 1) return tooLate();
  const { promise, resolve, reject } = Promise.withResolvers<ServerResponse>();
  using _timer = clock.setTimeout(() => resolve(tooLate()), limitMs);
  void answer().then(resolve, reject);
  return await promise;
}

/** As Kubernetes says it: a Status that does not say that it is one, as text. */
function tooLate(): ServerResponse {
  const message = "Timeout: request did not complete within the allotted timeout";
  const status = { metadata: {}, status: "Failure", message, reason: "Timeout", details: {}, code: 504 };
  const body = new TextEncoder().encode(`${JSON.stringify(status)}\n`);
  return partsAnswer([body], { status: 504, contentType: "text/plain; charset=utf-8" });
}

/** The length of a duration in milliseconds. */
function durationOf(text: string): number {
  const refused = (problem: string): StatusError =>
    StatusError.badRequest(`invalid timeout specified in the request URL - time: ${problem} ${JSON.stringify(text)}`);
  const sign = text.startsWith("-") ? -1 : 1;
  let rest = text.replace(/^[-+]/, "");
  let length = 0;
  if (rest === "0") return length;
  do {
    const [number = ""] = /^(?:\d+\.?\d*|\.\d+)/.exec(rest) ?? [];
    if (number === "") throw refused("invalid duration");
    const [unit = ""] = /^[^.\d]*/.exec(rest.slice(number.length)) ?? [];
    if (unit === "") throw refused("missing unit in duration");
    const size = units.get(unit);
    if (size === undefined) throw refused(`unknown unit ${JSON.stringify(unit)} in duration`);
    length += Number(number) * size;
    rest = rest.slice(number.length + unit.length);
  } while (rest !== "");
  if (length > longestMs) throw refused("invalid duration");
  return sign * length;
}
