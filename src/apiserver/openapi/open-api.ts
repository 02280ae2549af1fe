import { hash } from "node:crypto";
import type { CustomResourceDefinition } from "../../types/apiextensions/v1/index.ts";
import { ServedCache, servedGroups } from "../discovery/index.ts";
import type { Catalog, ServedResource } from "../registry/index.ts";
import { builtInSchemas } from "../schema/index.ts";
import { builtInDocument, customDocument } from "./api-document.ts";
import type { ApiDocument } from "./api-document.ts";
import { BuiltInDocuments } from "./built-in-documents.ts";
import type { CustomKind } from "./custom-schemas.ts";
import { versionPath } from "./resource-paths.ts";
import { serverDocuments } from "./server-paths.ts";
import { v2Document } from "./v2.ts";
import { encodeV2 } from "./v2-protobuf.ts";
import { encodeV3 } from "./v3-protobuf.ts";
import { v3Document } from "./v3.ts";

/** A document as it goes out. */
export interface EncodedDocument {
  readonly json: Uint8Array;
  /** Changes with the content. */
  readonly hash: string;
}

/** Where documents come from. */
export interface OpenApiSource {
  readonly catalog: Catalog;
  /** The definition of a custom resource; undefined if it has just gone. */
  readonly definitionOf: (served: ServedResource) => Promise<CustomResourceDefinition | undefined>;
}

/** The OpenAPI of all that is served. Each document is made when it is first asked for, and kept until what it is about changes. */
export class OpenApi {
  readonly #source: OpenApiSource;
  readonly #documents = new Map<string, ServedCache<EncodedDocument>>();
  readonly #v2 = new ServedCache<EncodedDocument>();
  readonly #protobuf = new WeakMap<EncodedDocument, Uint8Array>();
  #builtIn: BuiltInDocuments | undefined;

  constructor(source: OpenApiSource) {
    this.#source = source;
  }

  /** The answer to `/openapi/v3`: one document for each group and version, under an address that changes with its content. */
  async index(): Promise<object> {
    const paths: Record<string, object> = {};
    for (const [path, place] of [...this.#places()].sort(([left], [right]) => (left < right ? -1 : 1))) {
      const document = await this.#encoded(path, place);
      paths[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${document.hash}` };
    }
    return { paths };
  }

  /** The document of a place in the index, such as `apis/apps/v1`; undefined if there is none. */
  async v3(path: string): Promise<EncodedDocument | undefined> {
    const place = this.#places().get(path);
    return place && this.#encoded(path, place);
  }

  #encoded(path: string, place: Place): Promise<EncodedDocument> {
    let kept = this.#documents.get(path);
    if (kept === undefined) this.#documents.set(path, (kept = new ServedCache()));
    return kept.get(place.served, async () => encoded(v3Document(await place.make())));
  }

  /** The document of everything, in the second version, as JSON. */
  v2(): Promise<EncodedDocument> {
    return this.#v2.get(this.#source.catalog.all(), async () => {
      const documents: ApiDocument[] = [];
      for (const { make } of this.#places().values()) documents.push(await make());
      return encoded(v2Document(documents));
    });
  }

  /** A document of this version in protobuf. */
  protobuf(document: EncodedDocument, version: "v2" | "v3"): Uint8Array {
    const known = this.#protobuf.get(document);
    if (known !== undefined) return known;
    const encode = version === "v2" ? encodeV2 : encodeV3;
    const bytes = encode(JSON.parse(new TextDecoder().decode(document.json)) as object);
    this.#protobuf.set(document, bytes);
    return bytes;
  }

  /** Everything that has a document, by its place in the index. Documents of what is no more are let go. */
  #places(): ReadonlyMap<string, Place> {
    const { catalog } = this.#source;
    const builtInGroups = servedGroups(catalog).flatMap(({ group }) => (catalog.isBuiltIn(group) ? [group] : []));
    const versions = Map.groupBy(catalog.all(), ({ resource }) => versionPath(resource).slice(1));
    const places = new Map([
      ...[...serverDocuments(builtInGroups)].map(([path, document]): [string, Place] => [
        path,
        { served: [], make: async () => document },
      ]),
      ...[...versions].map(([path, served]): [string, Place] => [path, this.#placeOf(served)]),
    ]);
    for (const path of this.#documents.keys()) if (!places.has(path)) this.#documents.delete(path);
    return places;
  }

  #placeOf(served: readonly ServedResource[]): Place {
    this.#builtIn ??= new BuiltInDocuments(builtInSchemas());
    const builtIn = this.#builtIn;
    const first = served.find(({ isCustom }) => !isCustom);
    const make = async (): Promise<ApiDocument> =>
      first === undefined
        ? customDocument(await this.#customKinds(served), builtIn)
        : builtInDocument(first.resource, served, builtIn);
    return { served, make };
  }

  async #customKinds(served: readonly ServedResource[]): Promise<readonly CustomKind[]> {
    const found = await Promise.all(served.map(async (one) => ({ one, whole: await this.#source.definitionOf(one) })));
    return found.flatMap(({ one, whole }) => {
      const definition = whole?.spec.versions.find(({ name }) => name === one.resource.version);
      if (whole === undefined || definition === undefined) return [];
      return [{ served: one, definition, listKind: whole.spec.names.listKind ?? `${one.resource.kind}List` }];
    });
  }
}

/** Something that has a document. */
interface Place {
  /** What it is made from: it changes when these do. */
  readonly served: readonly ServedResource[];
  readonly make: () => Promise<ApiDocument>;
}

function encoded(document: object): EncodedDocument {
  const json = new TextEncoder().encode(JSON.stringify(document));
  return { json, hash: hash("sha512", json).toUpperCase() };
}
