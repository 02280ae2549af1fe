import { inspect } from "node:util";
import { test } from "vitest";
import { hideSecrets } from "./client-config.ts";
import { hideCredential } from "./credential-source.ts";

const config = {
  server: "https://cluster.example:6443",
  clientCertificate: { certificate: "the-certificate", key: "the-key" },
  token: "the-token",
  namespace: "default",
};

test("secrets can be read but are not shown [config/secrets-hidden]", ({ expect }) => {
  const hidden = hideSecrets(config);
  expect(hidden.token).toBe("the-token");
  expect(hidden.clientCertificate?.key).toBe("the-key");
  for (const text of [
    inspect(hidden, { depth: 9 }),
    JSON.stringify(hidden),
    String(hidden),
    inspect({ deep: [hidden] }, { depth: 9, showHidden: true, getters: true }),
  ]) {
    expect(text).not.toMatch(/the-token|the-key/);
  }
  expect(JSON.parse(JSON.stringify(hidden))).toEqual({
    ...config,
    token: "[hidden]",
    clientCertificate: { certificate: "the-certificate", key: "[hidden]" },
  });
});

test("a changed copy keeps the secrets and hides them as well [config/secrets-hidden]", ({ expect }) => {
  const other = { ...hideSecrets(hideSecrets(config)), namespace: "other" };
  expect(other).toMatchObject({ namespace: "other", token: "the-token", clientCertificate: { key: "the-key" } });
  for (const text of [inspect(other, { depth: 9 }), JSON.stringify(other)]) {
    expect(text).toContain("other");
    expect(text).not.toMatch(/the-token|the-key/);
  }
});

test("a source of credentials, a credential and the password of a proxy are not shown [config/secrets-hidden]", async ({
  expect,
}) => {
  const credential = hideCredential({
    authorization: "Bearer the-token",
    certificate: { certificate: "c", key: "the-key" },
  });
  const credentials = { held: "the-token", current: async () => credential, refused: () => false };
  const hidden = { ...hideSecrets({ ...config, credentials, proxyUrl: "http://me:the-key@proxy:3128" }) };
  expect(credential.authorization).toBe("Bearer the-token");
  expect(await hidden.credentials?.current({})).toBe(credential);
  for (const value of [hidden, credential, { ...credential }]) {
    for (const text of [inspect(value, { depth: 9, showHidden: true }), JSON.stringify(value)]) {
      expect(text).not.toMatch(/the-token|the-key/);
    }
  }
  expect(JSON.stringify(hidden)).toContain("@proxy:3128");
});
