import type { Clock, Random } from "../../async/index.ts";
import { getOwn } from "../../model/index.ts";
import { authDefaults } from "./defaults.ts";
import { objectOf, textOf, textsOf } from "./json-members.ts";
import { TokenSigner } from "./json-web-token.ts";
import { findCoreObject } from "./object-reader.ts";
import type { CoreObject, ObjectSource } from "./object-reader.ts";
import { authenticated, serviceAccountGroups, serviceAccountName } from "./user.ts";
import type { User } from "./user.ts";

/** An object and the life of it that is meant. */
export interface BoundObject {
  readonly name: string;
  /** Absent of a node that a pod names and that does not exist. */
  readonly uid?: string | undefined;
}

/** What a token is to say. */
export interface TokenGrant {
  readonly namespace: string;
  readonly account: BoundObject;
  readonly audiences: readonly string[];
  readonly seconds: number;
  /** With whose end the token ends. A pod's node is told, but the token does not end with it. */
  readonly bound?: Readonly<Partial<Record<"pod" | "secret" | "node", BoundObject>>> | undefined;
  /** After so many seconds its use is worth a warning. */
  readonly warnAfterSeconds?: number | undefined;
}

/** What a token turned out to be: somebody, or a reason why it counts for nobody. */
export type CheckedToken =
  | { readonly user: User; readonly audiences: readonly string[]; readonly problem?: undefined }
  | { readonly user?: undefined; readonly problem: string };

/** What tokens are made and checked with. */
export interface ServiceAccountTokensOptions extends ObjectSource {
  readonly clock: Clock;
  readonly random: Random;
  /** The private key in PEM; a new one by default. */
  readonly key?: string | undefined;
}

const invalidated = { problem: "service account token has been invalidated" } as const;

/** The tokens of service accounts: signed, for certain audiences, for a time, and only as long as their account and what they are bound to. */
export class ServiceAccountTokens {
  readonly #options: ServiceAccountTokensOptions;
  readonly #verified = new Map<string, object>();
  #signer: TokenSigner | undefined;

  constructor(options: ServiceAccountTokensOptions) {
    this.#options = options;
    // A key that cannot be used is told at once; a new one is made when it is needed.
    if (options.key !== undefined) this.#signer = TokenSigner.from(options.key);
  }

  issue({ namespace, account, audiences, seconds, bound = {}, warnAfterSeconds }: TokenGrant): string {
    const now = Math.floor(this.#options.clock.now() / 1000);
    this.#signer ??= TokenSigner.from(undefined);
    return this.#signer.sign({
      aud: audiences,
      exp: now + seconds,
      iat: now,
      iss: authDefaults.issuer,
      jti: this.#options.random.uuid(),
      "kubernetes.io": {
        namespace,
        ...bound,
        serviceaccount: account,
        ...(warnAfterSeconds === undefined ? {} : { warnafter: now + warnAfterSeconds }),
      },
      nbf: now,
      sub: serviceAccountName(namespace, account.name),
    });
  }

  /** The keys with which others can check the tokens. */
  publicKeys(): readonly object[] {
    this.#signer ??= TokenSigner.from(undefined);
    return [this.#signer.publicKey()];
  }

  /** Who shows a token; undefined when it is none of this server's. */
  async check(token: string, audiences: readonly string[]): Promise<CheckedToken | undefined> {
    const claims = this.#claimsOf(token);
    if (claims === undefined || getOwn(claims, "iss") !== authDefaults.issuer) return undefined;
    const now = this.#options.clock.now();
    if (now > numberOf(claims, "exp") * 1000 + authDefaults.leewayMs)
      return { problem: "service account token has expired" };
    if (now < numberOf(claims, "nbf") * 1000 - authDefaults.leewayMs)
      return { problem: "service account token is not valid yet" };
    const given = textsOf(getOwn(claims, "aud"));
    const common = given.filter((audience) => audiences.includes(audience));
    if (common.length === 0) {
      const problem = `token audiences ${listed(given)} is invalid for the target audiences ${listed(audiences)}`;
      return { problem };
    }
    const user = await this.#userOf(claims);
    return user === undefined ? invalidated : { user, audiences: common };
  }

  /** A signature that was good stays good; everything else is looked at each time. */
  #claimsOf(token: string): object | undefined {
    const known = this.#verified.get(token);
    if (known !== undefined) return known;
    const claims = this.#signer?.claimsOf(token);
    if (claims === undefined) return undefined;
    const [oldest] = this.#verified.keys();
    if (this.#verified.size >= authDefaults.rememberedTokens && oldest !== undefined) this.#verified.delete(oldest);
    this.#verified.set(token, claims);
    return claims;
  }

  async #userOf(claims: object): Promise<User | undefined> {
    const own = objectOf(getOwn(claims, "kubernetes.io"));
    const namespace = textOf(own, "namespace");
    const account = boundOf(own, "serviceaccount");
    const [pod, secret, node] = [boundOf(own, "pod"), boundOf(own, "secret"), boundOf(own, "node")];
    if (account === undefined) return undefined;
    const needed: (readonly [CoreObject["plural"], BoundObject, string])[] = [
      ["serviceaccounts", account, namespace],
      ...(secret === undefined ? [] : [["secrets", secret, namespace] as const]),
      ...(pod === undefined ? [] : [["pods", pod, namespace] as const]),
      ...(node === undefined || pod !== undefined ? [] : [["nodes", node, ""] as const]),
    ];
    for (const [plural, object, where] of needed) {
      if (!(await this.#lives({ plural, namespace: where, name: object.name }, object.uid))) return undefined;
    }
    return authenticated({
      name: serviceAccountName(namespace, account.name),
      uid: account.uid,
      groups: serviceAccountGroups(namespace),
      extra: extraOf({ id: textOf(claims, "jti"), node, pod }),
    });
  }

  async #lives(place: CoreObject, uid: string | undefined): Promise<boolean> {
    const found = await findCoreObject(this.#options, place);
    if (uid === undefined || found === undefined || found.metadata.uid !== uid) return false;
    const { deletionTimestamp } = found.metadata;
    if (deletionTimestamp === undefined) return true;
    return this.#options.clock.now() <= Date.parse(deletionTimestamp) + authDefaults.deletionGraceMs;
  }
}

interface Traits {
  readonly id: string;
  readonly node: BoundObject | undefined;
  readonly pod: BoundObject | undefined;
}

function extraOf({ id, node, pod }: Traits): Readonly<Record<string, readonly string[]>> {
  const place = "authentication.kubernetes.io";
  return {
    [`${place}/credential-id`]: [`JTI=${id}`],
    ...traitsOf(`${place}/node`, node),
    ...traitsOf(`${place}/pod`, pod),
  };
}

function traitsOf(prefix: string, object: BoundObject | undefined): Readonly<Record<string, readonly string[]>> {
  if (object === undefined) return {};
  const { name, uid } = object;
  return { [`${prefix}-name`]: [name], ...(uid === undefined ? {} : { [`${prefix}-uid`]: [uid] }) };
}

function boundOf(claims: object, key: string): BoundObject | undefined {
  const bound = getOwn(claims, key);
  if (typeof bound !== "object" || bound === null) return undefined;
  return { name: textOf(bound, "name"), uid: textOf(bound, "uid") || undefined };
}

/** As Go prints a list of texts. */
function listed(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(" ")}]`;
}

function numberOf(value: object, key: string): number {
  const number = getOwn(value, key);
  return typeof number === "number" ? number : Number.NaN;
}
