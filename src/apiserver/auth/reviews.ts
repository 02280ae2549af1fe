import { formatTime } from "../../model/index.ts";
import type { TokenRequest, TokenReview } from "../../types/authentication/v1/index.ts";
import { StatusError } from "../registry/index.ts";
import type { Target } from "../registry/index.ts";
import { answerAccess, answerLocalAccess, answerRules, answerSelfAccess } from "./access-review.ts";
import type { AccessQuestion } from "./access-review.ts";
import type { Authenticator } from "./authenticator.ts";
import { authDefaults } from "./defaults.ts";
import type { Authorizer } from "./rbac.ts";
import { ReviewReader } from "./read-review.ts";
import type { ReviewKind, SentReview } from "./read-review.ts";
import { ReviewOwners } from "./review-owners.ts";
import { answerTokenRequest } from "./token-request.ts";
import type { TokenRequestServer } from "./token-request.ts";
import { userInfoOf } from "./user.ts";
import type { User } from "./user.ts";

/** What reviews are answered with. */
export interface ReviewsOptions extends TokenRequestServer {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
}

/** What is posted to be answered and not kept. */
export interface ReviewRequest {
  readonly target: Target;
  readonly sent: SentReview;
  /** Who asks. */
  readonly user: User;
  /** The program that asks. */
  readonly manager: string;
}

type Answer = (asked: Omit<ReviewRequest, "sent" | "manager"> & { readonly review: object }) => Promise<object>;

/** Answers questions about users and rights, and requests for tokens. */
export class Reviews {
  readonly #options: ReviewsOptions;
  readonly #reader = new ReviewReader();
  readonly #owners = new ReviewOwners();
  readonly #answers: ReadonlyMap<string, Answer>;

  constructor(options: ReviewsOptions) {
    this.#options = options;
    const access =
      <Review>(answer: (question: AccessQuestion<Review>) => Promise<object>): Answer =>
      ({ target, user, review }) =>
        answer({ authorizer: options.authorizer, user, namespace: target.namespace, review: review as Review });
    this.#answers = new Map<string, Answer>([
      ["authorization.k8s.io/selfsubjectaccessreviews", access(answerSelfAccess)],
      ["authorization.k8s.io/subjectaccessreviews", access(answerAccess)],
      ["authorization.k8s.io/localsubjectaccessreviews", access(answerLocalAccess)],
      ["authorization.k8s.io/selfsubjectrulesreviews", access(answerRules)],
      ["authentication.k8s.io/selfsubjectreviews", ({ user }) => this.#whoAmI(user)],
      ["authentication.k8s.io/tokenreviews", ({ review }) => this.#tokenReview(review)],
      ["/serviceaccounts/token", ({ target, review }) => answerTokenRequest(options, target, review)],
    ]);
  }

  /** Whether what is posted there is answered here. */
  has(target: Target): boolean {
    return this.#answers.has(keyOf(target));
  }

  /** The answer, with code 201. Throws what a refusal is made from. */
  async answer({ target, sent, user, manager }: ReviewRequest): Promise<object> {
    const answer = this.#answers.get(keyOf(target));
    if (answer === undefined) throw StatusError.noSuchResource();
    const kind = kindOf(target);
    const review = this.#reader.read(sent, kind, target.namespace);
    const by = { manager, time: formatTime(this.#options.now()), subresource: target.subresource };
    const told = await answer({ target, user, review });
    return isMadeAnew(kind) ? told : this.#owners.told(told, withDefaults(review, kind), { kind, by });
  }

  async #whoAmI(user: User): Promise<object> {
    const creationTimestamp = formatTime(this.#options.now());
    const status = { userInfo: userInfoOf(user) };
    const apiVersion = "authentication.k8s.io/v1";
    return { kind: "SelfSubjectReview", apiVersion, metadata: { creationTimestamp }, status };
  }

  /** What was sent stays, also as the status of a token that is nobody's. */
  async #tokenReview({ metadata, spec, status: sent }: Partial<TokenReview>): Promise<object> {
    const { token = "", audiences = [] } = spec ?? {};
    if (token === "") throw StatusError.badRequest("token is required for TokenReview in authentication");
    const found = await this.#options.authenticator.check(token, audiences.length === 0 ? undefined : audiences);
    const status =
      found.user === undefined
        ? { user: {}, ...sent, authenticated: undefined, error: found.problem }
        : { ...sent, authenticated: true, user: userInfoOf(found.user), audiences: found.audiences };
    return { kind: "TokenReview", apiVersion: "authentication.k8s.io/v1", metadata: metadata ?? {}, spec, status };
  }
}

const tokenRequest: ReviewKind = { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" };

/** Whether the answer is another object than what was sent, and tells nothing of it. */
function isMadeAnew({ kind }: ReviewKind): boolean {
  return kind === "SelfSubjectReview" || kind === "SelfSubjectRulesReview";
}

/** What whoever asks owns, too. */
function withDefaults(review: object, kind: ReviewKind): object {
  if (kind !== tokenRequest) return review;
  const { spec = {} } = review as Partial<TokenRequest>;
  return { ...review, spec: { expirationSeconds: authDefaults.tokenSeconds, ...spec } };
}

function kindOf({ served, subresource }: Target): ReviewKind {
  return subresource === undefined ? served.resource : tokenRequest;
}

function keyOf({ served: { resource }, subresource }: Target): string {
  const { group, plural } = resource;
  return [group, plural, ...(subresource === undefined ? [] : [subresource])].join("/");
}
