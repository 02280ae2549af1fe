import { test } from "vitest";
import { systemRandom } from "../../async/index.ts";
import { Credential } from "./credential.ts";

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
