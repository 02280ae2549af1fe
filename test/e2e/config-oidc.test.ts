import { readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { test } from "vitest";
import { realClock, systemRandom, VirtualClock } from "../../src/async/index.ts";
import { createAuthority, issueCertificate } from "../../src/certificates/index.ts";
import { ConfigError, loadKubeconfig, oidcCredentials } from "../../src/config/index.ts";
import type { OidcOptions } from "../../src/config/index.ts";
import { createLogger } from "../../src/observe/index.ts";
import { temporaryFolder } from "../../tools/control-plane/temporary-folder.ts";

const startMs = Date.UTC(2030, 0, 1);
const authority = createAuthority({ commonName: "issuers", clock: realClock, random: systemRandom });
const pair = issueCertificate(authority, { commonName: "issuer", usages: ["server"], ipAddresses: ["127.0.0.1"] });

/** A token that ends so long after `startMs`, with a name that tells it from others. */
function idToken(name: string, endsAfterMs: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  return [part({ alg: "none" }), part({ sub: name, exp: (startMs + endsAfterMs) / 1_000 }), name].join(".");
}

interface Asked {
  readonly authorization: string | undefined;
  readonly form: Readonly<Record<string, string>>;
}

interface Issuer extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly Asked[];
}

interface Answers {
  /** What the issuer says of itself beside its endpoint. */
  readonly about?: object;
  /** What a request for a token gets; a number is a status. */
  readonly token: (count: number) => object | number;
}

async function startIssuer({ about, token }: Answers): Promise<Issuer> {
  const asked: Asked[] = [];
  const answer = async (request: IncomingMessage, origin: string): Promise<object | number> => {
    if (request.url === "/realm/.well-known/openid-configuration")
      return { token_endpoint: `${origin}/token`, ...about };
    if (request.url !== "/token" || request.method !== "POST") return 404;
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    asked.push({ authorization: request.headers.authorization, form });
    return token(asked.length);
  };
  const server = createServer({ cert: pair.certificate, key: pair.key }, (request, response) => {
    void answer(request, url).then((found) => {
      if (typeof found === "object") response.end(JSON.stringify(found));
      else
        response.writeHead(found, { location: `${url}/elsewhere` }).end('{"error":"invalid_grant","x":"the-secret"}');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${url}/realm`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

const client = { clientId: "me", ca: authority.certificate };

async function failureOf(options: OidcOptions): Promise<ConfigError> {
  const error: unknown = await oidcCredentials(options)
    .current({})
    .catch((thrown: unknown) => thrown);
  if (!ConfigError.is(error)) throw new Error("expected a ConfigError", { cause: error });
  return error;
}

test("a token is used until shortly before its end and then refreshed, once for all [config/oidc]", async ({
  expect,
}) => {
  const clock = new VirtualClock({ startMs });
  const second = idToken("second", 7_200_000);
  await using issuer = await startIssuer({ token: () => ({ id_token: second, refresh_token: "refresh-2" }) });
  const first = idToken("first", 3_600_000);
  const options = { ...client, issuer: issuer.url, idToken: first, refreshToken: "refresh-1", clock };
  const source = oidcCredentials(options);
  await clock.advance(3_600_000 - 30_001);
  expect((await source.current({})).authorization).toBe(`Bearer ${first}`);
  expect(issuer.asked).toEqual([]);
  await clock.advance(1);
  const renewed = await Promise.all(Array.from({ length: 8 }, () => source.current({})));
  expect(new Set(renewed.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${second}`]));
  expect(issuer.asked).toEqual([
    {
      authorization: undefined,
      form: { grant_type: "refresh_token", refresh_token: "refresh-1", client_id: "me" },
    },
  ]);
  // Refused by the server, it is renewed with the newest refresh token.
  expect(source.refused(await source.current({}))).toBe(true);
  await source.current({});
  expect(issuer.asked[1]?.form["refresh_token"]).toBe("refresh-2");
});

test("the client's secret goes where the issuer takes it [config/oidc-client]", async ({ expect }) => {
  const token = (): object => ({ id_token: idToken("t", 1_000_000) });
  const basic = `Basic ${Buffer.from("me:a%2Fb").toString("base64")}`;
  for (const [methods, authorization, secret] of [
    [undefined, basic, undefined],
    [["client_secret_basic", "client_secret_post"], basic, undefined],
    [["client_secret_post"], undefined, "a/b"],
  ] as const) {
    await using issuer = await startIssuer({ about: { token_endpoint_auth_methods_supported: methods }, token });
    const clock = new VirtualClock({ startMs });
    await oidcCredentials({ ...client, issuer: issuer.url, clientSecret: "a/b", refreshToken: "r", clock }).current({});
    expect(issuer.asked[0]?.authorization).toBe(authorization);
    expect(issuer.asked[0]?.form["client_secret"]).toBe(secret);
  }
});

test("an issuer that gives no token is an error without a secret [config/oidc-failed, config/no-secret-in-errors]", async ({
  expect,
}) => {
  const settings = { ...client, clientSecret: "the-secret", refreshToken: "the-secret", place: "here" };
  const cases: readonly (readonly [Answers, RegExp])[] = [
    [{ token: () => 400 }, /answered 400 \(invalid_grant\)/],
    [{ token: () => 302 }, /answered 302/],
    [{ token: () => ({}) }, /it gave no id_token/],
    [{ token: () => ({ id_token: "the-secret x" }) }, /characters that no header can carry/],
    [{ about: { token_endpoint: "http://a/the-secret" }, token: () => ({}) }, /token_endpoint: it is no address/],
    [{ about: { token_endpoint: undefined }, token: () => ({}) }, /token_endpoint: it is no address/],
  ];
  for (const [answers, message] of cases) {
    await using issuer = await startIssuer(answers);
    const error = await failureOf({ ...settings, issuer: issuer.url });
    expect(error.message).toMatch(message);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("the-secret");
    const distrusted = await failureOf({ ...settings, issuer: issuer.url, ca: undefined });
    expect(distrusted.code).toBe("SETPOINT_CONFIG_OIDC");
    expect(issuer.asked.length).toBeLessThan(2);
  }
  const away = await failureOf({ ...settings, issuer: "https://127.0.0.1:1" });
  expect(away.message).toMatch(/^renew the OpenID token of here: no answer from 127\.0\.0\.1:1: ECONNREFUSED/);
  expect((await failureOf({ ...settings, issuer: "http://127.0.0.1:1" })).code).toBe("SETPOINT_CONFIG_INVALID");

  const clock = new VirtualClock({ startMs });
  const alone = oidcCredentials({ ...client, issuer: "https://127.0.0.1:1", idToken: idToken("t", 60_000), clock });
  expect(alone.refused(await alone.current({}))).toBe(false);
  await clock.advance(60_000);
  const ended: unknown = await alone.current({}).catch((error: unknown) => error);
  expect(ConfigError.is(ended, "SETPOINT_CONFIG_EXPIRED")).toBe(true);
});

test("new tokens are written back to the kubeconfig that the old ones are from [config/oidc-kept]", async ({
  expect,
}) => {
  await using temporary = await temporaryFolder();
  const [path, other] = [join(temporary.path, "config"), join(temporary.path, "other")];
  const clock = new VirtualClock({ startMs });
  const lines: string[] = [];
  const log = createLogger({ clock, write: (line) => lines.push(line) });
  const token = (count: number): object => ({
    id_token: idToken(`t${count}`, 1_000),
    refresh_token: `refresh-${count}`,
  });
  await using issuer = await startIssuer({ token });
  await writeFile(join(temporary.path, "ca.crt"), authority.certificate);
  const config = {
    "idp-issuer-url": issuer.url,
    "client-id": "me",
    "idp-certificate-authority": "ca.crt",
    "refresh-token": "refresh-0",
    "x-unknown": "kept",
  };
  const users = [{ name: "u", user: { "auth-provider": { name: "oidc", config } } }];
  await writeFile(path, JSON.stringify({ users }), { mode: 0o600 });
  const rest = JSON.stringify({
    clusters: [{ name: "c", cluster: { server: "https://a" } }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  });
  await writeFile(other, rest);
  const { credentials } = await loadKubeconfig({ environment: { KUBECONFIG: `${other}:${path}` }, clock, log });
  expect((await credentials?.current({}))?.authorization).toBe(`Bearer ${idToken("t1", 1_000)}`);
  const written = await readFile(path, "utf8");
  expect(written).toContain(`id-token: ${idToken("t1", 1_000)}`);
  expect(written).toContain("refresh-token: refresh-1");
  expect(written).toContain("x-unknown: kept");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(other, "utf8")).toBe(rest);
  expect(lines).toEqual([]);

  await writeFile(`${path}.lock`, "");
  await clock.advance(1_000);
  expect((await credentials?.current({}))?.authorization).toBe(`Bearer ${idToken("t2", 1_000)}`);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`${path}.lock`);
  expect(await readFile(path, "utf8")).toBe(written);
});
