import { nextTurn } from "../async/index.ts";
import { ApiError } from "../model/index.ts";
import type { KubeList, KubeObject, Resource, WatchEvent } from "../model/index.ts";
import { DecodeError, inSlabs, Slices, splitProtobufFrames } from "../wire/index.ts";
import type { ProtobufCodec, ProtobufWatchEvent } from "../wire/index.ts";
import { decodeItem } from "./decode-object.ts";
import { bookmarkOf, changeOf, noticingIdle, undecodable } from "./decode-watch.ts";
import type { DecodeWatchOptions } from "./decode-watch.ts";
import { clientDefaults } from "./defaults.ts";
import { AnswerDecodeError, describeRequest } from "./errors.ts";
import type { ReadAnswerOptions } from "./read-answer.ts";
import type { HttpResponse } from "./transport.ts";

/** Whose list it is and what reads it. */
export interface ReadProtobufListOptions<T extends KubeObject> extends ReadAnswerOptions {
  readonly resource: Resource<T>;
  readonly codec: ProtobufCodec;
}

/** As `readList`, in protobuf. What is inside of a field is checked when it is first read, and may be a `DecodeError` then. */
export async function readProtobufList<T extends KubeObject>(
  response: HttpResponse,
  { resource, codec, line, maxBytes, clock }: ReadProtobufListOptions<T>,
): Promise<KubeList<T>> {
  const items: T[] = [];
  try {
    const { itemKind: _kind, ...fields } = await codec.splitList(response.body, {
      onItem: (bytes, kind) => items.push(decodeItem(codec.open(bytes, kind), resource)),
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

/** As `decodeWatch`, in protobuf. What is inside of a field is checked when it is first read, and may be a `DecodeError` then. */
export async function* decodeProtobufWatch<T extends KubeObject>(
  body: AsyncIterable<Uint8Array>,
  options: DecodeWatchOptions & { readonly codec: ProtobufCodec },
): AsyncGenerator<WatchEvent<T>, void, void> {
  const { codec, line, clock, maxLineBytes: maxFrameBytes } = options;
  const slices = new Slices({ now: () => clock?.monotonic() ?? 0, yieldTurn: nextTurn });
  try {
    for await (const frames of splitProtobufFrames(inSlabs(noticingIdle(body, options)), { maxFrameBytes })) {
      for (const frame of frames) {
        yield eventOf<T>(codec.decodeWatchEvent(frame), options);
        if (slices.isOver(frame.length)) await slices.next();
      }
    }
  } catch (error) {
    throw DecodeError.is(error) ? undecodable(line, "expected an event in protobuf", error) : error;
  }
}

function eventOf<T extends KubeObject>(
  { type, object }: ProtobufWatchEvent,
  { codec, line }: DecodeWatchOptions & { readonly codec: ProtobufCodec },
): WatchEvent<T> {
  switch (type) {
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
      return changeOf(type, codec.open(object), line);
    case "BOOKMARK":
      return bookmarkOf(codec.decode(object), line);
    case "ERROR":
      throw ApiError.fromStatus(codec.decode(object), line);
    default:
      throw undecodable(line, "expected an event of a known type");
  }
}
