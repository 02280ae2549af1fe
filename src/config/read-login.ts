import type { Clock } from "../async/index.ts";
import type { Logger } from "../observe/index.ts";
import { checkedToken } from "./bearer-token.ts";
import type { ClientConfig } from "./client-config.ts";
import { CombinedCredentials } from "./combined-credentials.ts";
import type { Environment, PluginOptions } from "./config-options.ts";
import type { ClientCertificate, CredentialSource } from "./credential-source.ts";
import { dataOrFile, textOf } from "./data-or-file.ts";
import { execCredentials } from "./exec-credentials.ts";
import type { ExecCluster } from "./exec-info.ts";
import { readExecPlugin } from "./exec-plugin.ts";
import { certificateFileCredentials, tokenFileCredentials } from "./file-credentials.ts";
import { checkedPair } from "./pem.ts";
import { readOidc } from "./read-oidc.ts";
import { invalid } from "./section.ts";
import type { Section } from "./section.ts";
import { basicCredentials, staticCredentials } from "./static-credentials.ts";

/** What the credentials of a user need to be followed. */
export interface LoginOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly environment: Environment;
  readonly plugins: PluginOptions | undefined;
  /** What an exec plugin is told if it asks. */
  readonly cluster: ExecCluster;
  /** What the user is called in its file, for what is written back. */
  readonly userName: string | undefined;
}

/** How a client proves who it is. What never changes is said as it is; everything else is a source. */
export type Login = Pick<ClientConfig, "token" | "clientCertificate" | "credentials">;

/** Something that either stays as it is or is asked for each time. */
interface Part<T> {
  readonly fixed?: T | undefined;
  readonly source?: CredentialSource | undefined;
}

/** Whether anything in the section is a credential. */
export function saysCredential(user: Section): boolean {
  return credentialFields.some((key) => user.has(key));
}

const credentialFields: readonly string[] = [
  "token",
  "tokenFile",
  "username",
  "password",
  "client-certificate",
  "client-certificate-data",
  "client-key",
  "client-key-data",
  "exec",
  "auth-provider",
];

/**
 * The credentials of a user. A header and a certificate may go together; two headers may not. An exec plugin is used only where nothing
 * else is said. Files are read now, so that what is wrong with them is known at once; plugins and issuers are not asked yet.
 */
export async function readLogin(user: Section, options: LoginOptions): Promise<Login> {
  const certificate = await readCertificate(user, options);
  const header = (await readToken(user, options)) ?? readBasic(user) ?? (await readProvider(user, options));
  const plugin = readPlugin(user, options);
  if (certificate === undefined && header === undefined) return plugin === undefined ? {} : { credentials: plugin };
  if (certificate?.source === undefined && header?.source === undefined) {
    return { clientCertificate: certificate?.fixed, token: header?.fixed };
  }
  const sources = { header: sourceOfHeader(header), certificate: sourceOfCertificate(certificate) };
  if (sources.header === undefined || sources.certificate === undefined) {
    return { credentials: sources.header ?? sources.certificate };
  }
  return { credentials: new CombinedCredentials(sources.header, sources.certificate) };
}

function sourceOfHeader(part: Part<string> | undefined): CredentialSource | undefined {
  return part?.fixed === undefined ? part?.source : staticCredentials({ authorization: `Bearer ${part.fixed}` });
}

function sourceOfCertificate(part: Part<ClientCertificate> | undefined): CredentialSource | undefined {
  return part?.fixed === undefined ? part?.source : staticCredentials({ certificate: part.fixed });
}

/** A file wins over the text beside it, as it is the one that is renewed. The text helps out while the file can't be read. */
async function readToken(user: Section, options: LoginOptions): Promise<Part<string> | undefined> {
  const text = user.text("token");
  const token = text === undefined ? undefined : checkedToken(text, user.placeOf("token"));
  const file = user.file("tokenFile");
  if (token !== undefined || file !== undefined) refuseTwoHeaders(user);
  if (file === undefined) return token === undefined ? undefined : { fixed: token };
  const source = tokenFileCredentials({ ...options, file, token });
  await source.current({});
  return { source };
}

function refuseTwoHeaders(user: Section): void {
  const second = ["username", "password"].find((key) => user.has(key));
  if (second === undefined) return;
  throw invalid(user.placeOf(second), "found a token beside it", "either a token, or a username and a password");
}

function readBasic(user: Section): Part<string> | undefined {
  const username = user.text("username");
  const password = user.text("password");
  if (username === undefined && password === undefined) return undefined;
  if (username === undefined || password === undefined) {
    const missing = username === undefined ? "username" : "password";
    throw invalid(user.placeOf(missing), "found nothing", "a username together with its password");
  }
  return { source: basicCredentials({ username, password }, user.placeOf("username")) };
}

async function readCertificate(user: Section, options: LoginOptions): Promise<Part<ClientCertificate> | undefined> {
  const certificate = dataOrFile(user, "client-certificate");
  const key = dataOrFile(user, "client-key");
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined || key === undefined) {
    const missing = certificate === undefined ? "client-certificate" : "client-key";
    throw invalid(user.placeOf(missing), "found nothing", "a client certificate together with its key");
  }
  if (certificate.file !== undefined && key.file !== undefined) {
    const source = certificateFileCredentials({ ...options, certificateFile: certificate.file, keyFile: key.file });
    await source.current({});
    return { source };
  }
  const pair = { certificate: await textOf(certificate), key: await textOf(key) };
  const places = { certificate: certificate.place, key: key.place, nowMs: options.clock.now() };
  return { fixed: checkedPair(pair, places) };
}

async function readProvider(user: Section, options: LoginOptions): Promise<Part<string> | undefined> {
  if (!user.has("auth-provider")) return undefined;
  if (user.has("exec")) {
    throw invalid(user.placeOf("auth-provider"), "found exec beside it", "either exec or auth-provider");
  }
  return { source: await readOidc(user, options) };
}

function readPlugin(user: Section, options: LoginOptions): CredentialSource | undefined {
  if (!user.has("exec")) return undefined;
  const exec = user.section("exec");
  return execCredentials(readExecPlugin(exec), { ...options, ...options.plugins, place: user.placeOf("exec") });
}
