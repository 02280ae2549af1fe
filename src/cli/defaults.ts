/** What a command ends with. */
export const exitCodes = { done: 0, failed: 1, misused: 2 } as const;

/** Only whoever started the command may read what has a credential in it. */
export const privateMode = 0o600;

/** Of a server, unless it is told otherwise. */
export const serverCommandDefaults = {
  /** Any that is free. */
  port: 0,
  authorization: "rbac",
} as const;
