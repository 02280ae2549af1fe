import { test } from "vitest";
import { isSecretField, isSecretName } from "./secret-names.ts";

test.for([
  "authorization",
  "Proxy-Authorization",
  "password",
  "DB_PASSWORD",
  "db.password",
  "passwordHash",
  "password2",
  "passwd",
  "passphrase",
  "secret",
  "clientSecret",
  "token",
  "accessToken",
  "id_token",
  "X-Vault-Token",
  "x-api-key",
  "API key",
  "apiKey",
  "client-key-data",
  "clientKeyData",
  "tls.key",
  "ssh-privatekey",
  "aws_secret_access_key",
  "AccountKey",
  "cookie",
  "Set-Cookie",
  "credentials",
  ".dockerconfigjson",
  "auth",
  "--token",
  "x".repeat(1000) + "Token",
])("a field named %s holds a secret [observe/secret-by-name]", (name, { expect }) => {
  expect(isSecretName(name)).toBe(true);
});

test.for([
  "",
  "key",
  "keys",
  "name",
  "secretName",
  "secretKeyRef",
  "tokenFile",
  "tokenExpirationSeconds",
  "publicKey",
  "certificate-authority-data",
  "author",
  "bypass",
  "mapping",
  "monkey",
  "tokenBucket",
  "constructor",
  "__proto__",
])("a field named %j holds none [observe/ordinary-text-kept]", (name, { expect }) => {
  expect(isSecretName(name)).toBe(false);
});

test("a flag, nothing, and a number under a plural are no secrets [observe/ordinary-text-kept]", ({ expect }) => {
  expect(isSecretField("automountServiceAccountToken", true)).toBe(false);
  expect(isSecretField("token", null)).toBe(false);
  expect(isSecretField("token", undefined)).toBe(false);
  expect(isSecretField("tokens", 5)).toBe(false);
});

test("a number under a singular, and texts and lists under a plural, are secrets [observe/secret-by-name]", ({
  expect,
}) => {
  expect(isSecretField("password", 1234)).toBe(true);
  expect(isSecretField("tokens", ["a"])).toBe(true);
  expect(isSecretField("apiKeys", { a: "b" })).toBe(true);
  expect(isSecretField("keys", ["a"])).toBe(false);
});
