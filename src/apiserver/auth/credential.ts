import { hash, timingSafeEqual } from "node:crypto";
import { InvalidArgumentError } from "../../async/index.ts";
import type { Random } from "../../async/index.ts";
import { authDefaults } from "./defaults.ts";

/** The administrator's secret. Printing or serialising it shows nothing. */
export class Credential {
  readonly #token: string;
  readonly #digest: Uint8Array;

  private constructor(token: string) {
    this.#token = token;
    this.#digest = digestOf(token);
  }

  /** The given token, or a new one. */
  static from(token: string | undefined, random: Random): Credential {
    if (token === undefined) {
      return new Credential(Buffer.from(random.bytes(authDefaults.tokenBytes)).toString("base64url"));
    }
    if (typeof token !== "string" || !/^[\w.~+/-]+=*$/.test(token)) {
      throw new InvalidArgumentError({
        place: "ApiServer.token",
        input: "(secret)",
        expected: "a bearer token (RFC 6750)",
      });
    }
    return new Credential(token);
  }

  /** The secret itself. */
  get token(): string {
    return this.#token;
  }

  /** Whether an `Authorization` header carries the secret. How long that takes says nothing about the secret, its length included. */
  isCarriedBy(authorization: string | undefined): boolean {
    const given = /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    return given !== undefined && timingSafeEqual(digestOf(given), this.#digest);
  }
}

/** As long as any other, so that lengths need not be compared. Every request asks for one, and by way of a text it takes two thirds of the time. */
function digestOf(token: string): Uint8Array {
  return Buffer.from(hash("sha256", token, "binary"), "binary");
}
