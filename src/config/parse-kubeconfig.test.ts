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
import { parseKubeconfig } from "./parse-kubeconfig.ts";
import type { ParseKubeconfigOptions } from "./parse-kubeconfig.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

type Fields = Readonly<Record<string, unknown>>;

const [authority = ""] = rootCertificates;
const base64 = (text: string): string => Buffer.from(text).toString("base64");

interface Parts {
  readonly cluster?: Fields;
  readonly user?: Fields;
  readonly context?: Fields;
  readonly root?: Fields;
}

/** A kubeconfig with one context, changed where a test needs it. */
function kubeconfig({ cluster, user, context, root }: Parts = {}): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster: { server: "https://cluster.example:6443", ...cluster } }],
    users: [{ name: "u", user: { ...user } }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u", ...context } }],
    "current-context": "x",
    ...root,
  });
}

async function refusal(text: string, options?: ParseKubeconfigOptions): Promise<ConfigError> {
  const error: unknown = await parseKubeconfig(text, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ConfigError.is(error)) throw new Error("expected the kubeconfig to be refused", { cause: error });
  return error;
}

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
  const cases: readonly (readonly [string, Parts, ConfigErrorCode, RegExp])[] = [
    [
      "no current context",
      { root: { "current-context": "" } },
      "SETPOINT_CONFIG_INVALID",
      /current-context: found nothing \(expected one of its contexts: "x"\)/,
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
      "a token that is a number",
      { user: { token: 12 } },
      "SETPOINT_CONFIG_INVALID",
      /user\.token: found a value of type number/,
    ],
  ];

  test.for(cases)("%s [config/refused]", async ([, parts, code, message], { expect }) => {
    const error = await refusal(kubeconfig(parts), { place: "/k" });
    expect(error.message).toMatch(message);
    expect(error.message).toMatch(/^load the configuration from \/k: .* \(expected .*\)$/s);
    expect(error.code).toBe(code);
  });

  test("the key of another certificate [config/refused]", async ({ expect }) => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const user = { "client-certificate-data": base64(authority), "client-key-data": base64(key) };
    expect((await refusal(kubeconfig({ user }))).message).toContain("does not belong to the certificate");
  });

  test.for([
    ["cluster", "insecure-skip-tls-verify", true],
    ["cluster", "insecure-skip-tls-verify", "yes"],
    ["cluster", "proxy-url", "http://proxy"],
    ["user", "exec", { command: "touch" }],
    ["user", "auth-provider", { name: "gcp" }],
    ["user", "username", "admin"],
    ["user", "password", "hunter2"],
    ["user", "as", "somebody"],
    ["user", "as-groups", ["system:masters"]],
  ] as const)(
    "what is not supported, by name: %s %s %s [config/unsupported]",
    async ([part, key, value], { expect }) => {
      const error = await refusal(kubeconfig({ [part]: { [key]: value } }));
      expect(error.code).toBe("SETPOINT_CONFIG_UNSUPPORTED");
      expect(error.message).toContain(`.${part}.${key}: ${key} is not supported`);
      for (const none of [null, false, ""]) {
        expect((await parseKubeconfig(kubeconfig({ [part]: { [key]: none } }))).namespace).toBe("default");
      }
    },
  );

  test.for([
    "",
    "a: [",
    "a: b: c",
    "- x",
    "a: 1\n---\nb: 2",
    "a: *b",
    "\u0000",
    "[".repeat(20_000),
    "{".repeat(20_000),
  ])("a text that is no kubeconfig (%#) [config/syntax]", async (text, { expect }) => {
    const error = await refusal(text);
    expect(["SETPOINT_CONFIG_SYNTAX", "SETPOINT_CONFIG_INVALID"]).toContain(error.code);
  });

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
  const { ca, token } = await parseKubeconfig(kubeconfig(parts), { folder });
  expect({ ca, token }).toEqual({ ca: authority, token: "from-file" });

  await writeFile(join(folder, "token"), "two words");
  expect(await refusal(kubeconfig(parts), { folder })).toMatchObject({ code: "SETPOINT_CONFIG_INVALID" });
  await writeFile(join(folder, "token"), Buffer.alloc(maxFileBytes + 1, 0x61));
  expect(await refusal(kubeconfig(parts), { folder })).toMatchObject({ code: "SETPOINT_CONFIG_UNREADABLE" });
  expect(await refusal(kubeconfig({ user: { tokenFile: "." } }), { folder })).toMatchObject({
    code: "SETPOINT_CONFIG_UNREADABLE",
  });
});
