import type * as Crypto from "node:crypto";
import { test, vi } from "vitest";
import { systemRandom } from "../../async/index.ts";
import { Credential } from "./credential.ts";

/** How long what the platform was given to compare is. */
const compared = vi.hoisted(() => [] as (readonly number[])[]);

vi.mock("node:crypto", async (load) => {
  const crypto = await load<typeof Crypto>();
  const timingSafeEqual: typeof Crypto.timingSafeEqual = (one, other) => {
    compared.push([one.byteLength, other.byteLength]);
    return crypto.timingSafeEqual(one, other);
  };
  return { ...crypto, timingSafeEqual };
});

test("only the secret itself counts, not another of its length, nor a part of it [apiserver/credential-needed]", ({
  expect,
}) => {
  const credential = Credential.from("abcdef", systemRandom);
  expect(credential.isCarriedBy("Bearer abcdef")).toBe(true);
  expect(credential.isCarriedBy("bearer  abcdef ")).toBe(true);
  const wrong = ["abcdeg", "bbcdef", "abcde", "abcdefg", "ABCDEF", "äbcde"];
  expect(wrong.filter((token) => credential.isCarriedBy(`Bearer ${token}`))).toEqual([]);
  expect(
    [undefined, "", "abcdef", "Basic abcdef", "Bearer "].filter((header) => credential.isCarriedBy(header)),
  ).toEqual([]);
});

test("as much is compared whatever is shown, so that nobody learns how long the secret is [apiserver/credential-needed]", ({
  expect,
}) => {
  const credential = Credential.from("abcdef", systemRandom);
  compared.length = 0;
  for (const shown of ["a", "abcdef", "abcdeg", "a".repeat(100)]) credential.isCarriedBy(`Bearer ${shown}`);
  expect(compared).toEqual(Array.from({ length: 4 }, () => [32, 32]));
});
