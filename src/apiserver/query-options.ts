import { exactInteger, InvalidInputError, parseFieldSelector, parseSelector } from "../model/index.ts";
import type { ExactInteger } from "../model/index.ts";
import { StatusError } from "./registry/index.ts";
import type { ListOptions, WatchOptions } from "./registry/index.ts";

/** Which objects of a collection a query asks for. `timeoutSeconds` is checked and not honoured: a list does not take long. */
export function readListOptions(query: URLSearchParams): ListOptions {
  const labels = query.get("labelSelector");
  const fields = query.get("fieldSelector");
  readInteger(query, "timeoutSeconds");
  return {
    labelSelector: labels === null ? undefined : orBadRequest(() => parseSelector(labels)),
    fieldSelector: fields === null ? undefined : orBadRequest(() => parseFieldSelector(fields)),
    resourceVersion: query.get("resourceVersion") ?? undefined,
    resourceVersionMatch: query.get("resourceVersionMatch") ?? undefined,
    limit: readInteger(query, "limit"),
    continue: query.get("continue") ?? undefined,
    sendInitialEvents: readFlag(query, "sendInitialEvents"),
  };
}

/** Where a watch starts and when it ends, but for the signal. */
export function readWatchOptions(query: URLSearchParams): Omit<WatchOptions, "signal"> {
  const seconds = readInteger(query, "timeoutSeconds") ?? 0;
  return {
    ...readListOptions(query),
    allowBookmarks: readFlag(query, "allowWatchBookmarks") ?? false,
    timeoutMs: seconds > 0 ? seconds * 1000 : undefined,
  };
}

/** How something is to be deleted. The members of the preconditions stand in the query by themselves. */
export function deleteOptionsOf(query: URLSearchParams): object {
  const dryRun = query.getAll("dryRun");
  const named = ["uid", "resourceVersion"].map((name) => [name, query.get(name) ?? ""] as const);
  const preconditions = Object.fromEntries(named.filter(([, value]) => value !== ""));
  return given({
    gracePeriodSeconds: readExactInteger(query, "gracePeriodSeconds"),
    propagationPolicy: query.get("propagationPolicy"),
    orphanDependents: readFlag(query, "orphanDependents"),
    dryRun: dryRun.length === 0 ? undefined : dryRun,
    preconditions: Object.keys(preconditions).length === 0 ? undefined : preconditions,
  });
}

function given(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));
}

/** A switch of the query. Whatever is not a no is a yes, as in Kubernetes. */
export function readFlag(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name)?.toLowerCase();
  return text === undefined ? undefined : text !== "false" && text !== "0";
}

/** A whole number of the query, rounded if it is very large. */
function readInteger(query: URLSearchParams, name: string): number | undefined {
  const integer = readInt64(query, name);
  return integer === undefined ? undefined : Number(integer);
}

/** The same as documents hold it. */
function readExactInteger(query: URLSearchParams, name: string): number | ExactInteger | undefined {
  const integer = readInt64(query, name);
  return integer === undefined ? undefined : exactInteger(integer);
}

function readInt64(query: URLSearchParams, name: string): bigint | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const isNumber = /^[+-]?\d+$/.test(text);
  if (isNumber && BigInt.asIntN(64, BigInt(text)) === BigInt(text)) return BigInt(text);
  const why = isNumber ? "value out of range" : "invalid syntax";
  throw StatusError.badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`);
}

/** What cannot be read is the asker's mistake: 400, in Kubernetes' own words. */
function orBadRequest<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (InvalidInputError.is(error)) throw StatusError.badRequest(error.detail);
    throw error;
  }
}
