/**
 * Who asks, and what they may do: client certificates, tokens, service accounts, impersonation, roles and bindings, and the reviews that tell
 * about all of these.
 *
 * Promised: whoever shows no credential that counts is nobody; rights follow from the roles and bindings that are stored at the time of the
 * question, so that a write that was answered counts; a refusal is told in Kubernetes' words; secrets are compared by digest and never shown.
 *
 * Not promised: the rules of aggregated roles, which a controller writes; checks against giving others more rights than one has; the rights
 * of nodes to what concerns them; other ways to be known (OIDC, webhooks, front proxies).
 *
 * @module
 */
export { AccessControl } from "./access-control.ts";
export type { AuthorizationMode } from "./access-control.ts";
export { attributesOf } from "./attributes.ts";
export type { Peer, TokenUser } from "./authenticator.ts";
export { peerOf } from "./client-certificate.ts";
export type { CertifiedSocket } from "./client-certificate.ts";
export { Credential } from "./credential.ts";
export { isImpersonation } from "./impersonation.ts";
export type { User } from "./user.ts";
