import type { Clock, Random } from "../../async/index.ts";
import type { Catalog, Verbs } from "../registry/index.ts";
import type { Store } from "../storage/index.ts";
import type { Attributes } from "./attributes.ts";
import { Authenticator } from "./authenticator.ts";
import type { Peer, TokenUser } from "./authenticator.ts";
import { writeBootstrapPolicy } from "./bootstrap-policy.ts";
import type { Credential } from "./credential.ts";
import { authDefaults } from "./defaults.ts";
import { forbidden } from "./forbidden.ts";
import { impersonated, wantedUser } from "./impersonation.ts";
import type { RequestHeaders } from "./impersonation.ts";
import { AllowAll, RbacAuthorizer } from "./rbac.ts";
import type { Authorizer } from "./rbac.ts";
import { Reviews } from "./reviews.ts";
import { ServiceAccountTokens } from "./service-account-tokens.ts";
import type { User } from "./user.ts";

/** How rights are decided: by roles and bindings, or not at all, so that whoever is known may do everything. */
export type AuthorizationMode = "rbac" | "off";

/** What users and rights are decided with. */
export interface AccessControlOptions {
  readonly store: Store;
  readonly verbs: Verbs;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly random: Random;
  readonly credential: Credential;
  readonly users?: readonly TokenUser[] | undefined;
  readonly serviceAccountKey?: string | undefined;
  readonly mode: AuthorizationMode;
}

/** Who asks, whom they want to be, and what they may do. */
export class AccessControl {
  readonly reviews: Reviews;
  readonly #options: AccessControlOptions;
  readonly #authenticator: Authenticator;
  readonly #tokens: ServiceAccountTokens;
  readonly #authorizer: Authorizer;
  #prepared: Promise<void> | undefined;

  constructor(options: AccessControlOptions) {
    this.#options = options;
    const { clock, serviceAccountKey: key, mode } = options;
    const tokens = new ServiceAccountTokens({ ...options, key });
    this.#tokens = tokens;
    this.#authenticator = new Authenticator({ ...options, tokens });
    const prepare = (): Promise<void> => this.#prepare();
    this.#authorizer = mode === "off" ? new AllowAll() : new RbacAuthorizer({ store: options.store, prepare });
    this.reviews = new Reviews({
      ...options,
      tokens,
      authenticator: this.#authenticator,
      authorizer: this.#authorizer,
      now: () => clock.now(),
    });
  }

  /** Who shows a credential that counts; undefined for anybody else. */
  identify({ headers }: RequestHeaders, peer?: Peer): Promise<User | undefined> {
    return this.#authenticator.identify(headers["authorization"], peer);
  }

  /** Who signs the tokens of service accounts, and the keys with which others can check them. */
  tokenIssuer(): { readonly issuer: string; readonly keys: readonly object[] } {
    return { issuer: authDefaults.issuer, keys: this.#tokens.publicKeys() };
  }

  /** As whom a request is answered: the user, or whom they may be taken for. Throws 403 when they have no right to what they ask for. */
  async admit(user: User, request: RequestHeaders, attributes: Attributes): Promise<User> {
    const wanted = wantedUser(request);
    const actor =
      wanted === undefined ? user : await impersonated({ authorizer: this.#authorizer, user, wanted, attributes });
    await this.authorize(actor, attributes);
    // Whoever looks at roles has to see those that every server has, though nobody needed them before.
    if (attributes.type === "resource" && attributes.group === "rbac.authorization.k8s.io") await this.#prepare();
    return actor;
  }

  /** Throws 403 when a user has no right to something. */
  async authorize(user: User, attributes: Attributes): Promise<void> {
    const { isAllowed, reason } = await this.#authorizer.decide(user, attributes);
    if (!isAllowed) throw forbidden(user.name, attributes, reason);
  }

  /** The default roles are written when they first matter: most servers in tests never need them. */
  #prepare(): Promise<void> {
    if (this.#options.mode === "off") return Promise.resolve();
    this.#prepared ??= writeBootstrapPolicy(this.#options).catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    return this.#prepared;
  }
}
