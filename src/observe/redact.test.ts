import fc from "fast-check";
import { describe, test } from "vitest";
import { redactText } from "./redact.ts";

const jwt = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJqb2UifQ.c2lnbmF0dXJl-_x";
const pem = (label: string): string => `-----BEGIN ${label}-----\nTUlJRQ\nabc=\n-----END ${label}-----`;

describe("a secret is known by its shape [observe/secret-by-shape]", () => {
  test.for([
    ["sent Bearer abc.DEF-123_x== to it", "sent Bearer [redacted] to it"],
    ["BASIC dXNlcjpwYXNz", "BASIC [redacted]"],
    ["Bearer%20abc", "Bearer%20[redacted]"],
    [`got ${jwt}, thanks`, "got [redacted], thanks"],
    [`%20${jwt}`, "%20[redacted]"],
    [`${jwt}.four.five`, "[redacted]"],
    [`a ${pem("RSA PRIVATE KEY")} z`, "a [redacted] z"],
    [`a ${pem("PRIVATE KEY")}${pem("EC PRIVATE KEY")} z`, "a [redacted] z"],
    [`${pem("CERTIFICATE")} ${pem("PRIVATE KEY")}`, `${pem("CERTIFICATE")} [redacted]`],
    ["cut -----BEGIN PRIVATE KEY-----\nTUlJRQ", "cut [redacted]"],
    ["cut -----BEGIN PRIVATE KEY-----\nTUlJRQ\n-----END PRIV", "cut [redacted]"],
    ["cut -----BEGIN PRIV", "cut [redacted]"],
    ["data LS0tLS1CRUdJTiBSU0EgUFJJ/+== end", "data [redacted] end"],
    ["https://joe:pass@host:8080/x", "https://[redacted]@host:8080/x"],
    ["https://ghp_abc@github.com/x", "https://[redacted]@github.com/x"],
    ["amqp://joe:p@ss@host", "amqp://[redacted]@host"],
    ["postgres://joe:p/a?s#s@host/db next", "postgres://[redacted]@host/db next"],
    ["from a://b:c@d to e://f:g@h", "from a://[redacted]@d to e://[redacted]@h"],
  ] as const)("%s", ([text, redacted], { expect }) => {
    expect(redactText(text)).toBe(redacted);
  });
});

describe("a secret is known by the name before it [observe/secret-by-name-in-text]", () => {
  test.for([
    ["login password=hunter2 user=joe", "login password=[redacted] user=joe"],
    ["password = it's me", "password = [redacted] me"],
    ["token := abc", "token := [redacted]"],
    ["token => abc", "token => [redacted]"],
    ["token: X-Api-Key: abc", "token: [redacted] [redacted]"],
    ['token: "password": "abc"', 'token: "[redacted]": "[redacted]"'],
    ["token: Bearer abc", "token: [redacted] [redacted]"],
    ["GET /x?access_token=abc&limit=5", "GET /x?access_token=[redacted]&limit=5"],
    ['{"token":"a\\"b","user":"joe"}', '{"token":"[redacted]","user":"joe"}'],
    ['{"token" : "abc","user":"joe"}', '{"token" : "[redacted]","user":"joe"}'],
    ['{\\"token\\":\\"a\\\\\\"b\\",\\"user\\":1}', '{\\"token\\":\\"[redacted]\\",\\"user\\":1}'],
    ['{"pin":1234,"user":"joe"}', '{"pin":[redacted],"user":"joe"}'],
    ['{"credentials": {"a": "}", "b": [1]}, "c": 1}', '{"credentials": [redacted], "c": 1}'],
    ['Authorization: Digest username="joe", response="abc"\nHost: x', "Authorization: [redacted]\nHost: x"],
    ["cookie: a=b; c=d", "cookie: [redacted]"],
    ['curl -H "X-Api-Key: a b" x', 'curl -H "X-Api-Key: [redacted]" x'],
    ["    client-key-data: abc\n    name: joe", "    client-key-data: [redacted]\n    name: joe"],
    ["password: |-\n  a b\n\n  c d\nuser: joe", "password: |-\n  [redacted]\nuser: joe"],
    ["password:\r\n  a b\r\nuser: joe", "password:\r\n  [redacted]\r\nuser: joe"],
    ["password: 'a b' and", "password: '[redacted]' and"],
    ['password: "never closed', 'password: "[redacted]'],
    ['credentials: {"never": "closed', "credentials: [redacted]"],
    ["your API key: abc", "your API key: [redacted]"],
  ] as const)("%s", ([text, redacted], { expect }) => {
    expect(redactText(text)).toBe(redacted);
  });
});

test.for([
  '{"apiVersion":"v1","data":{"a":"aGk="},"kind":"Secret"}',
  '{\\"kind\\":\\"Secret\\",\\"stringData\\":{\\"a\\":\\"aGk=\\"}}',
  "kind: Secret\nmetadata:\n  name: x\ndata:\n  a: aGk=\n",
  '{"kind":"SecretList","items":[{"data":{"a":"aGk="}}]}',
])("the data of a Secret that was written out is hidden: %s [observe/kubernetes-secret-hidden]", (text, { expect }) => {
  expect(redactText(text)).not.toContain("aGk");
  expect(redactText(text)).toContain("[redacted]");
});

test.for([
  "",
  "Reconciled default/blue in 12:34:56.789",
  "bearer token expected, basic authentication is off",
  'WWW-Authenticate: Bearer realm="https://x", error="invalid_token"',
  "https://host:8080/@scope/package?x=a@b",
  "http://[::1]:8080/a@b",
  'secrets "x" is forbidden: User "system:serviceaccount:a:b" cannot get resource',
  '{"automountServiceAccountToken":true,"secretName":"x","token":null}',
  "eyJ.txt and eyJhbGciOiJSUzI1NiJ9 alone",
  "kind: SecretStore\ndata: x",
  "kind: ConfigMap\ndata: x",
  "password:",
  "password:\nuser: joe",
  pem("CERTIFICATE"),
])("ordinary text is kept: %s [observe/ordinary-text-kept]", (text, { expect }) => {
  expect(redactText(text)).toBe(text);
});

/** Ways in which text carries a secret; each stands between blanks. */
const carriers: readonly ((secret: string) => string)[] = [
  (secret) => `Bearer ${secret}`,
  (secret) => `Authorization: Basic ${secret}`,
  (secret) => `https://joe:${secret}@host/path`,
  (secret) => `password=${secret}`,
  (secret) => `X-Api-Key: ${secret}`,
  (secret) => `{"clientSecret":"${secret}"}`,
  (secret) => JSON.stringify(JSON.stringify({ token: secret })),
  (secret) => `eyJhbGciOiJSUzI1NiJ9.${secret}.${secret}`,
  (secret) => `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----`,
  (secret) => `client-key-data: LS0tLS1CRUdJTi${secret}`,
  (secret) => `{"kind":"Secret","data":{"x":"${secret}"}}`,
];
const aSecret = fc.stringMatching(/^[a-zA-Z0-9]{16,32}$/);
const around = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(
      " ",
      "\n",
      '"',
      "'",
      "\\",
      "{",
      "[",
      ":",
      "=",
      "@",
      "://",
      "token",
      "key",
      "a",
      "|",
      "eyJ",
      "-----BEGIN ",
      "bearer",
    ),
  }),
);

test("whatever is around a secret in a text, it is hidden [observe/secret-never-printed]", ({ expect }) => {
  fc.assert(
    fc.property(aSecret, fc.constantFrom(...carriers), fc.tuple(around, around), (secret, carry, [before, after]) => {
      expect(redactText(`${before} ${carry(secret)} ${after}`)).not.toContain(secret);
    }),
    { numRuns: 3000 },
  );
});

test("redacting again changes nothing [observe/redaction-idempotent]", ({ expect }) => {
  fc.assert(
    fc.property(aSecret, fc.constantFrom(...carriers), (secret, carry) => {
      const once = redactText(`a ${carry(secret)} b`);
      expect(redactText(once)).toBe(once);
    }),
  );
});

/** Each of these takes hours at ten megabytes if a search begins again at every character, or overflows the stack. */
const hostile: readonly (readonly [string, (size: number) => string])[] = [
  ["separators", (size) => "a:".repeat(size / 2)],
  ["names", (size) => "token=".repeat(size / 6)],
  ["flags", (size) => "token: true,".repeat(size / 12)],
  ["unclosed quotes", (size) => '\\"token\\":\\"'.repeat(size / 12)],
  ["unclosed brackets", (size) => "password:{".repeat(size / 10)],
  ["blank lines", (size) => `token:\n${" \n".repeat(size / 2)}`],
  ["blocks", (size) => "token:\n ".repeat(size / 8)],
  ["blanks before a colon", (size) => `${" ".repeat(size)}:`],
  ["backslashes before a quote", (size) => `${"\\".repeat(size)}":`],
  ["web token heads", (size) => "eyJ".repeat(size / 3)],
  ["schemes", (size) => "x://".repeat(size / 4)],
  ["schemes with one at the end", (size) => `${"x://a:b".repeat(size / 7)}@`],
  ["PEM heads", (size) => "-----BEGIN ".repeat(size / 11)],
  ["blanks after basic", (size) => `basic${" ".repeat(5 * size)}`],
  ["bearers", (size) => "bearer ".repeat(size / 7)],
  ["a long credential", (size) => `bearer ${"a".repeat(size)}`],
  ["blanks after kind", (size) => `kind${" ".repeat(size)}`],
  ["backslashes after data", (size) => `kind:Secret data${"\\".repeat(size)}`],
  ["one word", (size) => "a".repeat(size)],
];

test.for(hostile)(
  "time grows with the length of the text, not faster: %s [observe/redaction-linear]",
  { timeout: 60_000 },
  ([, make], { expect }) => {
    const text = make(2_000_000);
    expect(redactText(text).length).toBeLessThan(2 * text.length);
  },
);

test(
  "ten megabytes of an ordinary document are searched, and its one secret is found [observe/redaction-linear]",
  { timeout: 60_000 },
  ({ expect }) => {
    const pod = '{"kind":"Pod","metadata":{"name":"blue","uid":"a-b"},"status":{"podIP":"10.0.0.1"}}\n';
    const half = pod.repeat(5_000_000 / pod.length);
    expect(redactText(`${half}password=hunter2\n${half}`)).toBe(`${half}password=[redacted]\n${half}`);
  },
);
