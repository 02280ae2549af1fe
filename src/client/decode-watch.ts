import { ApiError, getOwn, parseJson } from "../model/index.ts";
import type { KubeObject, WatchEvent } from "../model/index.ts";
import { LineTooLongError, splitLines } from "../wire/index.ts";
import { isObject } from "./decode-object.ts";
import { describeRequest, WatchDecodeError } from "./errors.ts";
import type { RequestLine } from "./errors.ts";
import { isFields } from "./read-answer.ts";

/** Where a watch belongs and how long an event may be. */
export interface DecodeWatchOptions {
  readonly line: RequestLine;
  readonly maxLineBytes: number;
}

/**
 * Reads the events of a watch, one JSON document a line, however the bytes are cut. A stream that ends is not a failure, also in the middle
 * of a line: that event comes again. An ERROR event is thrown as an `ApiError`, what is no event as a `WatchDecodeError`.
 */
export async function* decodeWatch<T extends KubeObject>(
  body: AsyncIterable<Uint8Array>,
  { line, maxLineBytes }: DecodeWatchOptions,
): AsyncGenerator<WatchEvent<T>, void, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const lines of splitLines(body, { maxLineBytes })) {
      for (const bytes of lines) if (bytes.length > 0) yield decodeEvent<T>(parseLine(bytes, decoder, line), line);
    }
  } catch (error) {
    if (LineTooLongError.is(error)) throw undecodable(line, `expected at most ${maxLineBytes} bytes`, error);
    throw error;
  }
}

const initialEventsEnd = "k8s.io/initial-events-end";

function decodeEvent<T extends KubeObject>(event: unknown, line: RequestLine): WatchEvent<T> {
  const type = isFields(event) ? getOwn(event, "type") : undefined;
  const object = isFields(event) ? getOwn(event, "object") : undefined;
  switch (type) {
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
      if (!isObject(object)) throw undecodable(line, `expected an object with metadata.name in the ${type} event`);
      return { type, object: object as T };
    case "BOOKMARK":
      return decodeBookmark<T>(object, line);
    case "ERROR":
      throw ApiError.fromStatus(object, line);
    default:
      throw undecodable(line, "expected an event of a known type");
  }
}

function decodeBookmark<T extends KubeObject>(object: unknown, line: RequestLine): WatchEvent<T> {
  const metadata = isFields(object) ? getOwn(object, "metadata") : undefined;
  const resourceVersion = isFields(metadata) ? getOwn(metadata, "resourceVersion") : undefined;
  if (!isFields(metadata) || typeof resourceVersion !== "string" || resourceVersion === "") {
    throw undecodable(line, "expected a resourceVersion in the BOOKMARK event");
  }
  const annotations = getOwn(metadata, "annotations");
  const endsInitialEvents = isFields(annotations) && getOwn(annotations, initialEventsEnd) === "true";
  return { type: "BOOKMARK", resourceVersion, endsInitialEvents };
}

function parseLine(bytes: Uint8Array, decoder: InstanceType<typeof TextDecoder>, line: RequestLine): unknown {
  try {
    return parseJson(decoder.decode(bytes));
  } catch (error) {
    throw undecodable(line, "expected JSON in UTF-8", error);
  }
}

/** The line itself is not told: it may be a secret. */
function undecodable(line: RequestLine, expected: string, cause?: unknown): WatchDecodeError {
  return new WatchDecodeError(`${describeRequest(line)}: read an event of the watch: ${expected}`, { cause });
}
