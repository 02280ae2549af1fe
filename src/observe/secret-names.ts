/** How much of a name is looked at: its end says what it is. */
const longestName = 128;

/** Every name below has one of these in it, so that the usual name costs one look. */
export const mayNameSecret: RegExp =
  /auth|pass|pwd|secret|token|key|cred|cookie|jwt|session|pin|otp|sid|rsa|25519|docker/i;

/** What may follow a secret's name without changing what it is: `client-key-data`, `passwordHash`, `token2`. */
const decoration = /(?:value|data|header|hash|base64|b64|string|text|plain|old|new|current|previous|\d)+$/;

const secretNames =
  /^(?:auth|pass|pin|otp|sid|idrsa|ided25519|dockercfg|dockerconfigjson)$|(?:authorization|password|passwd|passphrase|passcode|pwd|secret|token|credential|credentials|cookie|cookies|jwt|basicauth|sessionid|(?:api|access|account|client|encryption|hmac|master|private|secret|session|shared|signing|ssh|tls)key)$/;

const pluralNames = /(?:authorization|password|passwd|passphrase|secret|token|jwt|key)s$/;

/**
 * Whether a field of this name holds a secret. Case and separators make no difference (`X-Api-Key`, `apiKey`, `api_key`), and it is the
 * end of the name that counts: `clientSecret` is one, `secretName` and `tokenFile` are not.
 */
export function isSecretName(name: string): boolean {
  return mayNameSecret.test(name) && secretNames.test(normalised(name));
}

/**
 * Whether `value` must not be printed under `name`. A flag or nothing at all gives nothing away (`automountServiceAccountToken: true`),
 * nor does a number under a plural (`tokens: 5`).
 */
export function isSecretField(name: string, value: unknown): boolean {
  if (value === undefined || value === null || typeof value === "boolean") return false;
  if (!mayNameSecret.test(name)) return false;
  const plain = normalised(name);
  if (secretNames.test(plain)) return true;
  return typeof value !== "number" && pluralNames.test(plain) && secretNames.test(plain.slice(0, -1));
}

function normalised(name: string): string {
  const end = name.length > longestName ? name.slice(-longestName) : name;
  return end
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "")
    .replace(decoration, "");
}
