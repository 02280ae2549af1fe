import type { KubeObject, Resource } from "../model/index.ts";
import { DecodeError, parseBytes, scanObject } from "../wire/index.ts";
import type { EncodedObject, ProtobufCodec } from "../wire/index.ts";
import { decodeObject } from "./decode-object.ts";
import { AnswerDecodeError, describeRequest } from "./errors.ts";
import { isProtobuf } from "./protobuf-answers.ts";
import { noJson, readBytes, refuseFailure } from "./read-answer.ts";
import type { ReadAnswerOptions } from "./read-answer.ts";
import type { HttpResponse } from "./transport.ts";

/** Whose object it is and what reads it, if it comes in protobuf. `verb` says what was asked, for the message. */
export interface ReadObjectOptions<T extends KubeObject> extends ReadAnswerOptions {
  readonly resource: Resource<T>;
  readonly verb: string;
  readonly codec: ProtobufCodec | undefined;
}

/**
 * Reads a successful answer that is one object, as a read-only view of its bytes: what nobody looks at is not decoded. Throws
 * `SETPOINT_ANSWER_DECODE`, or an `ApiError` when the answer is a failure after all. In protobuf, what is inside of a field is checked when
 * it is first read, and may be a `DecodeError` then.
 */
export async function readObject<T extends KubeObject>(
  response: HttpResponse,
  options: ReadObjectOptions<T>,
): Promise<T> {
  return objectIn(await wholeBytes(response, options), response, options);
}

/** As `readObject`. Nothing if there is more in the answer than the tables of the codec know. */
export async function readKnownObject<T extends KubeObject>(
  response: HttpResponse,
  options: ReadObjectOptions<T>,
): Promise<T | undefined> {
  const bytes = await wholeBytes(response, options);
  const object = objectIn(bytes, response, options);
  const { codec } = options;
  return codec === undefined || !isProtobuf(response) || codec.knowsAll(bytes) ? object : undefined;
}

async function wholeBytes(
  { body }: HttpResponse,
  { line, maxBytes }: Pick<ReadAnswerOptions, "line" | "maxBytes">,
): Promise<Uint8Array> {
  const { bytes, isWhole } = await readBytes(body, { maxBytes, areReadOnly: true });
  if (!isWhole) throw new AnswerDecodeError(`${describeRequest(line)}: expected at most ${maxBytes} bytes`);
  return bytes;
}

function objectIn<T extends KubeObject>(
  bytes: Uint8Array,
  response: HttpResponse,
  { line, resource, verb, codec }: ReadObjectOptions<T>,
): T {
  const decoder = codec !== undefined && isProtobuf(response) ? codec : json;
  const object = openedBy(decoder, bytes);
  if (object?.name !== undefined && object.read(["kind"]) !== "Status") return object.view() as T;
  const value = decodedBy(decoder, bytes, (cause) =>
    decoder === json
      ? noJson(response, line, cause)
      : new AnswerDecodeError(`${describeRequest(line)}: expected an object in protobuf`, { cause }),
  );
  refuseFailure(value, response, line);
  return decodeObject(value, resource, verb);
}

interface ObjectDecoder {
  open(bytes: Uint8Array): EncodedObject;
  decode(bytes: Uint8Array): unknown;
}

const json: ObjectDecoder = Object.freeze<ObjectDecoder>({
  open: (bytes) => scanObject(bytes),
  decode: (bytes) => parseBytes(bytes, "read an answer"),
});

/** Nothing for what is no object: that is told best by all that it is. */
function openedBy(decoder: ObjectDecoder, bytes: Uint8Array): EncodedObject | undefined {
  try {
    return decoder.open(bytes);
  } catch (error) {
    if (DecodeError.is(error)) return undefined;
    throw error;
  }
}

function decodedBy(decoder: ObjectDecoder, bytes: Uint8Array, failure: (cause: unknown) => Error): unknown {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw DecodeError.is(error) ? failure(error) : error;
  }
}
