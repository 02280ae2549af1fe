import type { Clock } from "../../async/index.ts";
import { getOwn } from "../../model/index.ts";
import type { Status } from "../../model/index.ts";
import type { ProtobufCodec } from "../../wire/index.ts";
import { isSameForm, namesAny, namesExactly, negotiate } from "../accept.ts";
import type { Accepted, Conversion, MediaType, Offer } from "../accept.ts";
import { withRetryAfter } from "../answer.ts";
import type { ServerRequest, ServerResponse } from "../http-message.ts";
import { customTableKind, tableKindOf } from "../print/index.ts";
import type { TableKind } from "../print/index.ts";
import { StatusError, textCollections, wholeOf } from "../registry/index.ts";
import type { ServedResource } from "../registry/index.ts";
import type { Encoding } from "./encoding.ts";
import { plainForm, typedForm } from "./form.ts";
import type { Form } from "./form.ts";
import { hasTable } from "./has-table.ts";
import { isPrettyWanted } from "./is-pretty-wanted.ts";
import { jsonEncoding, prettyEncoding, textPrettyEncoding } from "./json-encoding.ts";
import { writeDocument } from "./json.ts";
import { MetadataForm } from "./metadata-form.ts";
import { noRepresentation, notAcceptable } from "./not-acceptable.ts";
import { ProtobufEncoding } from "./protobuf-encoding.ts";
import { Rendering } from "./rendering.ts";
import { sharedFrames } from "./shared-frames.ts";
import { readIncludeObject, TableForm } from "./table-form.ts";
import { loadYamlEncoding } from "./yaml-encoding.ts";

const everyType: readonly MediaType[] = ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"];
const streamTypes: readonly MediaType[] = ["application/json", "application/vnd.kubernetes.protobuf"];

/** What is asked for, and in which words. */
export interface RenderedRequest {
  readonly request: ServerRequest;
  readonly query: URLSearchParams;
  readonly served: ServedResource;
  readonly isWatch: boolean;
  /** Several objects are read. */
  readonly isCollection?: boolean | undefined;
  readonly subresource?: string | undefined;
  /** The definition of a custom resource, for the columns of its tables. */
  readonly definition?: (() => Promise<object | undefined>) | undefined;
}

/** Finds out in which form each request wants its answer. One for each server: what it has encoded once it keeps as long as the object. */
export class Renderer {
  readonly #clock: Clock;
  readonly #protobuf = new ProtobufEncoding({ keepsTexts: false });
  readonly #textProtobuf = new ProtobufEncoding({ keepsTexts: true });
  readonly #json: Encoding = { ...jsonEncoding, frames: sharedFrames(jsonEncoding.frames) };
  #yaml: Promise<Encoding> | undefined;
  /** The metadata of documents, by the version of the answer. */
  readonly #partial = new Map<string, WeakMap<Uint8Array, Uint8Array>>();

  /** What reads and writes protobuf. */
  get codec(): ProtobufCodec {
    return this.#protobuf.codec;
  }

  constructor({ clock }: { readonly clock: Clock }) {
    this.#clock = clock;
  }

  /** How a request for objects is answered. Throws 406 when nothing that can be had is accepted, and 400 for wrong options of a table. */
  async renderingFor(asked: RenderedRequest): Promise<Rendering> {
    const { request, query, served, isWatch } = asked;
    const mediaTypes = isWatch ? streamTypes : everyType;
    const allows: Offer["allows"] = (mediaType, as) => isOffered(mediaType, as, asked);
    const offer: Offer = { mediaTypes, serverVersion: "v1", allows };
    const accepted = negotiate(request.headers.accept, offer);
    // Where built-in kinds are served Kubernetes does not know `application/*`.
    const isNamed = served.isCustom || namesExactly(request.headers.accept, everyType);
    if (accepted === undefined || !isNamed) {
      const isUnstreamable =
        isWatch && negotiate(request.headers.accept, { ...offer, mediaTypes: everyType }) !== undefined;
      throw notAcceptable(request, { ...asked, isUnstreamable });
    }
    const isPretty = accepted.isPretty || isPrettyWanted(request, query);
    const encoding = await this.#encodingOf(accepted.mediaType, isPretty, textCollections.has(served.collection));
    return new Rendering(await this.#formOf(accepted, asked), encoding);
  }

  /** The answer that tells a failure: in the form that is asked for, or in JSON where there is none such. */
  async status(request: ServerRequest, status: Status): Promise<ServerResponse> {
    const allows = (_mediaType: MediaType, as: Conversion | undefined): boolean => as === undefined;
    const accepted = negotiate(request.headers.accept, { mediaTypes: everyType, allows });
    // Where nothing is accepted that can be had, nobody knows what a program would like: what is sent then is for people.
    const isPretty = accepted === undefined || accepted.isPretty || isPrettyWanted(request, queryOf(request));
    const encoding = await this.#encodingOf(accepted?.mediaType ?? "application/json", isPretty);
    const answer = new Rendering(plainForm, encoding).object(writeDocument(status), status.code ?? 500);
    return withRetryAfter(answer, status);
  }

  /**
   * The answer of a document about the server, or of another representation of it that was asked for. Throws 406 when no form of it is
   * accepted.
   */
  async document(request: ServerRequest, document: object, form?: Conversion): Promise<ServerResponse> {
    const kind = {
      apiVersion: String(getOwn(document, "apiVersion") ?? "v1"),
      kind: String(getOwn(document, "kind") ?? ""),
    };
    const mediaTypes = this.codec.knows(kind) ? everyType : everyType.slice(0, 2);
    const allows = (_mediaType: MediaType, as: Conversion | undefined): boolean => isSameForm(as, form);
    const accepted = negotiate(request.headers.accept, { mediaTypes, allows });
    if (accepted === undefined) {
      const isNamed = namesAny(request.headers.accept, mediaTypes);
      throw isNamed ? StatusError.notAcceptable(mediaTypes) : noRepresentation(mediaTypes);
    }
    const isPretty = accepted.isPretty || isPrettyWanted(request, queryOf(request));
    const encoding = await this.#encodingOf(accepted.mediaType, isPretty);
    return new Rendering(plainForm, encoding).object(writeDocument(document));
  }

  async #formOf({ as }: Accepted, asked: RenderedRequest): Promise<Form> {
    if (as === undefined) return asked.served.isCustom ? plainForm : typedForm;
    const apiVersion = `${as.group}/${as.version}`;
    const { resource, isCustom } = asked.served;
    if (as.kind === "Table") {
      const include = readIncludeObject(asked.query);
      const whole = (json: Uint8Array): Uint8Array => wholeOf(json, asked.served);
      return new TableForm({ apiVersion, include, kind: await tableKind(asked), whole, clock: this.#clock });
    }
    let made = this.#partial.get(apiVersion);
    if (made === undefined) this.#partial.set(apiVersion, (made = new WeakMap()));
    return new MetadataForm({ kind: as.kind, apiVersion, resource, isCustom }, made);
  }

  async #encodingOf(mediaType: MediaType, isPretty: boolean, keepsTexts = false): Promise<Encoding> {
    if (mediaType === "application/json" && !isPretty) return this.#json;
    if (mediaType === "application/json") return keepsTexts ? textPrettyEncoding : prettyEncoding;
    if (mediaType === "application/vnd.kubernetes.protobuf") return keepsTexts ? this.#textProtobuf : this.#protobuf;
    this.#yaml ??= loadYamlEncoding();
    return this.#yaml;
  }
}

async function tableKind({ served, subresource, definition }: RenderedRequest): Promise<TableKind> {
  if (subresource === "scale") return tableKindOf({ group: "autoscaling", plural: "scales" });
  const { resource, isCustom } = served;
  return isCustom ? customTableKind((await definition?.()) ?? {}, resource.version) : tableKindOf(resource);
}

function queryOf({ path }: ServerRequest): URLSearchParams {
  const at = path.indexOf("?");
  return new URLSearchParams(at < 0 ? "" : path.slice(at));
}

/** Custom resources have no protobuf; their metadata has. */
function isOffered(
  mediaType: MediaType,
  as: Conversion | undefined,
  { served, subresource }: Pick<RenderedRequest, "served" | "subresource">,
): boolean {
  const isProtobuf = mediaType === "application/vnd.kubernetes.protobuf";
  if (as === undefined) return !(served.isCustom && isProtobuf);
  if (as.group !== "meta.k8s.io" || (as.version !== "v1" && as.version !== "v1beta1")) return false;
  if (as.kind === "Table") return !isProtobuf && hasTable(served, subresource);
  return as.kind === "PartialObjectMetadata" || as.kind === "PartialObjectMetadataList";
}
