import type { Clock } from "../async/index.ts";
import { checkedToken } from "./bearer-token.ts";
import { ConfigError } from "./errors.ts";
import { httpsJson } from "./https-json.ts";
import type { JsonAnswer, JsonRequest } from "./https-json.ts";
import { invalid, Section } from "./section.ts";

/** What an issuer gave. Both are secrets. */
export interface OidcTokens {
  readonly idToken: string;
  readonly refreshToken: string;
}

/** Who asks which issuer, and with what. */
export interface RefreshRequest {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly refreshToken: string;
  readonly ca?: string | undefined;
  readonly place: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Asks the issuer where tokens are given, and there for a new one. */
export async function refreshTokens(request: RefreshRequest): Promise<OidcTokens> {
  const { issuer, refreshToken, place } = request;
  const description = await ask(request, { url: addressOf(`${issuer.replace(/\/+$/, "")}${wellKnown}`, place) });
  const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken });
  const authorization = authenticate(request, {
    form,
    methods: description.value("token_endpoint_auth_methods_supported"),
  });
  const url = addressOf(description.text("token_endpoint") ?? "", description.placeOf("token_endpoint"));
  const answer = await ask(request, { url, form, authorization });
  const idToken = answer.text("id_token");
  if (idToken === undefined) throw refused(request, "it gave no id_token");
  return {
    idToken: checkedToken(idToken, answer.placeOf("id_token")),
    refreshToken: answer.text("refresh_token") ?? refreshToken,
  };
}

const wellKnown = "/.well-known/openid-configuration";

interface Client {
  readonly form: URLSearchParams;
  readonly methods: unknown;
}

/** In the header, as every issuer must be able to, unless it says that it takes the secret in the form only. */
function authenticate({ clientId, clientSecret }: RefreshRequest, { form, methods }: Client): string | undefined {
  const takesForm = Array.isArray(methods) && methods.includes("client_secret_post");
  const takesHeader = !Array.isArray(methods) || methods.includes("client_secret_basic");
  if (clientSecret !== undefined && (takesHeader || !takesForm)) {
    const pair = [clientId, clientSecret].map(encodeURIComponent).join(":");
    return `Basic ${Buffer.from(pair).toString("base64")}`;
  }
  form.set("client_id", clientId);
  if (clientSecret !== undefined) form.set("client_secret", clientSecret);
  return undefined;
}

async function ask(
  request: RefreshRequest,
  question: Pick<JsonRequest, "url" | "form" | "authorization">,
): Promise<Section> {
  const { ca, clock, signal } = request;
  let answer: JsonAnswer;
  try {
    answer = await httpsJson({ ...question, ca, clock, signal });
  } catch (error) {
    signal.throwIfAborted();
    const name = error instanceof Error ? ("code" in error ? String(error.code) : error.message) : "unknown";
    throw refused(request, `no answer from ${question.url.host}: ${name}`, error);
  }
  if (answer.status !== 200)
    throw refused(request, `${question.url.host} answered ${answer.status}${reasonIn(answer)}`);
  if (answer.value === undefined) throw refused(request, `${question.url.host} did not answer with JSON`);
  return new Section(answer.value, { file: `${request.place}, the answer of ${question.url.host}` });
}

/** The standard's word for what is wrong, such as `invalid_grant`. */
function reasonIn({ value }: JsonAnswer): string {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "error")) return "";
  const { error } = value as { readonly error: unknown };
  return typeof error === "string" && /^[a-z_]{1,40}$/.test(error) ? ` (${error})` : "";
}

function addressOf(text: string, place: string): URL {
  const url = URL.parse(text);
  if (url !== null && url.protocol === "https:" && url.username === "" && url.password === "") return url;
  throw invalid(
    place,
    "it is no address of an issuer",
    "an address that begins with https:, without user and password",
  );
}

function refused({ place }: RefreshRequest, detail: string, cause?: unknown): ConfigError {
  const problem = {
    code: "SETPOINT_CONFIG_OIDC",
    attempt: "renew the OpenID token of",
    place,
    detail,
    expected: "a new token; if the refresh token is no longer accepted, a new login",
  } as const;
  return new ConfigError(problem, cause === undefined ? undefined : { cause });
}
