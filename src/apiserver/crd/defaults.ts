/** Keeps a definition while there are objects of it. */
export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

/** Where a definition in one of Kubernetes' own groups says who approved it. */
export const approvalAnnotation = "api-approved.kubernetes.io";

/** What evaluating the CEL rules of one object may cost, in Kubernetes' units. */
export const ruleBudget = 10_000_000;
