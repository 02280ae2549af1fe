import type {
  LocalSubjectAccessReview,
  NonResourceAttributes,
  ResourceAttributes as ReviewedResource,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
} from "../../types/authorization/v1/index.ts";
import type { StatusCause } from "../../model/index.ts";
import { invalid } from "../crd/index.ts";
import { StatusError } from "../registry/index.ts";
import { selectorCauses, selectorProblem } from "./access-selectors.ts";
import type { Attributes } from "./attributes.ts";
import type { Authorizer } from "./rbac.ts";
import type { User } from "./user.ts";

/** Somebody's question, and who may answer it. */
export interface AccessQuestion<Review> {
  readonly authorizer: Authorizer;
  readonly review: Review;
  /** Who asks. */
  readonly user: User;
  /** Where it was asked; empty for the cluster scope. */
  readonly namespace: string;
}

interface AccessSpec {
  readonly resourceAttributes?: ReviewedResource | undefined;
  readonly nonResourceAttributes?: NonResourceAttributes | undefined;
}

const apiVersion = "authorization.k8s.io/v1";

/** Whether whoever asks may do something. */
export async function answerSelfAccess(question: AccessQuestion<Partial<SelfSubjectAccessReview>>): Promise<object> {
  const { authorizer, review, user } = question;
  const { spec = {}, metadata } = review;
  assertValid([...accessCauses(spec), ...selectorCauses(spec.resourceAttributes), ...metadataCauses(metadata)]);
  const status = await statusOf(authorizer, user, spec);
  return { kind: "SelfSubjectAccessReview", apiVersion, metadata: {}, spec, status };
}

/** Whether somebody may do something. */
export async function answerAccess(question: AccessQuestion<Partial<SubjectAccessReview>>): Promise<object> {
  const { authorizer, review } = question;
  const { spec = {}, metadata } = review;
  assertValid([...questionCauses(spec), ...metadataCauses(metadata)]);
  const status = await statusOf(authorizer, subjectOf(spec), spec);
  return { kind: "SubjectAccessReview", apiVersion, metadata: {}, spec, status };
}

/** Whether somebody may do something in the namespace of the request. */
export async function answerLocalAccess(question: AccessQuestion<Partial<LocalSubjectAccessReview>>): Promise<object> {
  const { authorizer, review, namespace } = question;
  const { spec = {}, metadata } = review;
  assertValid([
    ...questionCauses(spec),
    ...metadataCauses(metadata, "must be empty except for namespace"),
    ...localCauses(spec, namespace),
  ]);
  const status = await statusOf(authorizer, subjectOf(spec), spec);
  return { kind: "LocalSubjectAccessReview", apiVersion, metadata: { namespace }, spec, status };
}

/** All that whoever asks may do in a namespace. */
export async function answerRules(question: AccessQuestion<Partial<SelfSubjectRulesReview>>): Promise<object> {
  const { authorizer, review, user } = question;
  const namespace = review.spec?.namespace ?? "";
  if (namespace === "") throw StatusError.badRequest("no namespace on request");
  const { rules, problem } = await authorizer.rulesOf(user, namespace);
  const resourceRules = rules
    .filter(({ resources = [] }) => resources.length > 0)
    .map(({ verbs, apiGroups, resources, resourceNames }) => ({ verbs, apiGroups, resources, resourceNames }));
  const nonResourceRules = rules
    .filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0)
    .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs }));
  const evaluationError = problem === "" ? {} : { evaluationError: problem };
  const status = { resourceRules, nonResourceRules, incomplete: false, ...evaluationError };
  return { kind: "SelfSubjectRulesReview", apiVersion, metadata: {}, spec: {}, status };
}

async function statusOf(authorizer: Authorizer, user: User, spec: AccessSpec): Promise<object> {
  const { isAllowed, reason } = await authorizer.decide(user, attributesOf(spec));
  const evaluationError = selectorProblem(spec.resourceAttributes);
  return {
    allowed: isAllowed,
    ...(reason === "" ? {} : { reason }),
    ...(evaluationError === "" ? {} : { evaluationError }),
  };
}

function attributesOf({ resourceAttributes: resource = {}, nonResourceAttributes: path }: AccessSpec): Attributes {
  if (path !== undefined) return { type: "path", verb: path.verb ?? "", path: path.path ?? "" };
  return {
    type: "resource",
    verb: resource.verb ?? "",
    group: resource.group ?? "",
    resource: resource.resource ?? "",
    subresource: resource.subresource ?? "",
    namespace: resource.namespace ?? "",
    name: resource.name ?? "",
  };
}

function subjectOf({ user = "", uid, groups = [], extra }: SubjectAccessReview["spec"]): User {
  return { name: user, uid, groups, extra };
}

function accessCauses({ resourceAttributes, nonResourceAttributes }: AccessSpec): readonly StatusCause[] {
  const one = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
  if (nonResourceAttributes === undefined) {
    return resourceAttributes === undefined ? [invalid("spec.resourceAttributes", null, one)] : [];
  }
  if (resourceAttributes === undefined) return [];
  return [pathCause(nonResourceAttributes, "cannot be specified in combination with resourceAttributes")];
}

function questionCauses(spec: SubjectAccessReview["spec"]): readonly StatusCause[] {
  return [...accessCauses(spec), ...subjectCauses(spec), ...selectorCauses(spec.resourceAttributes)];
}

function subjectCauses({ user = "", groups = [] }: SubjectAccessReview["spec"]): readonly StatusCause[] {
  if (user !== "" || groups.length > 0) return [];
  return [invalid("spec.user", "", "at least one of user or group must be specified")];
}

/** A question is not an object: it has no name, and nothing else that the server does not fill in. */
function metadataCauses(metadata: object = {}, words = "must be empty"): readonly StatusCause[] {
  return Object.keys(metadata).length === 0 ? [] : [invalid("metadata", metadata, words)];
}

function localCauses(
  { resourceAttributes, nonResourceAttributes }: AccessSpec,
  namespace: string,
): readonly StatusCause[] {
  const given = resourceAttributes?.namespace ?? "";
  const isElsewhere = resourceAttributes !== undefined && given !== namespace;
  return [
    ...(isElsewhere ? [invalid("spec.resourceAttributes.namespace", given, "must match metadata.namespace")] : []),
    ...(nonResourceAttributes === undefined
      ? []
      : [pathCause(nonResourceAttributes, "disallowed on this kind of request")]),
  ];
}

/** Kubernetes shows the fields by their names in Go. */
function pathCause({ path = "", verb = "" }: NonResourceAttributes, problem: string): StatusCause {
  return invalid("spec.nonResourceAttributes", { Path: path, Verb: verb }, problem);
}

function assertValid(causes: readonly StatusCause[]): void {
  if (causes.length > 0) throw StatusError.invalid({ group: "authorization.k8s.io", kind: "" }, "", causes);
}
