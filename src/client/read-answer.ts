import type { Clock } from "../async/index.ts";
import { ApiError, getOwn, parseJson } from "../model/index.ts";
import type { FailedRequest } from "../model/index.ts";
import { joinBytes, parseBytes } from "../wire/index.ts";
import { AnswerDecodeError, describeRequest } from "./errors.ts";
import type { RequestLine } from "./errors.ts";
import type { HttpResponse } from "./transport.ts";

/** Where an answer belongs and how much of it may be kept. */
export interface ReadAnswerOptions {
  readonly line: RequestLine;
  readonly maxBytes: number;
  /** Measures how long a list is decoded before others have their turn. Without it only its bytes count. */
  readonly clock?: Clock | undefined;
}

/** The JSON of a successful answer. Throws `SETPOINT_ANSWER_DECODE`, or an `ApiError` when the answer is a failure after all. */
export async function readAnswer(response: HttpResponse, { line, maxBytes }: ReadAnswerOptions): Promise<unknown> {
  const { bytes, isWhole } = await readBytes(response.body, { maxBytes, areReadOnly: true });
  if (!isWhole) throw new AnswerDecodeError(`${describeRequest(line)}: expected at most ${maxBytes} bytes`);
  const value = decode(bytes, response, line);
  refuseFailure(value, response, line);
  return value;
}

/** Throws an `ApiError` when a successful answer turns out to be a failure. */
export function refuseFailure(value: unknown, { status }: HttpResponse, line: RequestLine): void {
  if (isFields(value) && getOwn(value, "kind") === "Status" && getOwn(value, "status") === "Failure") {
    throw ApiError.fromStatus(value, { ...line, status });
  }
}

/** The error for a successful answer that is no JSON, or not enough of it. Names what the server says it is, and quotes nothing of it. */
export function noJson({ headers }: HttpResponse, line: RequestLine, cause: unknown): AnswerDecodeError {
  const [type = ""] = /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(getOwn(headers, "content-type") as string) ?? [];
  const actual = type === "" || /[/+]json$/.test(type) ? "" : `, but the server says that it is ${type}`;
  return new AnswerDecodeError(`${describeRequest(line)}: expected an answer in JSON${actual}`, { cause });
}

/** The error that a failed answer means. Of a long answer only the beginning is read. */
export async function readFailure(response: HttpResponse, { line, maxBytes }: ReadAnswerOptions): Promise<ApiError> {
  const { bytes } = await readBytes(response.body, { maxBytes, areReadOnly: true });
  const text = new TextDecoder().decode(bytes);
  const request: FailedRequest = { ...line, status: response.status, text, retryAfterMs: retryAfterMs(response) };
  try {
    return ApiError.fromStatus(parseJson(text), request);
  } catch {
    return ApiError.fromStatus(undefined, request);
  }
}

/** Whether a value that was JSON is an object. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function decode(bytes: Uint8Array, response: HttpResponse, line: RequestLine): unknown {
  try {
    return parseBytes(bytes, "read an answer");
  } catch (error) {
    throw noJson(response, line, error);
  }
}

/** What was read of a body. */
export interface BodyBytes {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

/** How much to read, and what may be done with it. */
export interface ReadBytesOptions {
  readonly maxBytes: number;
  /** Nobody will write to them: then they need not be copied when they came in one piece. */
  readonly areReadOnly?: boolean | undefined;
}

/** So much more than its bytes may a piece hold that is kept as it came: the head of an answer. */
const maxSpareBytes = 1_024;

/** The bytes of a body, up to a limit: the rest of a longer one is left. They hold hardly any memory but their own. */
export async function readBytes(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, areReadOnly = false }: ReadBytesOptions,
): Promise<BodyBytes> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) return { bytes: joinBytes(chunks), isWhole: false };
    chunks.push(chunk);
  }
  const [only] = chunks;
  const isReady = areReadOnly && only?.length === length && only.buffer.byteLength - length <= maxSpareBytes;
  return { bytes: isReady ? only : joinBytes(chunks), isWhole: true };
}

/** Servers of Kubernetes send seconds; a date, which HTTP allows as well, is not understood. */
function retryAfterMs({ headers }: HttpResponse): number | undefined {
  const seconds = getOwn(headers, "retry-after");
  return typeof seconds === "string" && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : undefined;
}
