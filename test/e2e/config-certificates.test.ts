import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "vitest";
import { realClock, systemRandom, VirtualClock } from "../../src/async/index.ts";
import { createAuthority, issueCertificate } from "../../src/certificates/index.ts";
import type { CertificatePair } from "../../src/certificates/index.ts";
import { ConfigError, execCredentials, parseKubeconfig } from "../../src/config/index.ts";
import type { ClientConfig, ParseKubeconfigOptions } from "../../src/config/index.ts";
import { createLogger } from "../../src/observe/index.ts";
import { temporaryFolder } from "../../tools/control-plane/temporary-folder.ts";

const authority = createAuthority({ commonName: "test", clock: realClock, random: systemRandom });
const dayMs = 86_400_000;
const base64 = (text: string): string => Buffer.from(text).toString("base64");

function issue(commonName: string, validForMs: number = dayMs): CertificatePair {
  return issueCertificate(authority, { commonName, usages: ["client"], validForMs });
}

async function load(user: object, options: ParseKubeconfigOptions = {}): Promise<ClientConfig> {
  const text = JSON.stringify({
    clusters: [{ name: "c", cluster: { server: "https://a" } }],
    users: [{ name: "u", user }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  });
  return parseKubeconfig(text, { place: "/k", environment: {}, ...options });
}

test("a client certificate in files is followed, one that is written out is not [config/certificate-files]", async ({
  expect,
}) => {
  await using temporary = await temporaryFolder();
  const { path: folder } = temporary;
  const clock = new VirtualClock({ startMs: realClock.now() });
  const [one, two] = [issue("one"), issue("two")];
  const write = async ({ certificate, key }: CertificatePair): Promise<void> => {
    await writeFile(join(folder, "crt"), certificate);
    await writeFile(join(folder, "key"), key);
  };
  await write(one);
  const files = { "client-certificate": "crt", "client-key": "key" };
  const { credentials, clientCertificate } = await load(files, { folder, clock });
  expect(clientCertificate).toBeUndefined();
  const first = await credentials?.current({});
  expect(first?.certificate).toMatchObject(one);
  await write(two);
  await clock.advance(999);
  expect(await credentials?.current({})).toBe(first);
  await clock.advance(1);
  expect((await credentials?.current({}))?.certificate).toMatchObject(two);

  const mixed = await load({ "client-certificate": "crt", "client-key-data": base64(two.key) }, { folder });
  expect(mixed.clientCertificate).toMatchObject(two);
  expect(mixed.credentials).toBeUndefined();
});

test("half a rotation, a broken file and an ended certificate leave the last good pair [config/certificate-pair]", async ({
  expect,
}) => {
  await using temporary = await temporaryFolder();
  const { path: folder } = temporary;
  const [crt, key] = [join(folder, "crt"), join(folder, "key")];
  const clock = new VirtualClock({ startMs: realClock.now() });
  const lines: string[] = [];
  const log = createLogger({ clock, write: (line) => lines.push(line) });
  const [one, two, ended] = [issue("one", 9 * dayMs), issue("two", 9 * dayMs), issue("ended", 1_000)];
  await writeFile(crt, one.certificate);
  await writeFile(key, one.key);
  const { credentials } = await load({ "client-certificate": crt, "client-key": key, token: "t" }, { clock, log });
  const first = await credentials?.current({});
  expect(first).toMatchObject({ authorization: "Bearer t", certificate: one });
  await clock.advance(10_000);
  const steps = [
    () => writeFile(crt, two.certificate),
    () => writeFile(crt, two.certificate.slice(0, 100)),
    () => rm(crt),
    async () => {
      await writeFile(crt, ended.certificate);
      await writeFile(key, ended.key);
    },
  ];
  for (const step of steps) {
    await step();
    await clock.advance(1_000);
    expect(await credentials?.current({})).toBe(first);
  }
  expect(lines).toHaveLength(steps.length);
  expect(lines.join("")).not.toContain("PRIVATE");
  await writeFile(crt, two.certificate);
  await writeFile(key, two.key);
  await clock.advance(1_000);
  expect((await credentials?.current({}))?.certificate).toMatchObject(two);
});

test("a certificate that has ended is refused with its field [config/certificate-ended]", async ({ expect }) => {
  const { certificate, key } = issue("ended", 60_000);
  const user = { "client-certificate-data": base64(certificate), "client-key-data": base64(key) };
  expect((await load(user)).clientCertificate).toMatchObject({ certificate, key });
  const clock = new VirtualClock({ startMs: realClock.now() + dayMs });
  const error: unknown = await load(user, { clock }).catch((thrown: unknown) => thrown);
  if (!ConfigError.is(error, "SETPOINT_CONFIG_EXPIRED")) throw error;
  expect(error.message).toMatch(
    /^load the configuration from \/k \(context "x"\): users\[u\]\.user\.client-certificate-data: the certificate ended on/,
  );
});

test("a token and a certificate go together [config/one-header]", async ({ expect }) => {
  const { certificate, key } = issue("both");
  const pair = { "client-certificate-data": base64(certificate), "client-key-data": base64(key) };
  expect(await load({ ...pair, token: "t" })).toMatchObject({ token: "t", clientCertificate: { certificate, key } });
  const { credentials } = await load({ ...pair, username: "u", password: "p" });
  expect(await credentials?.current({})).toMatchObject({
    authorization: `Basic ${base64("u:p")}`,
    certificate: { certificate, key },
  });
});

test("a plugin may give a certificate, alone or with a token [config/exec]", async ({ expect }) => {
  const { certificate, key } = issue("plugin");
  const apiVersion = "client.authentication.k8s.io/v1beta1";
  for (const token of [undefined, "t"]) {
    const status = { clientCertificateData: certificate, clientKeyData: key, token };
    const output = JSON.stringify({ kind: "ExecCredential", apiVersion, status });
    const source = execCredentials({ apiVersion, command: "/bin/sh", args: ["-c", 'printf %s "$0"', output] });
    const credential = await source.current({});
    expect(credential.certificate).toMatchObject({ certificate, key });
    expect(credential.authorization).toBe(token && `Bearer ${token}`);
  }
});
