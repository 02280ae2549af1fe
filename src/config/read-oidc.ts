import type { JsonObject, JsonValue } from "../model/index.ts";
import type { CredentialSource } from "./credential-source.ts";
import { dataOrFile, textOf } from "./data-or-file.ts";
import { ConfigError } from "./errors.ts";
import { KubeconfigFile } from "./kubeconfig-file.ts";
import { oidcCredentials } from "./oidc-credentials.ts";
import type { OidcOptions } from "./oidc-credentials.ts";
import type { OidcTokens } from "./oidc-refresh.ts";
import { checkedCertificates } from "./pem.ts";
import { invalid } from "./section.ts";
import type { Section } from "./section.ts";

/** What an auth provider needs to be followed. */
export interface ReadOidcOptions extends Pick<OidcOptions, "clock" | "log"> {
  /** What the user is called in its file. */
  readonly userName: string | undefined;
}

/** Reads `user.auth-provider`. Only `oidc` is known. New tokens are written back to the kubeconfig, if it is a file. */
export async function readOidc(user: Section, { userName, ...options }: ReadOidcOptions): Promise<CredentialSource> {
  const provider = user.section("auth-provider");
  if (provider.text("name") !== "oidc") {
    throw new ConfigError({
      code: "SETPOINT_CONFIG_UNSUPPORTED",
      place: provider.placeOf("name"),
      detail: "this auth-provider is not supported",
      expected: "oidc; others have an exec plugin in their place",
    });
  }
  const config = provider.section("config");
  const { file, isOnDisk } = user.origin;
  const authorities = dataOrFile(config, "idp-certificate-authority");
  return oidcCredentials({
    ...options,
    issuer: required(config, "idp-issuer-url"),
    clientId: required(config, "client-id"),
    clientSecret: config.text("client-secret"),
    idToken: config.text("id-token"),
    refreshToken: config.text("refresh-token"),
    ca: authorities && checkedCertificates(await textOf(authorities), authorities.place),
    onRefreshed: isOnDisk === true && userName !== undefined ? (tokens) => keep(file, userName, tokens) : undefined,
    place: user.placeOf("auth-provider"),
  });
}

function required(config: Section, key: string): string {
  const value = config.text(key);
  if (value === undefined) throw invalid(config.placeOf(key), "found nothing", "a text");
  return value;
}

async function keep(path: string, userName: string, { idToken, refreshToken }: OidcTokens): Promise<void> {
  await KubeconfigFile.edit({ path }, (file) => {
    const provider = mapping(file.user(userName)?.["auth-provider"]);
    const config = { ...mapping(provider["config"]), "id-token": idToken, "refresh-token": refreshToken };
    file.setUser(userName, { "auth-provider": { ...provider, config } });
  });
}

function mapping(value: JsonValue | undefined): JsonObject {
  const isMapping = typeof value === "object" && value !== null && !Array.isArray(value);
  return isMapping ? (value as JsonObject) : {};
}
