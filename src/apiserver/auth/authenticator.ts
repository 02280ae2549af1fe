import { hash } from "node:crypto";
import { InvalidArgumentError } from "../../async/index.ts";
import type { Credential } from "./credential.ts";
import { administrator, authDefaults } from "./defaults.ts";
import type { CheckedToken, ServiceAccountTokens } from "./service-account-tokens.ts";
import { authenticated } from "./user.ts";
import type { User } from "./user.ts";

/** Somebody who is known by a token of their own. */
export interface TokenUser {
  readonly token: string;
  /** The user's name. */
  readonly name: string;
  readonly uid?: string | undefined;
  readonly groups?: readonly string[] | undefined;
}

/** What the connection itself proves: the subject of a client certificate that the server's own authority has signed. */
export interface Peer {
  /** Never empty. */
  readonly commonName: string;
  readonly uid?: string | undefined;
  readonly organizations: readonly string[];
  /** SHA-256 of the certificate, in hex. */
  readonly fingerprint: string;
}

/** How users are recognised. */
export interface AuthenticatorOptions {
  readonly credential: Credential;
  readonly users?: readonly TokenUser[] | undefined;
  readonly tokens: ServiceAccountTokens;
}

/** Finds out who asks, by what they show. */
export class Authenticator {
  readonly #credential: Credential;
  readonly #tokens: ServiceAccountTokens;
  /** By the digest of their token, so that looking one up tells nothing of how much of it was right. */
  readonly #users: ReadonlyMap<string, User>;

  constructor({ credential, users = [], tokens }: AuthenticatorOptions) {
    this.#credential = credential;
    this.#tokens = tokens;
    this.#users = new Map(users.map((user) => [digestOf(checked(user).token), userOf(user)]));
  }

  /** Who asks; undefined when they show nothing, or nothing that counts. A certificate comes before a token. */
  async identify(authorization: string | undefined, peer?: Peer): Promise<User | undefined> {
    if (peer !== undefined) return peerUser(peer);
    if (this.#credential.isCarriedBy(authorization)) return administrator;
    const token = /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    return token === undefined ? undefined : (await this.check(token)).user;
  }

  /** Whose token it is, for whom it is meant, or why it counts for nobody. */
  async check(token: string, audiences: readonly string[] = [authDefaults.issuer]): Promise<CheckedToken> {
    const user = this.#credential.isCarriedBy(`Bearer ${token}`) ? administrator : this.#users.get(digestOf(token));
    if (user !== undefined && audiences.includes(authDefaults.issuer))
      return { user, audiences: [authDefaults.issuer] };
    const unknown = "invalid bearer token";
    const found = await this.#tokens.check(token, audiences);
    if (found === undefined) return { problem: unknown };
    return found.problem === undefined ? found : { problem: `[${unknown}, ${found.problem}]` };
  }
}

function peerUser({ commonName, uid, organizations, fingerprint }: Peer): User {
  const extra = { "authentication.kubernetes.io/credential-id": [`X509SHA256=${fingerprint}`] };
  return authenticated({ name: commonName, uid, groups: organizations, extra });
}

function userOf({ name, uid, groups = [] }: TokenUser): User {
  return authenticated({ name, groups, ...(uid === undefined ? {} : { uid }) });
}

function checked(user: TokenUser): TokenUser {
  if (/^[\w.~+/-]+=*$/.test(user.token) && user.name !== "") return user;
  throw new InvalidArgumentError({
    place: "ApiServer.users",
    input: "(secret)",
    expected: "a name and a bearer token (RFC 6750)",
  });
}

function digestOf(token: string): string {
  return hash("sha256", token, "base64");
}
