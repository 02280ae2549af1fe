import { generateKeyPairSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, test } from "vitest";
import { maxFileBytes } from "./defaults.ts";
import { ConfigError } from "./errors.ts";
import type { ConfigErrorCode } from "./errors.ts";
import { kubeconfig, refusalOf } from "./kubeconfig.fixture.ts";
import type { KubeconfigParts } from "./kubeconfig.fixture.ts";
import { parseKubeconfig } from "./parse-kubeconfig.ts";
import type { ParseKubeconfigOptions } from "./parse-kubeconfig.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

const [authority = ""] = rootCertificates;
const base64 = (text: string): string => Buffer.from(text).toString("base64");

const refusal = (text: string, options?: ParseKubeconfigOptions): Promise<ConfigError> =>
  refusalOf(parseKubeconfig(text, options));

describe("a kubeconfig", () => {
  test("in YAML says where the server is and who speaks to it [config/kubeconfig]", async ({ expect }) => {
    const text = `
apiVersion: v1
kind: Config
clusters:
  - name: c
    cluster:
      server: https://cluster.example:6443/prefix/
      certificate-authority-data: ${base64(authority)}
      tls-server-name: kubernetes
users:
  - { name: u, user: { token: secret } }
contexts:
  - { name: x, context: { cluster: c, user: u, namespace: web } }
current-context: x
`;
    const config = await parseKubeconfig(text);
    expect(config).toMatchObject({
      server: "https://cluster.example:6443/prefix",
      ca: authority,
      token: "secret",
      tlsServerName: "kubernetes",
      namespace: "web",
    });
  });

  test("in JSON says the same; what it leaves out is absent, and the namespace is default [config/kubeconfig]", async ({
    expect,
  }) => {
    const config = await parseKubeconfig(kubeconfig());
    expect(JSON.stringify(config)).toBe('{"server":"https://cluster.example:6443","namespace":"default"}');
    expect(config.token).toBeUndefined();
  });

  test("in braces may be YAML as well [config/kubeconfig]", async ({ expect }) => {
    const text = `{clusters: [{name: c, cluster: {server: "https://a"}}], contexts: [{name: x, context: {cluster: c}}], current-context: x}`;
    expect((await parseKubeconfig(text)).server).toBe("https://a");
  });

  test("has its current context, or the one that is asked for [config/context-choice]", async ({ expect }) => {
    const contexts = ["x", "y"].map((name) => ({ name, context: { cluster: "c", namespace: `ns-${name}` } }));
    const text = kubeconfig({ root: { contexts } });
    expect((await parseKubeconfig(text)).namespace).toBe("ns-x");
    expect((await parseKubeconfig(text, { context: "y" })).namespace).toBe("ns-y");
  });

  test("names of prototypes are names like others [config/own-names]", async ({ expect }) => {
    const error = await refusal(kubeconfig(), { context: "__proto__" });
    expect(error.code).toBe("SETPOINT_CONFIG_NOT_FOUND");
    const text = `{"clusters":[{"name":"constructor","cluster":{"server":"https://a","__proto__":{"proxy-url":"http://b"}}}],
      "contexts":[{"name":"__proto__","context":{"cluster":"constructor"}}],"current-context":"__proto__"}`;
    expect((await parseKubeconfig(text)).server).toBe("https://a");
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe("what can't be used is refused with what is wrong, where, and what is expected", () => {
  const cases: readonly (readonly [string, KubeconfigParts, ConfigErrorCode, RegExp])[] = [
    [
      "no current context",
      { root: { "current-context": "" } },
      "SETPOINT_CONFIG_EMPTY",
      /current-context: found nothing \(expected one of the contexts: "x"\)/,
    ],
    [
      "an unknown current context",
      { root: { "current-context": "z" } },
      "SETPOINT_CONFIG_NOT_FOUND",
      /current-context: there is no context "z"/,
    ],
    [
      "an unknown cluster",
      { context: { cluster: "z" } },
      "SETPOINT_CONFIG_NOT_FOUND",
      /contexts\[x\]\.context\.cluster: there is no cluster "z"/,
    ],
    [
      "an unknown user",
      { context: { user: "z" } },
      "SETPOINT_CONFIG_NOT_FOUND",
      /contexts\[x\]\.context\.user: there is no user "z".*"u"/,
    ],
    [
      "two clusters of one name",
      {
        root: {
          clusters: [
            { name: "c", cluster: {} },
            { name: "c", cluster: {} },
          ],
        },
      },
      "SETPOINT_CONFIG_INVALID",
      /clusters: found "c" twice/,
    ],
    [
      "no list of clusters",
      { root: { clusters: {} } },
      "SETPOINT_CONFIG_INVALID",
      /clusters: found a value of type object/,
    ],
    ["no server", { cluster: { server: null } }, "SETPOINT_CONFIG_INVALID", /clusters\[c\]\.cluster\.server/],
    [
      "a server that is no address",
      { cluster: { server: "cluster:6443" } },
      "SETPOINT_CONFIG_INVALID",
      /https:\/\/host:6443/,
    ],
    ["a server with a query", { cluster: { server: "https://a?b=c" } }, "SETPOINT_CONFIG_INVALID", /cluster\.server/],
    [
      "a namespace that can't be one",
      { context: { namespace: "a/b" } },
      "SETPOINT_CONFIG_INVALID",
      /context\.namespace/,
    ],
    [
      "an authority that is not base64",
      { cluster: { "certificate-authority-data": "?" } },
      "SETPOINT_CONFIG_INVALID",
      /certificate-authority-data: it is not base64/,
    ],
    [
      "an authority without a certificate",
      { cluster: { "certificate-authority-data": base64("nothing") } },
      "SETPOINT_CONFIG_INVALID",
      /no certificate/,
    ],
    [
      "a broken authority",
      { cluster: { "certificate-authority-data": base64(`${authority}${authority.slice(0, 200)}`) } },
      "SETPOINT_CONFIG_INVALID",
      /can't be read/,
    ],
    [
      "an authority in two places",
      { cluster: { "certificate-authority-data": base64(authority), "certificate-authority": "/ca" } },
      "SETPOINT_CONFIG_INVALID",
      /either/,
    ],
    [
      "a missing file",
      { cluster: { "certificate-authority": "/does/not/exist" } },
      "SETPOINT_CONFIG_MISSING",
      /certificate-authority: there is no file \/does\/not\/exist/,
    ],
    [
      "a relative path from nowhere",
      { user: { tokenFile: "token" } },
      "SETPOINT_CONFIG_INVALID",
      /users\[u\]\.user\.tokenFile: the path is relative/,
    ],
    [
      "a certificate without a key",
      { user: { "client-certificate-data": base64(authority) } },
      "SETPOINT_CONFIG_INVALID",
      /user\.client-key/,
    ],
    [
      "a key without a certificate",
      { user: { "client-key-data": base64("k") } },
      "SETPOINT_CONFIG_INVALID",
      /user\.client-certificate/,
    ],
    [
      "another kind of document",
      { root: { kind: "Pod" } },
      "SETPOINT_CONFIG_INVALID",
      /: kind: it is another \(expected Config\)/,
    ],
    [
      "another version",
      { root: { apiVersion: "v2" } },
      "SETPOINT_CONFIG_INVALID",
      /: apiVersion: it is another \(expected v1\)/,
    ],
    [
      "a flag that is a text",
      { cluster: { "insecure-skip-tls-verify": "yes" } },
      "SETPOINT_CONFIG_INVALID",
      /insecure-skip-tls-verify: found a value of type string \(expected true or false\)/,
    ],
    [
      "a token that is a number",
      { user: { token: 12 } },
      "SETPOINT_CONFIG_INVALID",
      /user\.token: found a value of type number/,
    ],
  ];

  test.for(cases)("%s [config/refused]", async ([, parts, code, message], { expect }) => {
    const error = await refusal(kubeconfig(parts), { place: "/k" });
    expect(error.message).toMatch(message);
    expect(error.message).toMatch(/^load the configuration from \/k( \(context "x"\))?: .* \(expected .*\)$/s);
    expect(error.code).toBe(code);
  });

  test("the key of another certificate [config/refused]", async ({ expect }) => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const user = { "client-certificate-data": base64(authority), "client-key-data": base64(key) };
    expect((await refusal(kubeconfig({ user }))).message).toContain("does not belong to the certificate");
  });

  test.for([{ name: "gcp", config: {} }, { name: "azure" }, { name: "constructor" }, {}])(
    "an auth provider other than oidc, by name: %j [config/unsupported]",
    async (provider, { expect }) => {
      const error = await refusal(kubeconfig({ user: { "auth-provider": { zone: 1, ...provider } } }));
      expect(error.code).toBe("SETPOINT_CONFIG_UNSUPPORTED");
      expect(error.message).toContain("users[u].user.auth-provider.name: this auth-provider is not supported");
      expect(error.message).toContain("exec plugin");
    },
  );

  test.for(["a: [", "a: b: c", "- x", "a: 1\n---\nb: 2", "a: *b", "\u0000", "[".repeat(20_000), "{".repeat(20_000)])(
    "a text that is no kubeconfig (%#) [config/syntax]",
    async (text, { expect }) => {
      const error = await refusal(text);
      expect(["SETPOINT_CONFIG_SYNTAX", "SETPOINT_CONFIG_INVALID"]).toContain(error.code);
    },
  );

  test("a YAML error tells the line, not what stands there [config/syntax]", async ({ expect }) => {
    const error = await refusal("users:\n  - name: u\n    token: 'the-secret\n", { place: "/k" });
    expect(error.code).toBe("SETPOINT_CONFIG_SYNTAX");
    expect(error.message).toMatch(/\/k: not YAML at line \d/);
    expect(inspect(error)).not.toContain("the-secret");
  });

  test("aliases that multiply and texts that are too large [config/limits]", async ({ expect }) => {
    const levels = Array.from({ length: 20 }, (_, level) => `a${level + 1}: &a${level + 1} [*a${level}, *a${level}]`);
    expect(await refusal(["a0: &a0 [x]", ...levels].join("\n"))).toMatchObject({ code: "SETPOINT_CONFIG_SYNTAX" });
    expect(await refusal(" ".repeat(maxFileBytes + 1))).toMatchObject({ code: "SETPOINT_CONFIG_SYNTAX" });
  });

  test("base64 is refused in the time that its length takes, however much space is in it [config/limits]", async ({
    expect,
  }) => {
    const cluster = { "certificate-authority-data": `${" ".repeat(150_000)}?` };
    expect((await refusal(kubeconfig({ cluster }))).message).toContain("it is not base64");
  });

  test("whatever is wrong, no secret is in the error [config/no-secret-in-errors]", async () => {
    const secret = "s3cr3t-t0k3n";
    const junk = fc.oneof(fc.jsonValue(), fc.constantFrom("https://a", `https://u:${secret}@a`, secret, `${secret}\n`));
    const fields = fc.dictionary(
      fc.constantFrom("server", "token", "tokenFile", "client-key-data", "password", "certificate-authority", "exec"),
      junk,
    );
    await fc.assert(
      fc.asyncProperty(fields, fields, async (cluster, user) => {
        const names = { tokenFile: undefined, "certificate-authority": undefined };
        const text = kubeconfig({ cluster: { ...cluster, ...names }, user: { token: secret, ...user, ...names } });
        try {
          await parseKubeconfig(text);
          return true;
        } catch (error) {
          return ConfigError.is(error) && !inspect(error, { depth: 9, showHidden: true }).includes(secret);
        }
      }),
    );
  });
});

test("files are read from the folder of the kubeconfig, and a token without the space around it [config/files]", async ({
  expect,
}) => {
  await using temporary = await temporaryFolder();
  const { path: folder } = temporary;
  await writeFile(join(folder, "ca.crt"), authority);
  await writeFile(join(folder, "token"), "from-file\n");
  const parts = { cluster: { "certificate-authority": "ca.crt" }, user: { token: "old", tokenFile: "./token" } };
  const { ca, trust, credentials } = await parseKubeconfig(kubeconfig(parts), { folder });
  expect(ca).toBe(authority);
  expect(await trust?.current()).toBe(authority);
  expect((await credentials?.current({}))?.authorization).toBe("Bearer from-file");

  const withoutText = kubeconfig({ user: { tokenFile: "./token" } });
  await writeFile(join(folder, "token"), "two words");
  expect(await refusal(withoutText, { folder })).toMatchObject({ code: "SETPOINT_CONFIG_INVALID" });
  await writeFile(join(folder, "token"), Buffer.alloc(maxFileBytes + 1, 0x61));
  expect(await refusal(withoutText, { folder })).toMatchObject({ code: "SETPOINT_CONFIG_UNREADABLE" });
  expect(await refusal(kubeconfig({ user: { tokenFile: "." } }), { folder })).toMatchObject({
    code: "SETPOINT_CONFIG_UNREADABLE",
  });
});
