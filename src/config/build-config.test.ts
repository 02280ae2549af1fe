import { rootCertificates } from "node:tls";
import { describe, test } from "vitest";
import type { ConfigOptions } from "./config-options.ts";
import { kubeconfig, refusalOf } from "./kubeconfig.fixture.ts";
import type { KubeconfigParts } from "./kubeconfig.fixture.ts";
import { loadKubeconfig } from "./load-kubeconfig.ts";
import { parseKubeconfig } from "./parse-kubeconfig.ts";

const [authority = "", another = ""] = rootCertificates;
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const environment = {};

const parse = (parts: KubeconfigParts, options: ConfigOptions = {}): ReturnType<typeof parseKubeconfig> =>
  parseKubeconfig(kubeconfig(parts), { environment, place: "/k", ...options });

describe("what is given explicitly wins", () => {
  test("a cluster and a user by name [config/override-names]", async ({ expect }) => {
    const clusters = ["c", "d"].map((name) => ({ name, cluster: { server: `https://${name}` } }));
    const users = ["u", "v"].map((name) => ({ name, user: { token: name } }));
    const parts = { root: { clusters, users } };
    expect(await parse(parts)).toMatchObject({ server: "https://c", token: "u" });
    expect(await parse(parts, { cluster: "d" })).toMatchObject({ server: "https://d", token: "u" });
    expect(await parse(parts, { user: "v" })).toMatchObject({ server: "https://c", token: "v" });
    const noCluster = await refusalOf(parse(parts, { cluster: "e" }));
    expect(noCluster.message).toContain(
      '/k: clusters: there is no cluster "e" (expected one of the clusters: "c", "d")',
    );
    expect((await refusalOf(parse(parts, { user: "__proto__" }))).code).toBe("SETPOINT_CONFIG_NOT_FOUND");
  });

  test("trust as a whole [config/override-trust]", async ({ expect }) => {
    const authorities = { cluster: { "certificate-authority-data": base64(authority) } };
    const careless = { cluster: { "insecure-skip-tls-verify": true } };
    const open = await parse(authorities, { insecureSkipTlsVerify: true });
    expect(open.insecureSkipTlsVerify).toBe(true);
    expect(open.ca).toBeUndefined();
    const careful = await parse(careless, { ca: another });
    expect(careful.ca).toBe(another);
    expect(careful.insecureSkipTlsVerify).toBeUndefined();
    expect((await parse(authorities, { ca: another })).ca).toBe(another);
    const fromFile = await refusalOf(parse(authorities, { caFile: "/does/not/exist" }));
    expect(fromFile.message).toContain("the options: certificate-authority: there is no file /does/not/exist");
    expect((await parse(authorities, { insecureSkipTlsVerify: false })).ca).toBe(authority);
  });

  test("a server, to which the name of the old one does not belong [config/override-server]", async ({ expect }) => {
    const parts = { cluster: { "tls-server-name": "old" } };
    const other = await parse(parts, { server: "https://other/" });
    expect(other.server).toBe("https://other");
    expect(other.tlsServerName).toBeUndefined();
    expect(await parse(parts, { tlsServerName: "new" })).toMatchObject({ tlsServerName: "new" });
    expect(await parse(parts, { server: "https://other", tlsServerName: "new" })).toMatchObject({
      tlsServerName: "new",
    });
    const alone = await loadKubeconfig({
      environment,
      homeFolder: "/does/not/exist",
      server: "https://alone",
      token: "t",
    });
    expect(alone).toMatchObject({ server: "https://alone", token: "t", namespace: "default" });
  });

  test("a credential, instead of all that the user has [config/override-credential]", async ({ expect }) => {
    const users = [{ username: "me", password: "p" }, { tokenFile: "/does/not/exist" }, { "client-key-data": "eA==" }];
    for (const user of users) {
      const config = await parse({ user: { ...user, as: "jane" } }, { token: "mine" });
      expect(config.token).toBe("mine");
      expect(config.credentials).toBeUndefined();
      expect(config.impersonate).toEqual({ user: "jane" });
    }
    const basic = await parse({ user: { token: "old" } }, { username: "me", password: "secret" });
    expect(basic.token).toBeUndefined();
    expect((await basic.credentials?.current({}))?.authorization).toBe(`Basic ${base64("me:secret")}`);
    const error = await refusalOf(parse({}, { tokenFile: "/does/not/exist" }));
    expect(error.message).toContain("the options: tokenFile: there is no file");
  });

  test("but empty options say nothing [config/override-nothing]", async ({ expect }) => {
    const parts = { cluster: { "tls-server-name": "name" }, user: { token: "t" }, context: { namespace: "web" } };
    const empty = { context: "", cluster: "", user: "", namespace: "", server: "", token: "", ca: "", proxyUrl: "" };
    expect(JSON.stringify(await parse(parts, empty))).toBe(JSON.stringify(await parse(parts)));
  });

  test("a namespace, and without one anywhere it is default [config/namespace]", async ({ expect }) => {
    const parts = { context: { namespace: "web" } };
    expect((await parse(parts, { namespace: "other" })).namespace).toBe("other");
    expect((await parse(parts)).namespace).toBe("web");
    expect((await parse({})).namespace).toBe("default");
  });

  test("a namespace is its name alone [config/namespace-is-a-name]", async ({ expect }) => {
    for (const namespace of ["ns/foo", "namespaces/foo", "Foo", "../x"]) {
      expect((await refusalOf(parse({}, { namespace }))).message).toContain("the options: namespace: ");
    }
  });
});

describe("a server", () => {
  test("keeps its path and is a whole address [config/server-address]", async ({ expect }) => {
    expect((await parse({ cluster: { server: "https://a:1/p/q/" } })).server).toBe("https://a:1/p/q");
    for (const server of ["a", "a:6443", "https://a/p?q", "https://a#f", "ftp://a", "https://me:secret@a"]) {
      const error = await refusalOf(parse({ cluster: { server } }));
      expect(error.place).toBe('/k (context "x"): clusters[c].cluster.server');
      expect(error.message).not.toContain("secret");
    }
  });

  test("without TLS gets no credential [config/not-in-the-clear]", async ({ expect }) => {
    const cluster = { server: "http://localhost:8001" };
    expect((await parse({ cluster, user: { as: "jane" } })).impersonate).toEqual({ user: "jane" });
    const plugin = { apiVersion: "client.authentication.k8s.io/v1", command: "x", interactiveMode: "Never" };
    for (const user of [{ token: "t" }, { username: "u", password: "p" }, { exec: plugin }]) {
      const error = await refusalOf(parse({ cluster, user }));
      expect(error).toMatchObject({ code: "SETPOINT_CONFIG_INSECURE" });
      expect(error.place).toBe('/k (context "x"): clusters[c].cluster.server');
    }
  });

  test("may be believed without proof, but not beside authorities [config/insecure]", async ({ expect }) => {
    const cluster = { "insecure-skip-tls-verify": true };
    expect((await parse({ cluster })).insecureSkipTlsVerify).toBe(true);
    expect((await parse({ cluster: { "insecure-skip-tls-verify": false } })).insecureSkipTlsVerify).toBeUndefined();
    for (const more of [{ "certificate-authority-data": base64(authority) }, { "certificate-authority": "/ca" }]) {
      const error = await refusalOf(parse({ cluster: { ...cluster, ...more } }));
      expect(error.message).toContain("insecure-skip-tls-verify: found authorities to trust beside it");
    }
    expect((await refusalOf(parse({}, { ca: authority, insecureSkipTlsVerify: true }))).code).toBe(
      "SETPOINT_CONFIG_INVALID",
    );
  });
});

describe("a user", () => {
  test("has one header at most, and whole pairs [config/one-header]", async ({ expect }) => {
    const refused = [
      [{ token: "t", username: "u", password: "p" }, "username: found a token beside it"],
      [{ tokenFile: "/t", password: "p" }, "password: found a token beside it"],
      [{ username: "u" }, "password: found nothing"],
      [{ password: "p" }, "username: found nothing"],
      [{ username: "u:v", password: "p" }, "username: they can't be sent"],
      [{ token: "two words" }, "token: it is empty or has characters that no header can carry"],
    ] as const;
    for (const [user, message] of refused) {
      const error = await refusalOf(parse({ user }));
      expect(error.message).toContain(`/k (context "x"): users[u].user.${message}`);
    }
  });

  test("says each item once: written out or as a file [config/data-or-file]", async ({ expect }) => {
    for (const item of ["client-certificate", "client-key"]) {
      const error = await refusalOf(parse({ user: { [item]: "/file", [`${item}-data`]: "eA==" } }));
      expect(error.message).toContain(`${item}-data: found both (expected either ${item} or ${item}-data)`);
    }
  });

  test("may stand for another, with all groups and extra fields [config/impersonation]", async ({ expect }) => {
    const user = {
      as: "jane",
      "as-uid": "42",
      "as-groups": ["a", "b", "system:c"],
      "as-user-extra": { scopes: ["x", "y"], __proto__x: ["z"], constructor: [] },
    };
    const extra = user["as-user-extra"];
    expect((await parse({ user })).impersonate).toEqual({ user: "jane", uid: "42", groups: user["as-groups"], extra });
    expect((await parse({ user }, { impersonate: { user: "joe" } })).impersonate).toEqual({ user: "joe" });
    expect((await parse({})).impersonate).toBeUndefined();
    const wrong = [{ "as-uid": "1" }, { "as-groups": ["a"] }, { "as-user-extra": { a: ["b"] } }];
    for (const part of wrong) {
      expect((await refusalOf(parse({ user: part }))).message).toContain("users[u].user.as: found nothing");
    }
    for (const part of [{ "as-groups": "a" }, { "as-groups": [1] }, { "as-user-extra": { a: "b" } }, { as: "a\nb" }]) {
      expect((await refusalOf(parse({ user: { as: "jane", ...part } }))).code).toBe("SETPOINT_CONFIG_INVALID");
    }
  });
});
