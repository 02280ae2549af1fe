import { acceptedType } from "./accept.ts";
import { partsAnswer } from "./answer.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";
import { ifChanged } from "./if-changed.ts";
import type { EncodedDocument, OpenApi } from "./openapi/index.ts";

const jsonType = "application/json";
const yearMs = 31_536_000_000;

/** The answer to `/openapi/v2`, in JSON or protobuf. */
export async function answerV2(openApi: OpenApi, request: ServerRequest): Promise<ServerResponse> {
  const vary = { vary: "Accept-Encoding, Accept" };
  const type = typeOf(request, "v2");
  if (type === undefined) return bare(406, vary);
  const document = await openApi.v2();
  const answer = documentAnswer(openApi, document, type);
  return ifChanged(request, document.hash, { ...answer, headers: { ...answer.headers, ...vary } });
}

/** What a document is asked for as. */
interface DocumentType {
  readonly version: "v2" | "v3";
  readonly isJson: boolean;
}

/** Clients send another name of the protobuf type than answers have. */
function typeOf({ headers }: ServerRequest, version: DocumentType["version"]): DocumentType | undefined {
  const sent = `application/com.github.proto-openapi.spec.${version}@v1.0+protobuf`;
  const found = acceptedType(headers["accept"], [jsonType, sent, protobufType(version)]);
  return found === undefined ? undefined : { version, isJson: found === jsonType };
}

function protobufType(version: DocumentType["version"]): string {
  return `application/com.github.proto-openapi.spec.${version}.v1.0+protobuf`;
}

function documentAnswer(
  openApi: OpenApi,
  document: EncodedDocument,
  { version, isJson }: DocumentType,
): ServerResponse {
  const bytes = isJson ? document.json : openApi.protobuf(document, version);
  return partsAnswer([bytes], { status: 200, contentType: isJson ? jsonType : protobufType(version) });
}

/** The answer to `/openapi/v3`: where the documents are. */
export async function answerV3Index(openApi: OpenApi): Promise<ServerResponse> {
  const text = JSON.stringify(await openApi.index());
  const contentType = "text/plain; charset=utf-8";
  return partsAnswer([new TextEncoder().encode(text)], { status: 200, contentType });
}

/**
 * The answer to `/openapi/v3/{path}`. Under the address that the index gives it may be kept for ever; another address of the past leads to
 * the present one.
 */
export async function answerV3(
  openApi: OpenApi,
  request: ServerRequest,
  { path, now }: { readonly path: string; readonly now: number },
): Promise<ServerResponse> {
  const document = await openApi.v3(path);
  if (document === undefined) return bare(404);
  const vary = { vary: "Accept" };
  const type = typeOf(request, "v3");
  if (type === undefined) return bare(406, vary);
  const asked = new URLSearchParams(request.path.split("?")[1] ?? "").get("hash") ?? "";
  if (asked !== "" && asked !== document.hash) {
    const location = `/openapi/v3/${path}?hash=${document.hash}`;
    return bare(301, { ...vary, "content-type": jsonType, etag: `"${document.hash}"`, location });
  }
  const expires = new Date(now + yearMs).toUTCString();
  const lasting = asked === "" ? {} : { "cache-control": "public, immutable", expires };
  const answer = documentAnswer(openApi, document, type);
  return ifChanged(request, document.hash, { ...answer, headers: { ...answer.headers, ...vary, ...lasting } });
}

function bare(status: number, headers: Readonly<Record<string, string>> = {}): ServerResponse {
  const { "content-type": _none, ...answer } = partsAnswer([], { status, contentType: "" }).headers;
  return { ...partsAnswer([], { status, contentType: "" }), headers: { ...answer, ...headers } };
}
