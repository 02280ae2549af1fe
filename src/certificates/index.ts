/**
 * X.509 certificates, written on `node:crypto` alone: an authority, and the server and client certificates it signs.
 *
 * Promises: ECDSA P-256 keys and signatures, certificates that strict readers accept (RFC 5280), serial numbers that do not repeat, a
 * certificate that never outlives its authority. Time comes from the given `Clock` and serial numbers from the given `Random`; keys and
 * signatures are random in any case.
 *
 * Does not: read certificates, keep them in files, renew or revoke them, or make intermediate authorities.
 *
 * @module
 */
export { createAuthority, issueCertificate } from "./authority.ts";
export type { Authority, AuthorityOptions, CertificatePair, CertificateRequest } from "./authority.ts";
export { certificateDefaults } from "./defaults.ts";
export type { CertificateDefaults } from "./defaults.ts";
export { CertificateError } from "./errors.ts";
export type { CertificateSubject, CertificateUsage } from "./x509.ts";
