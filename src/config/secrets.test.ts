import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { inspect } from "node:util";
import fc from "fast-check";
import { test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { createLogger } from "../observe/index.ts";
import { KubeconfigFile } from "./kubeconfig-file.ts";
import { kubeconfig } from "./kubeconfig.fixture.ts";
import type { KubeconfigParts } from "./kubeconfig.fixture.ts";
import { loadKubeconfig } from "./load-kubeconfig.ts";
import { apiVersion, execCredential, scriptedPlugin } from "./plugin.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

const [authority = ""] = rootCertificates;
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Everywhere that a secret can stand in a kubeconfig, in what a plugin prints, and next to what is wrong. */
function places(secret: string, command: string): readonly KubeconfigParts[] {
  const exec = (output: string, more: object = {}): KubeconfigParts => ({
    user: {
      exec: {
        apiVersion,
        command,
        interactiveMode: "Never",
        args: [secret],
        env: [{ name: "OUTPUT", value: output }],
        ...more,
      },
    },
  });
  const oidc = {
    "idp-issuer-url": "https://127.0.0.1:1",
    "client-id": "c",
    "client-secret": secret,
    "refresh-token": secret,
    "id-token": `a.${secret}.c`,
  };
  return [
    { user: { token: secret } },
    { user: { token: `${secret} ${secret}` } },
    { user: { username: secret, password: secret } },
    { user: { username: `${secret}:`, password: secret } },
    { user: { token: secret, password: secret } },
    { user: { "client-key-data": secret } },
    { user: { "client-certificate-data": base64(authority), "client-key-data": base64(secret) } },
    { user: { "client-certificate-data": base64(secret), "client-key-data": base64(secret) } },
    { user: { tokenFile: "token" } },
    { cluster: { server: `https://u:${secret}@a` } },
    { cluster: { "proxy-url": `http://u:${secret}@proxy` } },
    { cluster: { "proxy-url": `gopher://u:${secret}@proxy` } },
    { user: { token: secret }, cluster: { server: "http://a" } },
    exec(execCredential({ token: secret })),
    exec(secret),
    exec(execCredential({ token: [secret] })),
    exec(execCredential({ token: `${secret}\n` })),
    exec(execCredential({ clientCertificateData: secret, clientKeyData: secret })),
    exec(execCredential({ clientCertificateData: authority, clientKeyData: secret })),
    exec(JSON.stringify({ kind: secret, apiVersion: secret })),
    exec(execCredential({ token: secret, expirationTimestamp: secret })),
    exec("exit 1"),
    exec(secret, { args: [`${secret}\0`] }),
    exec(secret, { env: [{ name: "A", value: `${secret}\0` }] }),
    exec(secret, { command: "/does/not/exist" }),
    { user: { "auth-provider": { name: "oidc", config: oidc } } },
    { user: { "auth-provider": { name: "oidc", config: { ...oidc, "idp-issuer-url": `http://u:${secret}@a` } } } },
    { user: { "auth-provider": { name: "gcp", config: { "access-token": secret } } } },
  ];
}

test("a random secret, wherever it stands, is in no error, no log and nothing that is shown [config/no-secret-in-errors, config/secrets-hidden]", async ({
  expect,
}) => {
  await using plugin = await scriptedPlugin(
    `echo "token: $1" >&2; echo "Authorization: Bearer $1" >&2; printf '%s' "$OUTPUT"; [ "$OUTPUT" != "exit 1" ]`,
  );
  await using temporary = await temporaryFolder();
  const path = join(temporary.path, "config");
  const secrets = fc.string({
    unit: fc.constantFrom(..."ABCDEFGHJKMNPQRSTVWXYZ23456789"),
    minLength: 24,
    maxLength: 32,
  });
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(secrets, async (secret) => {
      const lines: string[] = [];
      const log = createLogger({ clock: new VirtualClock(), level: "debug", write: (line) => lines.push(line) });
      for (const parts of places(secret, plugin.command)) {
        const shown: unknown[] = [];
        await writeFile(path, kubeconfig(parts));
        await writeFile(join(temporary.path, "token"), `${secret} two`);
        try {
          const config = await loadKubeconfig({ path, log, environment: process.env });
          shown.push(config, { ...config });
          const credential = await config.credentials?.current({});
          shown.push(credential);
          if (JSON.stringify([config.token, credential?.authorization]) !== "[null,null]") sent += 1;
        } catch (error) {
          shown.push(error);
        }
        shown.push(
          await KubeconfigFile.edit({ path }, (file) => file.useContext("none")).catch((error: unknown) => error),
        );
        const text = shown
          .map((value) => inspect(value, { depth: 9, showHidden: true }) + JSON.stringify(value))
          .join("");
        for (const form of [secret, base64(secret).replace(/=+$/, "")])
          expect(text + lines.join("")).not.toContain(form);
      }
    }),
    // Each run goes through all places; a failing one is not made smaller.
    { numRuns: 1, endOnFailure: true },
  );
  expect(sent).toBeGreaterThan(0);
});
