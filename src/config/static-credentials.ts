import { hideCredential } from "./credential-source.ts";
import type { Credential, CredentialSource } from "./credential-source.ts";
import { invalid } from "./section.ts";

/** A user and a password, as HTTP's basic authentication sends them. */
export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** A user and a password. Refuses a colon in the user, which would end it, and control characters. */
export function basicCredentials({ username, password }: BasicCredential, place = "the options"): CredentialSource {
  if (/[:\p{Cc}]/u.test(username) || /\p{Cc}/u.test(password)) {
    throw invalid(place, "they can't be sent", "a user without a colon, and no control characters");
  }
  const encoded = Buffer.from(`${username}:${password}`).toString("base64");
  return staticCredentials({ authorization: `Basic ${encoded}` });
}

/** A credential that never changes. */
export function staticCredentials(credential: Credential): CredentialSource {
  const hidden = hideCredential(credential);
  return { current: async () => hidden, refused: () => false };
}
