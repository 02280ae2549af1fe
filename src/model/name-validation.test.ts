import fc from "fast-check";
import { test } from "vitest";
import { configKeyProblems, dns1035LabelProblems, pathSegmentProblems, portNameProblems } from "./name-validation.ts";

test("names of services, ports, keys and path segments are accepted up to their limits [model/name-rules]", ({
  expect,
}) => {
  const valid = [
    ...["a", "a-0", `a${"0".repeat(62)}`].map(dns1035LabelProblems),
    ...["", "a", "A b", "system:node", "...", "é".repeat(500)].map(pathSegmentProblems),
    ...["a", "0a", "http-2", "p".repeat(15)].map(portNameProblems),
    ...["a", ".a", "A_b-c.d", "k".repeat(253)].map(configKeyProblems),
  ];
  expect(valid.flat()).toEqual([]);
});

test("what is wrong with such a name is said in Kubernetes' words [model/name-rules]", ({ expect }) => {
  expect(dns1035LabelProblems("0a")).toEqual([
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
  ]);
  expect(dns1035LabelProblems("a".repeat(64))).toEqual(["must be no more than 63 characters"]);
  expect(pathSegmentProblems(".")).toEqual(["may not be '.'"]);
  expect(pathSegmentProblems("..")).toEqual(["may not be '..'"]);
  expect(pathSegmentProblems("a/b%")).toEqual(["may not contain '/'", "may not contain '%'"]);
  expect(portNameProblems("")).toEqual([
    "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
    "must contain at least one letter (a-z)",
  ]);
  expect(portNameProblems(`0--${"1".repeat(14)}-`)).toEqual([
    "must be no more than 15 characters",
    "must contain at least one letter (a-z)",
    "must not contain consecutive hyphens",
    "must not begin or end with a hyphen",
  ]);
  expect(configKeyProblems("..")).toEqual(["must not be '..'"]);
  expect(configKeyProblems("../a")).toEqual([
    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
    "must not start with '..'",
  ]);
});

test("a name that is safe as a path segment stays one segment of a URL [model/name-rules]", ({ expect }) => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", ".", "/", "%", "2", "e") }), (name) => {
      const { pathname } = new URL(`http://host/a/${name}`);
      if (pathSegmentProblems(name).length === 0) expect(pathname).toBe(`/a/${name}`);
    }),
  );
});
