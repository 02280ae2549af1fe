import { formatApiVersion } from "../../model/index.ts";
import { partsAnswer, streamAnswer } from "../answer.ts";
import type { ServerResponse } from "../http-message.ts";
import type { ObjectList, ServedResource, WatchFrame } from "../registry/index.ts";
import { watchBody } from "../watch-answer.ts";
import type { WatchedFrames } from "../watch-answer.ts";
import type { Encoding } from "./encoding.ts";
import type { Form } from "./form.ts";

/** How one request is answered: what is shown of objects, and how that is written. */
export class Rendering {
  readonly #form: Form;
  readonly #encoding: Encoding;

  constructor(form: Form, encoding: Encoding) {
    this.#form = form;
    this.#encoding = encoding;
  }

  /** Of objects only parts are shown, which are told from the form in which they are kept. */
  get showsParts(): boolean {
    return this.#form.showsParts;
  }

  /** The answer of one object, or of a Status, from its JSON. */
  object(json: Uint8Array, status = 200): ServerResponse {
    return this.#document(this.#form.object(json), status);
  }

  /** The answer to a list. */
  async list(served: ServedResource, { items, ...metadata }: ObjectList): Promise<ServerResponse> {
    const { resource, listKind: kind = `${resource.kind}List` } = served;
    const list = { apiVersion: formatApiVersion(resource), kind, metadata, items };
    const shown = this.#form.list(list);
    if (shown instanceof Uint8Array) return this.#document(shown);
    return this.#answer(await this.#encoding.list(shown));
  }

  /** The answer to a watch: each event by itself, those of a batch together, in pieces of a bounded size. */
  watch(watched: WatchedFrames): ServerResponse {
    const show = this.#form.follow();
    const encoding = this.#encoding;
    const encode: Encoding["frames"] =
      show === undefined ? encoding.frames : (frames) => encoding.frames(frames.map((frame) => shownBy(show, frame)));
    return streamAnswer(watchBody(watched, encode), encoding.streamType);
  }

  #document(json: Uint8Array, status = 200): ServerResponse {
    const { documentEnd: end } = this.#encoding;
    const document = this.#encoding.document(json);
    return this.#answer(end === undefined ? [document] : [document, end], status);
  }

  #answer(parts: readonly Uint8Array[], status = 200): ServerResponse {
    return partsAnswer(parts, { status, contentType: this.#encoding.contentType });
  }
}

function shownBy(show: (json: Uint8Array) => Uint8Array, { type, object }: WatchFrame): WatchFrame {
  return { type, object: type === "ERROR" ? object : show(object) };
}
