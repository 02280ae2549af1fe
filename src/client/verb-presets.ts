import { parseJson } from "../model/index.ts";
import { InvalidRequestError } from "./errors.ts";
import { isFields } from "./read-answer.ts";
import type { HttpRequest, Middleware } from "./transport.ts";
import type { WriteOptions } from "./verb-options.ts";

/** What holds for every write of a client. */
export interface VerbPresets {
  /** Who is said to own what is written. A write that names a manager itself wins. */
  readonly fieldManager?: WriteOptions["fieldManager"];
  /** What the server does about fields that it does not know. A write that says it itself wins. */
  readonly fieldValidation?: WriteOptions["fieldValidation"];
  /** Nothing is written, whatever a write says itself: the server checks it and answers as if. */
  readonly dryRun?: WriteOptions["dryRun"];
}

/**
 * Makes every write of a client one with these options, also those by hand: `Client.connect(config, { middleware: [verbPresets({ dryRun: true })] })`.
 * Reads pass as they are.
 */
export function verbPresets(presets: VerbPresets): Middleware {
  return (next) => (request) => next(isWrite(request) ? preset(request, presets) : request);
}

/** Only objects are written: other paths, such as those of health, know none of these options. */
function isWrite({ method, path }: HttpRequest): boolean {
  return ["POST", "PUT", "PATCH", "DELETE"].includes(method) && /^\/apis?\//.test(path);
}

function preset(request: HttpRequest, presets: VerbPresets): HttpRequest {
  const { fieldManager, fieldValidation, dryRun } = presets;
  if (request.method === "DELETE") return dryRun === true ? dryDeletion(request) : request;
  const [place = "", text] = request.path.split("?", 2);
  const query = new URLSearchParams(text);
  for (const [name, value] of Object.entries({ fieldManager, fieldValidation }))
    if (value !== undefined && !query.has(name)) query.set(name, value);
  if (dryRun === true) query.set("dryRun", "All");
  return { ...request, path: query.size === 0 ? place : `${place}?${query.toString()}` };
}

/** A server that finds options in the body of a deletion looks for none in the query. */
function dryDeletion(request: HttpRequest): HttpRequest {
  const options = { apiVersion: "v1", kind: "DeleteOptions", ...deleteOptions(request), dryRun: ["All"] };
  const headers = { ...request.headers, "content-type": "application/json" };
  return { ...request, headers, body: new TextEncoder().encode(JSON.stringify(options)) };
}

function deleteOptions({ method, path, body }: HttpRequest): object {
  if (body === undefined || body.length === 0) return {};
  try {
    const options = parseJson(new TextDecoder().decode(body));
    if (isFields(options)) return options;
  } catch {
    // What is no JSON is refused below.
  }
  const [place = ""] = path.split("?", 1);
  throw new InvalidRequestError(
    `${method} ${place}: try it only: expected its options as an object in JSON, as \`dryRun\` is one of them`,
  );
}
