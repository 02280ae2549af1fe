import { realClock } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import { getOwn, parseJson } from "../model/index.ts";
import { silentLogger } from "../observe/index.ts";
import type { Logger } from "../observe/index.ts";
import { hideCredential } from "./credential-source.ts";
import type { CredentialSource } from "./credential-source.ts";
import { ConfigError } from "./errors.ts";
import { refreshTokens } from "./oidc-refresh.ts";
import type { OidcTokens } from "./oidc-refresh.ts";
import { RenewedCredentials } from "./renewed-credentials.ts";
import type { EndingCredential } from "./renewed-credentials.ts";

/** A client of an OpenID issuer, and what it has been given. */
export interface OidcOptions {
  /** `https:`, without `/.well-known/…`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly idToken?: string | undefined;
  /** Without it, `idToken` is used until it ends. */
  readonly refreshToken?: string | undefined;
  /** The authorities that the issuer is verified with, in PEM, instead of the system's. */
  readonly ca?: string | undefined;
  /** Told the new tokens, to keep them: many issuers accept a refresh token only once. That it throws is logged and changes nothing. */
  readonly onRefreshed?: ((tokens: OidcTokens) => Promise<void> | void) | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Logger | undefined;
  /** What this is called in messages. */
  readonly place?: string | undefined;
}

/**
 * The identity token of an OpenID issuer as bearer token. Shortly before it ends, and after a server refused it, a new one is had with the
 * refresh token. The issuer is asked over verified TLS only.
 */
export function oidcCredentials(options: OidcOptions): CredentialSource {
  const { clock = realClock, log = silentLogger, place = "the options", issuer, idToken } = options;
  let { refreshToken } = options;
  const renew = async (signal: AbortSignal): Promise<EndingCredential> => {
    if (refreshToken === undefined) throw ended(place);
    const tokens = await refreshTokens({ ...options, issuer, place, clock, refreshToken, signal });
    ({ refreshToken } = tokens);
    await keep(tokens, { ...options, log });
    return bearer(tokens.idToken);
  };
  const initial = idToken === undefined ? undefined : bearer(idToken);
  // Many issuers take a refresh token once: to leave a renewal half done would be to lose the login.
  const canRenew = (): boolean => refreshToken !== undefined;
  return new RenewedCredentials({ renew, canRenew, isFinished: true, initial, clock, log });
}

async function keep(tokens: OidcTokens, { onRefreshed, log }: OidcOptions & { readonly log: Logger }): Promise<void> {
  try {
    await onRefreshed?.(tokens);
  } catch (error) {
    log.warn("A refreshed OpenID token could not be kept", {
      problem: ConfigError.is(error) ? error.message : "unknown",
    });
  }
}

function bearer(idToken: string): EndingCredential {
  return { credential: hideCredential({ authorization: `Bearer ${idToken}` }), endsAtMs: endOf(idToken) };
}

/** When a JSON web token says that it ends. One that can't be read has ended: a new one is the better one in any case. */
function endOf(token: string): number {
  try {
    const [, payload = ""] = token.split(".");
    const claims = parseJson(Buffer.from(payload, "base64url").toString("utf8"));
    const end = typeof claims === "object" && claims !== null ? getOwn(claims, "exp") : undefined;
    return typeof end === "number" ? end * 1_000 : 0;
  } catch {
    return 0;
  }
}

function ended(place: string): ConfigError {
  return new ConfigError({
    code: "SETPOINT_CONFIG_EXPIRED",
    attempt: "renew the OpenID token of",
    place,
    detail: "the token has ended, or there is none",
    expected: "a refresh token, or a new login",
  });
}
