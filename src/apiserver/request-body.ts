import { InvalidInputError, parseJson } from "../model/index.ts";
import { DecodeError } from "../wire/index.ts";
import type { ProtobufCodec } from "../wire/index.ts";
import type { MediaType } from "./accept.ts";
import { serverDefaults } from "./defaults.ts";
import { inexactNumber } from "./inexact-number.ts";
import type { ServerRequest } from "./http-message.ts";
import { goJsonProblem, shownStart, StatusError } from "./registry/index.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { ParsedYaml } from "./parse-yaml.ts";
import { wellFormedJson } from "./well-formed-json.ts";

/** The forms in which a body may come: those of objects and those of patches. */
export type BodyType =
  | MediaType
  | "application/json-patch+json"
  | "application/merge-patch+json"
  | "application/strategic-merge-patch+json"
  | "application/apply-patch+yaml";

/** A body that was read. Its nesting is bounded and its numbers can be kept as they are; nothing else is known of it. */
export interface Body {
  readonly type: BodyType;
  readonly value: unknown;
  /** As it came, if it was sent as JSON. */
  readonly text?: string | undefined;
  /** The keys that occur twice, if it was sent as YAML. */
  readonly repeated?: readonly string[] | undefined;
}

/** The forms of objects of built-in kinds. */
export const objectTypes: readonly BodyType[] = [
  "application/json",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
];

/** Custom resources have no protobuf. */
export const customObjectTypes: readonly BodyType[] = ["application/json", "application/yaml"];

/** What can be read, and with what. */
export interface BodyOptions {
  readonly accepted: readonly BodyType[];
  readonly codec: ProtobufCodec;
  /** What the body should be an object of, for messages. */
  readonly kind?: string | undefined;
  /** The body tells options, not an object. */
  readonly isOptions?: boolean | undefined;
}

/**
 * The body of a request; undefined if there is none. One without a type counts as JSON, but a patch must say what it is. Throws 415 for a
 * form that is not accepted, 413 for one that is too large and 400 for one that cannot be read.
 */
export async function readBody(request: ServerRequest, options: BodyOptions): Promise<Body | undefined> {
  const { body } = request;
  const type = bodyTypeOf(request, options.accepted, options.isOptions);
  // No YAML says nothing, which is something: an object without any field.
  if (type === "application/yaml" && options.isOptions !== true && isMissing(body)) return { type, value: null };
  if (body === undefined || body.length === 0 || type === undefined) return undefined;
  assertBodySize(request);
  if (type === "application/vnd.kubernetes.protobuf") return { type, value: readProtobuf(body, options) };
  const text = decode(body);
  if (type === "application/yaml" || type === "application/apply-patch+yaml") {
    return { type, ...(await readYaml(text, { ...options, type })) };
  }
  const json = wellFormedJson(text);
  return { type, text: json, value: readJson(json, { ...options, type }) };
}

/** In which form a body comes. Throws 415 for one that is not accepted; options that are not sent may be of any. */
export function bodyTypeOf(
  { headers, body }: ServerRequest,
  accepted: readonly BodyType[],
  isOptions = false,
): BodyType | undefined {
  const given = headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? "";
  const type = accepted.find((known) => known === (given === "" ? "application/json" : given));
  if (type !== undefined || (isMissing(body) && isOptions)) return type;
  throw StatusError.unsupportedMediaType(accepted);
}

function isMissing(body: ServerRequest["body"]): body is undefined {
  return body === undefined || body.length === 0;
}

/** Throws 413 for a body that is too large. */
export function assertBodySize({ body }: ServerRequest): void {
  if (body !== undefined && body.length > serverDefaults.maxBodyBytes) {
    throw StatusError.tooLarge(serverDefaults.maxBodyBytes);
  }
}

function readJson(text: string, options: BodyOptions & { readonly type: BodyType }): unknown {
  const value = orRefused(text, options);
  const inexact = inexactNumber(text);
  if (inexact === undefined) return value;
  throw StatusError.badRequest(`json: cannot unmarshal number ${inexact.slice(0, 64)} into Go value of type float64`);
}

function orRefused(
  text: string,
  { type, kind = "", isOptions = false }: BodyOptions & { readonly type: BodyType },
): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!InvalidInputError.is(error)) throw error;
    if (error.code !== "SETPOINT_INVALID_JSON") throw StatusError.badRequest(error.detail);
    const why = goJsonProblem(text);
    if (type === "application/strategic-merge-patch+json") throw StatusError.badRequest(why);
    if (type !== "application/json") throw StatusError.badRequest(`error decoding patch: ${why}`);
    const parsing = `couldn't get version/kind; json parse error: ${why}`;
    if (isOptions) throw StatusError.badRequest(parsing);
    throw StatusError.badRequest(
      `the object provided is unrecognized (must be of type ${kind}): ${parsing} (${shownStart(text)})`,
    );
  }
}

async function readYaml(text: string, options: BodyOptions & { readonly type: BodyType }): Promise<ParsedYaml> {
  try {
    return await parseYaml(text);
  } catch (error) {
    if (!InvalidInputError.is(error)) throw error;
    if (options.type === "application/yaml") throw unrecognized(`${error.detail} (${shownStart(text)})`, options);
    throw StatusError.badRequest(`error decoding YAML: error converting YAML to JSON: ${error.detail}`);
  }
}

function readProtobuf(body: Uint8Array, options: BodyOptions): unknown {
  try {
    return options.codec.decode(body);
  } catch (error) {
    if (DecodeError.is(error)) throw unrecognized(error.message, options);
    throw error;
  }
}

function unrecognized(why: string, { kind = "" }: BodyOptions): StatusError {
  const expected = kind === "" ? "" : ` (must be of type ${kind})`;
  return StatusError.badRequest(`the object provided is unrecognized${expected}: ${why}`);
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw StatusError.badRequest("the body of the request is not text in UTF-8");
  }
}
