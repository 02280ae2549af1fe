/** How long certificates are valid, and how far back they begin. */
export interface CertificateDefaults {
  readonly authorityValidForMs: number;
  readonly certificateValidForMs: number;
  /** A certificate begins this long before it is made, so that a reader whose clock is behind accepts it. */
  readonly backdateMs: number;
}

/** Ten years for an authority, one year for what it signs, five minutes of tolerance for clocks. */
export const certificateDefaults: CertificateDefaults = {
  authorityValidForMs: 10 * 365 * 24 * 3_600_000,
  certificateValidForMs: 365 * 24 * 3_600_000,
  backdateMs: 300_000,
};
