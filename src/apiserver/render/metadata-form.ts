import { getOwn } from "../../model/index.ts";
import type { ObjectMeta, Resource } from "../../model/index.ts";
import { StatusError } from "../registry/index.ts";
import type { EncodedList } from "./encoded-list.ts";
import type { Form } from "./form.ts";
import { goTypeOf } from "./go-type.ts";
import { parseDocument, writeDocument } from "./json.ts";

/** What is asked for: the kind and the version of the answer, and what it is about. */
export interface MetadataFormOptions {
  readonly kind: string;
  readonly apiVersion: string;
  readonly resource: Pick<Resource, "group" | "kind">;
  readonly isCustom: boolean;
}

/** The metadata of objects and nothing else. Whoever asks for a list where there is one object, or the other way round, gets 406. */
export class MetadataForm implements Form {
  readonly showsParts = true;
  readonly #options: MetadataFormOptions;
  /** Readers of the same object get the same bytes, so that they are encoded once. */
  readonly #made: WeakMap<Uint8Array, Uint8Array>;

  constructor(options: MetadataFormOptions, made: WeakMap<Uint8Array, Uint8Array>) {
    this.#options = options;
    this.#made = made;
  }

  object(json: Uint8Array): Uint8Array {
    if (this.#options.kind === "PartialObjectMetadata") return this.#partial(json);
    const { kind } = parseDocument(json);
    if (kind === "Status") return json;
    throw this.#refused(`is not a list (${goTypeOf(this.#options)})`);
  }

  list({ metadata, items }: EncodedList): EncodedList | Uint8Array {
    const { kind, apiVersion } = this.#options;
    if (kind !== "PartialObjectMetadataList") throw this.#refused(`is a list (${goTypeOf(this.#options, "List")})`);
    // Kubernetes makes no list where there is nothing to put into it.
    if (items.length === 0) return writeDocument({ kind, apiVersion, metadata, items: null });
    return { apiVersion, kind, metadata, items: items.map((item) => this.#partial(item)) };
  }

  follow(): (json: Uint8Array) => Uint8Array {
    return (json) => this.object(json);
  }

  #partial(json: Uint8Array): Uint8Array {
    let made = this.#made.get(json);
    if (made === undefined) {
      made = partialOf(json, this.#options.apiVersion);
      this.#made.set(json, made);
    }
    return made;
  }

  #refused(what: string): StatusError {
    return new StatusError("NotAcceptable", `you requested ${this.#options.kind}, but the requested object ${what}`);
  }
}

/** A Status is passed on as it is. */
function partialOf(json: Uint8Array, apiVersion: string): Uint8Array {
  const document = parseDocument(json);
  if (document["kind"] === "Status") return json;
  return writeDocument(partialMetadata(document, apiVersion));
}

/** The document that has an object's metadata only. */
export function partialMetadata(document: object, apiVersion: string): object {
  const metadata = getOwn(document, "metadata") ?? {};
  const isDaemonSet = getOwn(document, "kind") === "DaemonSet" && getOwn(document, "apiVersion") === "apps/v1";
  return { kind: "PartialObjectMetadata", apiVersion, metadata: isDaemonSet ? withoutCount(metadata) : metadata };
}

/** Kubernetes keeps how often the template changed as a field, which is an annotation in the whole object only. */
function withoutCount(metadata: object): object {
  const { annotations = {}, ...rest } = metadata as ObjectMeta;
  const { "deprecated.daemonset.template.generation": _count, ...others } = annotations;
  return Object.keys(others).length === 0 ? rest : { ...rest, annotations: others };
}
