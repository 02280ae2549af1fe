import { apiVersionOf } from "../model/index.ts";
import type { Resource } from "../model/index.ts";
import { protobufTables } from "../types/pack/index.ts";
import { createProtobufCodec, DecodeError } from "../wire/index.ts";
import type { ProtobufCodec } from "../wire/index.ts";
import { AnswerDecodeError } from "./errors.ts";
import { readRaw } from "./raw-answer.ts";
import type { ReadAnswerOptions } from "./read-answer.ts";
import type { HttpResponse } from "./transport.ts";

const mediaType = "application/vnd.kubernetes.protobuf";

/** What a request accepts that can read protobuf. A server that does not have it answers in JSON. */
export const protobufOrJson: string = `${mediaType},application/json`;

/** Reads answers in protobuf. One for each client: it keeps what it has learnt of the kinds that were read. Tables are only text until then. */
export class ProtobufAnswers {
  readonly #isWanted: boolean;
  #codec: ProtobufCodec | undefined;

  constructor(isWanted: boolean) {
    this.#isWanted = isWanted;
  }

  /** What reads protobuf of a resource; nothing when it is to come in JSON. */
  codecFor(resource: Resource): ProtobufCodec | undefined {
    const kind = { apiVersion: apiVersionOf(resource), kind: resource.kind };
    return this.#isWanted && this.#load().knows(kind) ? this.#load() : undefined;
  }

  /**
   * A failure in protobuf as it would be in JSON, so that there is one way to read failures. One that cannot be read is empty: its HTTP code
   * still says what it is.
   */
  async failureAsJson(response: HttpResponse, limits: ReadAnswerOptions): Promise<HttpResponse> {
    const headers = { ...response.headers, "content-type": "application/json" };
    let text = "";
    try {
      const { bytes } = await readRaw(response, limits);
      text = JSON.stringify(this.#load().decode(bytes));
    } catch (error) {
      if (!DecodeError.is(error) && !AnswerDecodeError.is(error)) throw error;
    }
    return { ...response, headers, body: once(new TextEncoder().encode(text)) };
  }

  #load(): ProtobufCodec {
    this.#codec ??= createProtobufCodec(protobufTables);
    return this.#codec;
  }
}

/** Whether an answer is in protobuf. */
export function isProtobuf({ headers }: HttpResponse): boolean {
  return headers["content-type"]?.startsWith(mediaType) === true;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}
