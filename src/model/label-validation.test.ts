import { test } from "vitest";
import {
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
} from "./label-validation.ts";

test("label keys and values, and names, are accepted up to their limits [model/name-rules]", ({ expect }) => {
  const valid = [
    ...["a", "A.b_c-9", `${"p".repeat(253)}/${"n".repeat(63)}`, "a.b-c.d/E"].map(qualifiedNameProblems),
    ...["", "a", "A.b_c-9", "v".repeat(63)].map(labelValueProblems),
    ...["a", "0-9", "l".repeat(63)].map(dns1123LabelProblems),
    ...["a", "a.b-c.0", "s".repeat(253)].map(dns1123SubdomainProblems),
  ];
  expect(valid.flat()).toEqual([]);
});

test("what is wrong with a name is said in Kubernetes' words [model/name-rules]", ({ expect }) => {
  const dns = "regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  expect(dns1123LabelProblems("a.b")).toEqual(["must not contain dots"]);
  expect(dns1123LabelProblems("A")).toEqual([
    `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', ${dns}')`,
  ]);
  expect(dns1123SubdomainProblems("a..b")).toEqual([
    `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', ${dns}(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
  ]);
  expect(qualifiedNameProblems("a/b/c")).toEqual([
    "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
  ]);
  expect(qualifiedNameProblems("/a")).toEqual(["prefix part must be non-empty"]);
});

test("lengths are counted in bytes, by messages that say bytes for labels and characters for names [model/name-rules]", ({
  expect,
}) => {
  expect(labelValueProblems("é".repeat(31))).toHaveLength(1);
  expect(labelValueProblems("é".repeat(32))).toContain("must be no more than 63 bytes");
  expect(labelValueProblems("😀".repeat(16))).toContain("must be no more than 63 bytes");
  expect(qualifiedNameProblems("n".repeat(64))).toEqual(["name part must be no more than 63 bytes"]);
  expect(qualifiedNameProblems(`${"p".repeat(254)}/n`)).toEqual(["prefix part must be no more than 253 bytes"]);
  expect(dns1123LabelProblems("l".repeat(64))).toEqual(["must be no more than 63 characters"]);
  expect(dns1123SubdomainProblems("s".repeat(254))).toEqual(["must be no more than 253 characters"]);
});
