/** How much may differ. */
export const difference = {
  /** Of all requests. */
  maxShare: 0.02,
  /** Of the requests for any kind. */
  maxShareOfKind: 0.05,
} as const;

/** How much is generated unless it is said otherwise. */
export const generatedRequests = 2000;
