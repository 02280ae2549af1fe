import fc from "fast-check";
import { test } from "vitest";
import { lineOf, logging } from "./logging.fixture.ts";

const unsafe = /[^\P{Cc}\n]|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(
      "\n",
      "\r",
      "\u001b[2K",
      "\u009b",
      "\u2028",
      "\u2029",
      "\u202e",
      '"',
      "\\",
      "}",
      "a=b ",
      "{",
      "\u0000",
      "\u0085",
    ),
  }),
);
const formats = fc.constantFrom("json" as const, "pretty" as const);

test("whatever goes in, one visible line comes out [observe/one-record-one-line]", ({ expect }) => {
  fc.assert(
    fc.property(
      formats,
      anyText,
      fc.dictionary(anyText, fc.oneof(anyText, fc.array(anyText), fc.dictionary(anyText, anyText))),
      (format, message, fields) => {
        const error = new Error(message, { cause: message });
        const line = lineOf({ format, stacks: true }, (logger) =>
          logger.with(fields).info(message, { ...fields, error, extra: fields }),
        );
        expect(line.indexOf("\n")).toBe(line.length - 1);
        expect(line).not.toMatch(unsafe);
        if (format === "json") expect(JSON.parse(line)).toMatchObject({ level: "info" });
      },
    ),
    { numRuns: 1000 },
  );
});

const aSecret = fc.stringMatching(/^[a-zA-Z0-9]{16,32}$/);
const secretName = fc.constantFrom(
  "token",
  "dbPassword",
  "X-Api-Key",
  "Authorization",
  "client-key-data",
  "cookie",
  "CLIENT_SECRET",
);

/** Ways in which a field carries a secret. */
const carriers: readonly ((secret: string, name: string) => unknown)[] = [
  (secret, name) => ({ [name]: secret }),
  (secret, name) => ({ [name]: { nested: [secret] } }),
  (secret, name) => new Map([[name, secret]]),
  (secret, name) => [name, secret],
  (secret, name) => ({ env: [{ name, value: secret }] }),
  (secret) => ({
    kind: "Secret",
    metadata: { name: "x", annotations: { "kubectl.kubernetes.io/last-applied-configuration": secret } },
    data: { a: secret },
    stringData: { a: secret },
  }),
  (secret) => ({ kind: "SecretList", items: [{ metadata: { name: "x" }, data: { a: secret } }] }),
  (secret) => ({ type: "kubernetes.io/tls", metadata: { name: "x" }, data: { a: secret } }),
  (secret, name) => `${name}: ${secret}`,
  (secret, name) => JSON.stringify({ [name]: secret }),
  (secret) => `GET https://joe:${secret}@host/ failed`,
  (secret) => ({ header: `Bearer ${secret}` }),
  (secret) => new Error(`Sending Bearer ${secret}`, { cause: new Error(`password=${secret}`) }),
  (secret, name) => Object.assign(new Error("x"), { details: { [name]: secret } }),
];
/** Ways in which a carrier is put into a value. */
const wrappers: readonly ((value: unknown) => unknown)[] = [
  (value) => value,
  (value) => [value],
  (value) => ({ a: value }),
  (value) => ({ type: "ADDED", object: value }),
  (value) => new Set([value]),
  (value) => new Error("outer", { cause: value }),
];

test("whatever secret is placed in any field, it never comes out [observe/secret-never-printed]", ({ expect }) => {
  const carrier = fc.record({
    carry: fc.constantFrom(...carriers),
    wrap: fc.constantFrom(...wrappers),
    again: fc.constantFrom(...wrappers),
  });
  fc.assert(
    fc.property(fc.tuple(aSecret, secretName), carrier, formats, ([secret, name], { carry, wrap, again }, format) => {
      const value = again(wrap(carry(secret, name)));
      const { logger, lines } = logging({ format, stacks: true });
      logger.with({ value }).info(`x password=${secret}`, { other: value });
      logger.with({ [name]: secret }).info(
        () => `x Bearer ${secret}`,
        () => ({ [name]: value }),
      );
      logger.info("x", { [name]: new Error(secret) });
      expect(lines).toHaveLength(3);
      expect(lines.join("")).not.toContain(secret);
      expect(lines[0]).toContain("[redacted]");
    }),
    { numRuns: 2000 },
  );
});

test.for(["json", "pretty"] as const)(
  "a Secret or a pair in the place of the fields is hidden like any other: %s [observe/kubernetes-secret-hidden]",
  (format, { expect }) => {
    const secret = { kind: "Secret", metadata: { name: "x" }, data: { a: "aGlkZQ" } };
    const line = lineOf({ format }, (logger) => logger.info("x", secret));
    expect(line).toContain("[redacted]");
    expect(line).not.toContain("aGlkZQ");
    const list = { kind: "SecretList", items: [{ data: { a: "aGlkZQ" } }] };
    expect(lineOf({ format }, (logger) => logger.with(list).info("x"))).not.toContain("aGlkZQ");
    const pair = { name: "DB_PASSWORD", value: "aGlkZQ", other: { value: "shown" } };
    expect(lineOf({ format }, (logger) => logger.info("x", pair))).not.toContain("aGlkZQ");
    expect(lineOf({ format }, (logger) => logger.info("x", pair))).toContain("shown");
  },
);
