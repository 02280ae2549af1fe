/** How long an expression may be, in code points. */
export const maxExpressionLength = 100_000;

/** How many words and signs an expression may have. Kubernetes has no such limit; to read more would keep everybody waiting. */
export const maxExpressionTokens = 10_000;

/** How deep the parts of an expression may be nested. */
export const maxExpressionDepth = 250;

/** Of how many things that are wrong with an expression each is told. */
export const maxShownIssues = 100;

/** How long a line may be to be shown with what is wrong in it. */
export const maxShownLine = 16_384;

/** What one evaluation of a rule may cost. */
export const maxCallCost = 1_000_000;

/** The size of the largest request. What a schema does not bound is bounded by it. */
export const maxRequestBytes: number = 3 * 1024 * 1024;

/** How long a message that an expression makes may be, in bytes. */
export const maxMessageBytes: number = 5 * 1024;
