import { hash } from "node:crypto";
import type { Clock } from "../async/index.ts";
import { acceptedType, isSameForm, namesAny, namesExactly, negotiate } from "./accept.ts";
import type { Offer } from "./accept.ts";
import { partsAnswer } from "./answer.ts";
import type { AccessControl } from "./auth/index.ts";
import { serverVersion } from "./defaults.ts";
import { definitionOf } from "./definition-of.ts";
import {
  aggregatedCore,
  aggregatedForm,
  aggregatedGroups,
  coreVersions,
  groupDocument,
  groupList,
  resourceList,
  ServedCache,
} from "./discovery/index.ts";
import { NoSuchPathError } from "./errors.ts";
import { healthAnswer, healthRoots } from "./health.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";
import { ifChanged } from "./if-changed.ts";
import { answerV2, answerV3, answerV3Index } from "./openapi-answers.ts";
import type { OpenApi } from "./openapi/index.ts";
import { StatusError } from "./registry/index.ts";
import type { Catalog, Verbs } from "./registry/index.ts";
import { noRepresentation } from "./render/index.ts";
import type { Renderer } from "./render/index.ts";
import { noSuchPath } from "./resource-verb.ts";
import { servedPaths } from "./served-paths.ts";

const publicPaths: ReadonlySet<string> = new Set(["/version", "/version/", ...healthRoots.map((root) => `/${root}`)]);

/** Whether anybody may read a path: whether the server lives, and its version. */
export function isPublicPath(path: string): boolean {
  return publicPaths.has(path);
}

/** What the documents are made from. */
export interface ServerDocumentsOptions {
  readonly catalog: Catalog;
  readonly verbs: Pick<Verbs, "get">;
  readonly renderer: Renderer;
  readonly access: Pick<AccessControl, "tokenIssuer">;
  readonly clock: Clock;
}

/** What the server tells about itself: health, version, discovery, OpenAPI and who signs tokens. */
export class ServerDocuments {
  readonly #options: ServerDocumentsOptions;
  #openApi: Promise<OpenApi> | undefined;
  readonly #core = new ServedCache<TaggedList>();
  readonly #groups = new ServedCache<TaggedList>();

  constructor(options: ServerDocumentsOptions) {
    this.#options = options;
  }

  /** Answers a request for a document. Throws what the answer to an unknown path is made from. */
  async answer(request: ServerRequest, segments: readonly string[]): Promise<ServerResponse> {
    const [root = ""] = segments;
    if (root === "api" || root === "apis") return this.#answerDiscovery(request, segments);
    // What is about health or OpenAPI does not end in a slash.
    const exact = request.path.split("?", 1)[0]?.endsWith("/") === true ? [...segments, ""] : segments;
    if (root === "openapi") return this.#answerOpenApi(request, exact.slice(1));
    if (healthRoots.includes(root)) return healthAnswer(exact, queryOf(request));
    switch (segments.join("/")) {
      case "":
        return listedPaths(this.#options.catalog);
      case "version":
        return textOf(request, prettyText(serverVersion), "application/json");
      case ".well-known/openid-configuration":
        return this.#answerIssuer(request);
      case "openid/v1/jwks":
        return this.#answerKeys(request);
      default:
        throw root === "version" ? StatusError.noSuchResource() : new NoSuchPathError();
    }
  }

  async #answerOpenApi(request: ServerRequest, [version, ...place]: readonly string[]): Promise<ServerResponse> {
    const isV2 = version === "v2" && place.length === 0;
    if (!isV2 && version !== "v3") throw new NoSuchPathError();
    this.#openApi ??= loadOpenApi(this.#options);
    const openApi = await this.#openApi;
    if (isV2) return answerV2(openApi, request);
    if (place.length === 0) return answerV3Index(openApi);
    return answerV3(openApi, request, { path: place.join("/"), now: this.#options.clock.now() });
  }

  /** Of groups and of what definitions serve everybody is told whatever the method is, as in Kubernetes. */
  async #answerDiscovery(request: ServerRequest, segments: readonly string[]): Promise<ServerResponse> {
    const [root, group = "", version] = segments;
    const isListed = root === "api" || (version !== undefined && this.#options.catalog.isBuiltIn(group));
    if (isListed && request.method !== "GET") throw StatusError.methodNotAllowed();
    if (segments.length === 1 && isAggregatedWanted(request)) return this.#answerAggregated(request, root === "api");
    const document = this.#discoveryDocument(request, segments);
    if (!isListed) assertKnownType(request);
    else if (!namesExactly(request.headers["accept"], documentTypes)) throw noRepresentation(documentTypes);
    return this.#options.renderer.document(request, document);
  }

  #discoveryDocument(request: ServerRequest, [root, second, third]: readonly string[]): object {
    const { catalog } = this.#options;
    if (second === undefined) return root === "api" ? coreVersions(hostOf(request)) : groupList(catalog);
    if (root === "apis" && third === undefined) return found(groupDocument(catalog, second));
    const [group, version] = root === "api" ? ["", second] : [second, third ?? ""];
    const list = resourceList(catalog, group, version);
    if (list === undefined) throw noSuchPath(catalog, group);
    return list;
  }

  async #answerAggregated(request: ServerRequest, isCore: boolean): Promise<ServerResponse> {
    const { catalog, renderer } = this.#options;
    const cache = isCore ? this.#core : this.#groups;
    const { list, tag } = await cache.get(catalog.all(), async () =>
      tagged(isCore ? aggregatedCore(catalog) : aggregatedGroups(catalog)),
    );
    const answer = await renderer.document(request, list, aggregatedForm);
    const { group, version, kind } = aggregatedForm;
    const headers = {
      ...answer.headers,
      "content-type": `${answer.headers["content-type"]};g=${group};v=${version};as=${kind}`,
      "cache-control": "public",
      vary: "Accept",
    };
    return ifChanged(request, tag, { ...answer, headers });
  }

  #answerIssuer(request: ServerRequest): ServerResponse {
    const { issuer } = this.#options.access.tokenIssuer();
    const configuration = {
      issuer,
      jwks_uri: `https://${hostOf(request)}/openid/v1/jwks`,
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["ES256"],
    };
    return kept(request, JSON.stringify(configuration), "application/json");
  }

  #answerKeys(request: ServerRequest): ServerResponse {
    const { keys } = this.#options.access.tokenIssuer();
    return kept(request, JSON.stringify({ keys }), "application/jwk-set+json");
  }
}

/** Most servers are never asked: what makes the documents is loaded when it is needed. */
async function loadOpenApi(options: ServerDocumentsOptions): Promise<OpenApi> {
  const { OpenApi: Documents } = await import("./openapi/index.ts");
  return new Documents({ ...options, definitionOf: (served) => definitionOf(options, served) });
}

/** What is told of groups, and what changes with it. */
interface TaggedList {
  readonly list: object;
  readonly tag: string;
}

function tagged(list: object): TaggedList {
  return { list, tag: hash("sha512", JSON.stringify(list)).toUpperCase() };
}

function isAggregatedWanted({ headers }: ServerRequest): boolean {
  const allows: Offer["allows"] = (_mediaType, as) => as === undefined || isSameForm(as, aggregatedForm);
  return negotiate(headers["accept"], { mediaTypes: documentTypes, allows })?.as !== undefined;
}

const documentTypes = ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"] as const;

/** Where the groups are told, a type that is not known at all is refused in other words than elsewhere. */
function assertKnownType({ headers }: ServerRequest): void {
  if (!namesAny(headers["accept"], documentTypes)) throw StatusError.notAcceptable(documentTypes);
}

/** What may be kept for an hour. */
function kept(request: ServerRequest, text: string, contentType: string): ServerResponse {
  const answer = textOf(request, text, contentType);
  return { ...answer, headers: { ...answer.headers, "cache-control": "public, max-age=3600" } };
}

/** A document that is there in one form only, for those who read. */
function textOf({ method, headers }: ServerRequest, text: string, contentType: string): ServerResponse {
  if (method !== "GET") throw StatusError.methodNotAllowed();
  if (acceptedType(headers["accept"], [contentType]) === undefined) throw noRepresentation([contentType]);
  return partsAnswer([new TextEncoder().encode(text)], { status: 200, contentType });
}

function listedPaths(catalog: Catalog): ServerResponse {
  const text = prettyText({ paths: servedPaths(catalog) });
  return partsAnswer([new TextEncoder().encode(text)], { status: 200, contentType: "application/json" });
}

function prettyText(value: object): string {
  return JSON.stringify(value, undefined, 2);
}

function hostOf({ headers }: ServerRequest): string {
  return headers["host"] ?? "";
}

function queryOf({ path }: ServerRequest): URLSearchParams {
  const at = path.indexOf("?");
  return new URLSearchParams(at < 0 ? "" : path.slice(at));
}

function found(document: object | undefined): object {
  if (document === undefined) throw new NoSuchPathError();
  return document;
}
