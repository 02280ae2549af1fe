import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { InvalidArgumentError } from "../../async/index.ts";
import { InvalidInputError, parseJson } from "../../model/index.ts";

/** Signs and checks tokens (RFC 7519) with one ECDSA P-256 key. Printing or serialising it shows nothing. */
export class TokenSigner {
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #head: string;
  readonly #kid: string;

  private constructor(privateKey: KeyObject) {
    this.#privateKey = privateKey;
    this.#publicKey = createPublicKey(privateKey);
    this.#kid = createHash("sha256")
      .update(this.#publicKey.export({ type: "spki", format: "der" }))
      .digest("base64url");
    this.#head = encoded({ alg: "ES256", kid: this.#kid });
  }

  /** A signer with the given key (PKCS #8 in PEM), or with a new one. */
  static from(pem: string | undefined): TokenSigner {
    if (pem === undefined) return new TokenSigner(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey);
    try {
      const key = createPrivateKey(pem);
      if (key.asymmetricKeyDetails?.namedCurve === "prime256v1") return new TokenSigner(key);
    } catch {
      // The error below says what was expected; the cause might show the key.
    }
    throw new InvalidArgumentError({
      place: "ApiServer.serviceAccountKey",
      input: "(secret)",
      expected: "a private ECDSA P-256 key in PEM",
    });
  }

  sign(claims: object): string {
    const content = `${this.#head}.${encoded(claims)}`;
    const signature = sign("sha256", Buffer.from(content), { key: this.#privateKey, dsaEncoding: "ieee-p1363" });
    return `${content}.${signature.toString("base64url")}`;
  }

  /** What others need to check the tokens (RFC 7517). Holds nothing of the private key. */
  publicKey(): object {
    const { kty, crv, x, y } = this.#publicKey.export({ format: "jwk" });
    return { use: "sig", kty, kid: this.#kid, crv, alg: "ES256", x, y };
  }

  /** The claims of a token that this key has signed; undefined for anything else. */
  claimsOf(token: string): object | undefined {
    const [head, claims = "", signature = "", ...beyond] = token.split(".");
    if (head !== this.#head || beyond.length > 0) return undefined;
    const key = { key: this.#publicKey, dsaEncoding: "ieee-p1363" } as const;
    const bytes = Buffer.from(signature, "base64url");
    // Another text that decodes to the same bytes is not the token that was given out.
    if (bytes.toString("base64url") !== signature) return undefined;
    if (!verify("sha256", Buffer.from(`${head}.${claims}`), key, bytes)) return undefined;
    return decoded(claims);
  }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decoded(text: string): object | undefined {
  try {
    const value = parseJson(Buffer.from(text, "base64url").toString());
    return typeof value === "object" && value !== null ? value : undefined;
  } catch (error) {
    if (InvalidInputError.is(error)) return undefined;
    throw error;
  }
}
