import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect } from "node:tls";
import { fileURLToPath } from "node:url";
import { describe, test } from "vitest";
import { realClock, systemRandom, VirtualClock } from "../../src/async/index.ts";
import { createAuthority, issueCertificate } from "../../src/certificates/index.ts";
import type { CertificatePair } from "../../src/certificates/index.ts";
import { Client, TransportError } from "../../src/client/index.ts";
import { configDefaults, loadKubeconfig } from "../../src/config/index.ts";
import type { ClientConfig } from "../../src/config/index.ts";
import { temporaryFolder } from "../../tools/control-plane/temporary-folder.ts";
import { selfSigned } from "./client-fault-self-signed.fixture.ts";
import { askWith, startTlsServer } from "./client-transport-server.fixture.ts";
import type { TlsServer } from "./client-transport-server.fixture.ts";

const made = { clock: realClock, random: systemRandom };
const authority = createAuthority({ commonName: "authority", ...made });
const stranger = createAuthority({ commonName: "stranger", ...made });
const serving = { commonName: "server", usages: ["server"], ipAddresses: ["127.0.0.1"] } as const;
const day = 24 * 3_600_000;

/** The authority at another time, with the same key: only the times of what it signs are others. */
function at(shiftMs: number, validForMs: number): CertificatePair {
  const clock = { ...realClock, now: () => realClock.now() + shiftMs };
  return issueCertificate({ ...authority, clock }, { ...serving, validForMs });
}

const good = issueCertificate(authority, serving);
const oldCiphers = "DEFAULT@SECLEVEL=0";

/** The servers there are. */
const servers = {
  good: () => startTlsServer(good),
  stranger: () => startTlsServer(issueCertificate(stranger, serving)),
  itself: () => startTlsServer(selfSigned),
  ended: () => startTlsServer(at(-2 * day, day)),
  early: () => startTlsServer(at(2 * day, day)),
  named: () => startTlsServer(issueCertificate(authority, { ...serving, ipAddresses: [], dnsNames: ["kubernetes"] })),
  unnamed: () =>
    startTlsServer(
      issueCertificate(authority, { commonName: "127.0.0.1", usages: ["server"], dnsNames: ["elsewhere"] }),
    ),
  client: () => startTlsServer(issueCertificate(authority, { ...serving, usages: ["client"] })),
  "TLS 1.1": () => startTlsServer(good, { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: oldCiphers }),
  "TLS 1.2": () => startTlsServer(good, { minVersion: "TLSv1.2", maxVersion: "TLSv1.2" }),
  "TLS 1.3": () => startTlsServer(good, { minVersion: "TLSv1.3" }),
} as const;
type ServerName = keyof typeof servers;

const ca = { right: authority.certificate, wrong: stranger.certificate };
const both = `${ca.wrong}${ca.right}`;
const unknown = /UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT/;
const unnamed = /ERR_TLS_CERT_ALTNAME_INVALID/;
const spoken = /^default$/;

/** Which server, with which configuration, ends how. Only the rows without authorities depend on whom the environment adds. */
const rows: readonly (readonly [server: ServerName, config: Partial<ClientConfig>, outcome: RegExp])[] = [
  ["good", { ca: ca.right }, spoken],
  ["good", { ca: both }, spoken],
  ["good", { ca: ca.wrong }, unknown],
  ["stranger", { ca: ca.right }, unknown],
  ["stranger", { ca: ca.wrong }, spoken],
  ["itself", { ca: ca.right }, /DEPTH_ZERO_SELF_SIGNED_CERT/],
  ["itself", { ca: selfSigned.certificate }, spoken],
  ["ended", { ca: ca.right }, /CERT_HAS_EXPIRED/],
  ["early", { ca: ca.right }, /CERT_NOT_YET_VALID/],
  ["client", { ca: ca.right }, /INVALID_PURPOSE/],
  ["named", { ca: ca.right }, unnamed],
  ["named", { ca: ca.right, tlsServerName: "kubernetes" }, spoken],
  ["named", { ca: ca.right, tlsServerName: "other" }, unnamed],
  ["named", { ca: ca.wrong, tlsServerName: "kubernetes" }, unknown],
  ["good", { ca: ca.right, tlsServerName: "kubernetes" }, unnamed],
  ["unnamed", { ca: ca.right }, unnamed],
  ["TLS 1.1", { ca: ca.right }, /ERR_SSL|EPROTO/],
  ["TLS 1.1", { insecureSkipTlsVerify: true }, /ERR_SSL|EPROTO/],
  ["TLS 1.2", { ca: ca.right }, spoken],
  ["TLS 1.3", { ca: ca.right }, spoken],
  ["good", { insecureSkipTlsVerify: true }, spoken],
  ["stranger", { insecureSkipTlsVerify: true }, spoken],
  ["itself", { insecureSkipTlsVerify: true }, spoken],
  ["ended", { insecureSkipTlsVerify: true }, spoken],
  ["named", { insecureSkipTlsVerify: true }, spoken],
  ["good", { ca: ca.right, insecureSkipTlsVerify: true }, /ConfigError.*insecureSkipTlsVerify/],
  ["good", { insecureSkipTlsVerify: false }, unknown],
  ["stranger", {}, unknown],
];

/** What a process may be told about TLS, and the rows that end otherwise then: none that names its authorities. */
const environments: Readonly<
  Record<
    string,
    { readonly set: (files: { right: string; wrong: string }) => NodeJS.ProcessEnv; readonly trusted?: ServerName }
  >
> = {
  "nothing special": { set: () => ({}) },
  "NODE_TLS_REJECT_UNAUTHORIZED=0": { set: () => ({ NODE_TLS_REJECT_UNAUTHORIZED: "0" }) },
  "NODE_EXTRA_CA_CERTS with our authority": { set: ({ right }) => ({ NODE_EXTRA_CA_CERTS: right }), trusted: "good" },
  "NODE_EXTRA_CA_CERTS with another authority": {
    set: ({ wrong }) => ({ NODE_EXTRA_CA_CERTS: wrong }),
    trusted: "stranger",
  },
  "NODE_OPTIONS that allow old versions of TLS": {
    set: () => ({ NODE_OPTIONS: "--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0" }),
  },
};

async function startServers(stack: AsyncDisposableStack): Promise<ReadonlyMap<ServerName, TlsServer>> {
  const started = new Map<ServerName, TlsServer>();
  for (const [name, start] of Object.entries(servers)) started.set(name as ServerName, stack.use(await start()));
  return started;
}

/** What a process with this environment makes of each configuration. */
async function askIn(environment: NodeJS.ProcessEnv, configs: readonly ClientConfig[]): Promise<readonly string[][]> {
  const script = fileURLToPath(new URL("client-fault-tls-ask.ts", import.meta.url));
  const child = spawn(process.execPath, [script], { env: { PATH: process.env["PATH"], ...environment } });
  child.stdin.end(JSON.stringify(configs));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (output === "") throw new Error(`the process failed: ${errors}`);
  return JSON.parse(output) as readonly string[][];
}

describe("whom a client speaks to", () => {
  test.for(Object.keys(environments))(
    "depends on its configuration alone, in an environment with %s [client/tls-matrix]",
    { timeout: 120_000 },
    async (name, { expect }) => {
      const { set, trusted } = environments[name] as (typeof environments)[string];
      await using stack = new AsyncDisposableStack();
      const folder = stack.use(await temporaryFolder());
      const files = { right: join(folder.path, "right.pem"), wrong: join(folder.path, "wrong.pem") };
      await writeFile(files.right, ca.right);
      await writeFile(files.wrong, ca.wrong);
      const started = await startServers(stack);
      const configs = rows.map(([server, config]) => ({
        server: started.get(server)?.url ?? "",
        namespace: "default",
        token: "s3cr3t",
        ...config,
      }));
      const outcomes = await askIn(set(files), configs);
      const expectedRequests = new Map<ServerName, number>();
      for (const [index, [server, config, outcome]] of rows.entries()) {
        const isSystems = config.ca === undefined && config.insecureSkipTlsVerify !== true;
        const expected = isSystems && trusted === server ? spoken : outcome;
        const row = `${server} with ${JSON.stringify({ ...config, ca: config.ca?.length })}`;
        for (const seen of outcomes[index] ?? []) {
          expect(seen, row).toMatch(expected);
          expect(seen, row).not.toContain("s3cr3t");
        }
        if (expected === spoken) expectedRequests.set(server, (expectedRequests.get(server) ?? 0) + 2);
      }
      // Nobody else was told the credential.
      for (const [server, { seen }] of started) expect(seen, server).toHaveLength(expectedRequests.get(server) ?? 0);
    },
  );

  test("is no server of an old version of TLS, though others would speak to it [client/tls-matrix]", async ({
    expect,
  }) => {
    await using server = await servers["TLS 1.1"]();
    const { port } = new URL(server.url);
    const old = { minVersion: "TLSv1", ciphers: oldCiphers, ca: ca.right } as const;
    const socket = connect({ host: "127.0.0.1", port: Number(port), ...old });
    await once(socket, "secureConnect");
    expect(socket.getProtocol()).toBe("TLSv1.1");
    socket.destroy();
    await using client = Client.connect({ server: server.url, namespace: "default", ca: ca.right });
    expect(await askWith(client)).toMatchObject({ code: "SETPOINT_TRANSPORT_TLS" });
  });

  test("follows the authorities in the file of a kubeconfig when they are others [client/tls-matrix]", async ({
    expect,
  }) => {
    await using folder = await temporaryFolder();
    await using server = await startTlsServer(good);
    const [file, path] = [join(folder.path, "ca.pem"), join(folder.path, "config")];
    await writeFile(file, ca.wrong);
    const cluster = { server: server.url, "certificate-authority": "ca.pem" };
    await writeFile(
      path,
      JSON.stringify({
        clusters: [{ name: "c", cluster }],
        users: [{ name: "u", user: { token: "t" } }],
        contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
        "current-context": "x",
      }),
    );
    const clock = new VirtualClock();
    await using client = Client.connect(await loadKubeconfig({ path, clock, environment: {} }));
    const isRefused = (outcome: unknown): boolean => TransportError.is(outcome, "SETPOINT_TRANSPORT_TLS");
    expect(await askWith(client)).toSatisfy(isRefused);
    await writeFile(file, ca.right);
    // A file is looked at again only after a while.
    expect(await askWith(client)).toSatisfy(isRefused);
    await clock.advance(configDefaults.authoritiesMs);
    expect(await askWith(client)).toBe("default");
    await writeFile(file, ca.wrong);
    await clock.advance(configDefaults.authoritiesMs);
    expect(await askWith(client)).toSatisfy(isRefused);
    expect(server.seen).toHaveLength(1);
  });
});
