import { test } from "vitest";
import { CombinedCredentials } from "./combined-credentials.ts";
import type { Credential, CredentialSource } from "./credential-source.ts";
import { refusalOf } from "./kubeconfig.fixture.ts";
import { basicCredentials, staticCredentials } from "./static-credentials.ts";

test("what is static stays as it is, and another can't be had [config/static]", async ({ expect }) => {
  for (const [source, authorization] of [
    [staticCredentials({ authorization: "Bearer t" }), "Bearer t"],
    [basicCredentials({ username: "jane", password: "päss: word" }), "Basic amFuZTpww6Rzczogd29yZA=="],
    [basicCredentials({ username: "jane", password: "" }), "Basic amFuZTo="],
  ] as const) {
    const credential = await source.current({});
    expect(credential.authorization).toBe(authorization);
    expect(await source.current({})).toBe(credential);
    expect(source.refused(credential)).toBe(false);
  }
  for (const [username, password] of [
    ["a:b", "c"],
    ["a", "b\nc"],
    ["a\u0000", "b"],
  ] as const) {
    const made = (async () => basicCredentials({ username, password }))();
    expect((await refusalOf(made)).code).toBe("SETPOINT_CONFIG_INVALID");
  }
});

test("a header and a certificate are one credential, the same while neither changes [config/combined]", async ({
  expect,
}) => {
  const certificate = { certificate: "c", key: "k" };
  const headers: Credential[] = ["one", "two"].map((name) => ({ authorization: name }));
  const refused: Credential[] = [];
  const header: CredentialSource = {
    current: async () => headers[0] ?? {},
    refused: (credential) => refused.push(credential) > 0,
  };
  const combined = new CombinedCredentials(header, staticCredentials({ certificate }));
  const first = await combined.current({});
  expect(first).toMatchObject({ authorization: "one", certificate: { certificate: "c", key: "k" } });
  expect(await combined.current({})).toBe(first);
  expect(combined.refused(first)).toBe(true);
  expect(refused).toEqual([{ authorization: "one" }]);
  headers.shift();
  const second = await combined.current({});
  expect(second.authorization).toBe("two");
  expect(combined.refused(first)).toBe(true);
  expect(refused).toHaveLength(1);
  const fixed = new CombinedCredentials(staticCredentials({ authorization: "a" }), staticCredentials({ certificate }));
  expect(fixed.refused(await fixed.current({}))).toBe(false);
});
