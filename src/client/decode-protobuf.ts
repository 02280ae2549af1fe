import { nextTurn } from "../async/index.ts";
import { ApiError } from "../model/index.ts";
import type { KubeList, KubeObject, Resource, WatchEvent } from "../model/index.ts";
import { DecodeError, splitProtobufFrames } from "../wire/index.ts";
import type { ProtobufCodec, ProtobufWatchEvent } from "../wire/index.ts";
import { decodeInBatches, piecesOf } from "./decode-batches.ts";
import { decodeItem } from "./decode-object.ts";
import type { ObjectOptions } from "./decode-object.ts";
import { bookmarkOf, changeOf, noticingIdle, undecodable } from "./decode-watch.ts";
import type { DecodeWatchOptions } from "./decode-watch.ts";
import { clientDefaults } from "./defaults.ts";
import { AnswerDecodeError, describeRequest } from "./errors.ts";
import type { ReadAnswerOptions } from "./read-answer.ts";
import type { HttpResponse } from "./transport.ts";

/** Whose list it is and what reads it. */
export interface ReadProtobufListOptions<T extends KubeObject> extends ReadAnswerOptions, ObjectOptions {
  readonly resource: Resource<T>;
  readonly codec: ProtobufCodec;
}

/** As `readList`, in protobuf. What is inside of a field is checked when it is first read, and may be a `DecodeError` then. */
export async function readProtobufList<T extends KubeObject>(
  response: HttpResponse,
  { resource, codec, line, maxBytes, clock, isCompact }: ReadProtobufListOptions<T>,
): Promise<KubeList<T>> {
  const items: T[] = [];
  try {
    const { itemKind: _kind, ...fields } = await codec.splitList(response.body, {
      onItem: (bytes, kind) => items.push(decodeItem(codec.open(bytes, kind), resource, { isCompact })),
      maxItemBytes: maxBytes,
      maxHeadBytes: Math.min(maxBytes, clientDefaults.maxFailureBytes),
      now: () => clock?.monotonic() ?? 0,
      yieldTurn: nextTurn,
    });
    return { ...fields, items };
  } catch (error) {
    if (!DecodeError.is(error)) throw error;
    throw new AnswerDecodeError(`${describeRequest(line)}: expected a list in protobuf`, { cause: error });
  }
}

/** As `decodeWatchBatches`, in protobuf. What is inside of a field is checked when it is first read, and may be a `DecodeError` then. */
export async function* decodeProtobufWatchBatches<T extends KubeObject>(
  body: AsyncIterable<Uint8Array>,
  options: DecodeWatchOptions & { readonly codec: ProtobufCodec },
): AsyncGenerator<readonly WatchEvent<T>[], void, void> {
  const { codec, line, maxLineBytes: maxFrameBytes } = options;
  try {
    const frames = splitProtobufFrames(piecesOf(noticingIdle(body, options), options), { maxFrameBytes });
    // Never a `Buffer`: loops over bytes are a third slower when they meet more than one class.
    const bytesOf = ({ buffer, byteOffset, length }: Uint8Array): Uint8Array =>
      new Uint8Array(buffer, byteOffset, length);
    const decode = (frame: Uint8Array): WatchEvent<T> => eventOf<T>(codec.decodeWatchEvent(bytesOf(frame)), options);
    yield* decodeInBatches(frames, decode, options);
  } catch (error) {
    throw DecodeError.is(error) ? undecodable(line, "expected an event in protobuf", error) : error;
  }
}

function eventOf<T extends KubeObject>(
  { type, object }: ProtobufWatchEvent,
  options: DecodeWatchOptions & { readonly codec: ProtobufCodec },
): WatchEvent<T> {
  const { codec, line } = options;
  switch (type) {
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
      return changeOf(type, codec.open(object), options);
    case "BOOKMARK":
      return bookmarkOf(codec.decode(object), line);
    case "ERROR":
      throw ApiError.fromStatus(codec.decode(object), line);
    default:
      throw undecodable(line, "expected an event of a known type");
  }
}
