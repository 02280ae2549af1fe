import type { Clock } from "../async/index.ts";
import { ApiError, getOwn } from "../model/index.ts";
import type { BookmarkEvent, KubeObject, WatchEvent } from "../model/index.ts";
import { DecodeError, LineTooLongError, ObjectScanner, parseBytes, readEvent, splitLines } from "../wire/index.ts";
import type { EncodedObject, EventParts } from "../wire/index.ts";
import { decodeInBatches, piecesOf } from "./decode-batches.ts";
import type { ObjectOptions } from "./decode-object.ts";
import { describeRequest, TransportError, WatchDecodeError } from "./errors.ts";
import type { RequestLine } from "./errors.ts";
import { IdleStream } from "./idle-stream.ts";
import { isFields } from "./read-answer.ts";

/** Where a watch belongs, how long an event may be, and how long the stream may be mute. */
export interface DecodeWatchOptions extends ObjectOptions {
  readonly line: RequestLine;
  readonly maxLineBytes: number;
  /** Without it a stream is never too long mute, and only its bytes, not the time, decide when others have their turn. */
  readonly clock?: Clock | undefined;
  /** When nothing, not even a bookmark, has come for so long, a `TransportError` is thrown and the stream is left. Needs `clock`. */
  readonly idleTimeoutMs?: number | undefined;
}

/** As `decodeWatchBatches`, one by one. */
export async function* decodeWatch<T extends KubeObject>(
  body: AsyncIterable<Uint8Array>,
  options: DecodeWatchOptions,
): AsyncGenerator<WatchEvent<T>, void, void> {
  for await (const events of decodeWatchBatches<T>(body, options)) yield* events;
}

/**
 * Reads the events of a watch, one JSON document a line, however the bytes are cut, and gives together what came together. A stream that ends
 * is not a failure, also in the middle of a line: that event comes again. Objects are read-only views of copies of their bytes; one that is
 * kept holds no chunk of the stream and no more than 64 KiB of it besides itself. An ERROR event is thrown as an `ApiError`, what is no event
 * as a `WatchDecodeError`.
 */
export async function* decodeWatchBatches<T extends KubeObject>(
  body: AsyncIterable<Uint8Array>,
  options: DecodeWatchOptions,
): AsyncGenerator<readonly WatchEvent<T>[], void, void> {
  const { line, maxLineBytes } = options;
  const scanner = new ObjectScanner({ isForMany: true });
  const decode = (parts: EventParts): WatchEvent<T> => decodeEvent<T>(parts, scanner, options);
  try {
    const lines = splitLines(piecesOf(noticingIdle(body, options), options), { maxLineBytes });
    const decodeLine = (bytes: Uint8Array): WatchEvent<T> | undefined =>
      bytes.length === 0 ? undefined : readEvent(bytes, decode);
    yield* decodeInBatches(lines, decodeLine, options);
  } catch (error) {
    if (LineTooLongError.is(error)) throw undecodable(line, `expected at most ${maxLineBytes} bytes`, error);
    if (DecodeError.is(error)) throw undecodable(line, "expected JSON in UTF-8", error);
    throw error;
  }
}

/** What a change says of an object, which is a view of bytes. */
export function changeOf<T extends KubeObject>(
  type: "ADDED" | "MODIFIED" | "DELETED",
  object: EncodedObject,
  { line, isCompact }: Pick<DecodeWatchOptions, "line" | "isCompact">,
): WatchEvent<T> {
  if (object.name === undefined) throw undecodable(line, "expected an object with metadata.name in the event");
  return { type, object: (isCompact === true ? object.compact() : object).view() as T };
}

/** The stream, which throws when it has been mute for too long. */
export function noticingIdle(
  body: AsyncIterable<Uint8Array>,
  { line, clock, idleTimeoutMs }: DecodeWatchOptions,
): AsyncIterable<Uint8Array> {
  if (clock === undefined || idleTimeoutMs === undefined) return body;
  const expired = (): Error =>
    new TransportError(
      "SETPOINT_TRANSPORT_TIMEOUT",
      `${describeRequest(line)}: nothing came over the watch for ${idleTimeoutMs} ms`,
    );
  return new IdleStream(body, { clock, idleTimeoutMs, expired });
}

const initialEventsEnd = "k8s.io/initial-events-end";

function decodeEvent<T extends KubeObject>(
  { type, object }: EventParts,
  scanner: ObjectScanner,
  options: DecodeWatchOptions,
): WatchEvent<T> {
  const { line } = options;
  switch (type) {
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
      if (object === undefined) throw undecodable(line, `expected an object in the ${type} event`);
      return changeOf(type, scanner.scan(object), options);
    case "BOOKMARK":
      return bookmarkOf(parsePart(object), line);
    case "ERROR":
      throw ApiError.fromStatus(parsePart(object), line);
    default:
      throw undecodable(line, "expected an event of a known type");
  }
}

function parsePart(bytes: Uint8Array | undefined): unknown {
  return bytes === undefined ? undefined : parseBytes(bytes, "read an event");
}

/** What a bookmark says. */
export function bookmarkOf(object: unknown, line: RequestLine): BookmarkEvent {
  const metadata = isFields(object) ? getOwn(object, "metadata") : undefined;
  const resourceVersion = isFields(metadata) ? getOwn(metadata, "resourceVersion") : undefined;
  if (!isFields(metadata) || typeof resourceVersion !== "string" || resourceVersion === "") {
    throw undecodable(line, "expected a resourceVersion in the BOOKMARK event");
  }
  const annotations = getOwn(metadata, "annotations");
  const endsInitialEvents = isFields(annotations) && getOwn(annotations, initialEventsEnd) === "true";
  return { type: "BOOKMARK", resourceVersion, endsInitialEvents };
}

/** The line itself is not told: it may be a secret. */
export function undecodable(line: RequestLine, expected: string, cause?: unknown): WatchDecodeError {
  return new WatchDecodeError(`${describeRequest(line)}: read an event of the watch: ${expected}`, { cause });
}
