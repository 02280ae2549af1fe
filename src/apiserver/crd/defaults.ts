/** Keeps a definition while there are objects of it. */
export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

/** Where a definition in one of Kubernetes' own groups says who approved it. */
export const approvalAnnotation = "api-approved.kubernetes.io";

/** What evaluating the CEL rules of one object may cost, in Kubernetes' units. */
export const ruleBudget = 10_000_000;

/** What one CEL rule may cost for all values of an object together, as estimated from the schema. */
export const maxRuleCost = 10_000_000;

/** What all CEL rules of a schema may cost, as estimated. */
export const maxSchemaCost = 100_000_000;

/** What CEL rules may cost until others get their turn. */
export const costPerTurn = 250_000;

/** How long the rules of one schema may be together. Kubernetes has no such limit; to read more would keep everybody waiting. */
export const maxRulesLength = 100_000;

/** Schemas with more objects inside are quoted as they were sent: Kubernetes' own form of each takes almost a thousand characters. */
export const maxQuotedSchemas = 500;

/** How many steps a pattern may have: each character of a text can be looked at in each. Kubernetes allows millions. */
export const maxPatternSize = 5_000;
