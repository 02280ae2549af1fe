import { execFile, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test } from "vitest";
import { realClock, systemRandom } from "../../src/async/index.ts";
import { createAuthority, issueCertificate } from "../../src/certificates/index.ts";
import { Client } from "../../src/client/index.ts";
import { loadKubeconfig } from "../../src/config/index.ts";
import { Namespace } from "../../src/kinds.ts";
import { requireBinaries } from "../../tools/control-plane/binaries.ts";
import { describeReal } from "../../tools/control-plane/describe-real.ts";
import { temporaryFolder } from "../../tools/control-plane/temporary-folder.ts";
import { RunningCommand } from "./kubectl.fixture.ts";

const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line to its end. */
async function setpoint(...words: readonly string[]): Promise<Ended> {
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [main, ...words])) };
  } catch (error) {
    return error as Ended;
  }
}

/** Starts a server, and gives it with the path of the kubeconfig that it told. */
async function startServer(
  ...words: readonly string[]
): Promise<{ readonly server: RunningCommand; readonly url: string; readonly kubeconfig: string }> {
  const server = new RunningCommand(process.execPath, [main, "server", ...words], process.env);
  const url = /https:\/\/[^ ]+:\d+/.exec(await server.lineWith("https://"))?.[0] ?? "";
  const kubeconfig = (await server.lineWith("export KUBECONFIG=")).split("=")[1] ?? "";
  return { server, url, kubeconfig };
}

test("a server is used by its kubeconfig, and ends with nothing left [cli/server, cli/server-end, cli/server-kubeconfig]", async ({
  expect,
}) => {
  const { server, url, kubeconfig } = await startServer();
  await using _server = server;
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(statSync(kubeconfig).mode & 0o777).toBe(0o600);
  await using client = Client.connect(await loadKubeconfig({ path: kubeconfig }));
  const { items } = await client.resource(Namespace).list();
  expect(items.map(({ metadata }) => metadata.name)).toContain("default");
  expect(await server.end("SIGINT")).toBe(0);
  expect(existsSync(dirname(kubeconfig))).toBe(false);
});

test("a server that nobody can read ends cleanly [cli/server-end]", async ({ expect }) => {
  await using folder = await temporaryFolder();
  const env = { ...process.env, TMPDIR: folder.path };
  const server = spawn(process.execPath, [main, "server"], { env, stdio: ["ignore", "pipe", "inherit"] });
  server.stdout.destroy();
  expect(await once(server, "close")).toEqual([0, null]);
  expect(readdirSync(folder.path)).toEqual([]);
});

test("token, authorization and the place of the kubeconfig are as told [cli/server-options, cli/server-kubeconfig]", async ({
  expect,
}) => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "mine");
  const words = ["--token=abc.def", "--authorization=off", "--host=0.0.0.0", "--kubeconfig", path] as const;
  const { server, kubeconfig } = await startServer(...words);
  await using _server = server;
  expect(kubeconfig).toBe(path);
  expect((await loadKubeconfig({ path })).server).toMatch(/^https:/);
  expect(readFileSync(path, "utf8")).toContain('"token": "abc.def"');
  expect(await server.end("SIGTERM")).toBe(0);
  expect(existsSync(path)).toBe(true);
});

test("whoever has a client certificate of an authority that was told is let in [cli/server-options]", async ({
  expect,
}) => {
  await using folder = await temporaryFolder();
  const authority = createAuthority({ commonName: "theirs", clock: realClock, random: systemRandom });
  const file = join(folder.path, "authorities.pem");
  await writeFile(file, authority.certificate);
  const { server, kubeconfig } = await startServer("--client-ca", file);
  await using _server = server;
  const { server: url, ca, namespace } = await loadKubeconfig({ path: kubeconfig });
  const subject = { commonName: "root", organizations: ["system:masters"], usages: ["client"] as const };
  const { certificate, key } = issueCertificate(authority, subject);
  await using client = Client.connect({ server: url, ca, namespace, clientCertificate: { certificate, key } });
  expect((await client.resource(Namespace).get("default")).metadata.name).toBe("default");
  const missing = await setpoint("server", "--client-ca", join(folder.path, "missing"));
  expect([missing.code, missing.stderr]).toEqual([
    1,
    expect.stringMatching(/^setpoint: read the client authorities .*\n$/),
  ]);
  const wrong = await setpoint("server", "--client-ca", kubeconfig);
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    expect.stringContaining("expected certificates of authorities in PEM"),
  ]);
});

test("a port that is taken is told in one line [cli/failed]", async ({ expect }) => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const { code, stdout, stderr } = await setpoint("server", `--port=${port}`);
  taken.close();
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^setpoint: listen on 127\.0\.0\.1:\d+: expected .* a free port .*EADDRINUSE.*\n$/);
});

test.for([
  [[], "expected server or help, but got none"],
  [["serve"], 'expected server or help, but got "serve"'],
  [["server", "--prot=1"], "Unknown option '--prot'"],
  [["server", "--port=x"], 'expected --port to be a number from 0 to 65535, but got "x"'],
] as const)("%s is misused, and told how to use it [cli/misused]", async ([words, problem], { expect }) => {
  const { code, stdout, stderr } = await setpoint(...words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(problem);
  expect(stderr).toContain("\nUsage: setpoint ");
});

test.for([
  [["--help"], "Usage: setpoint COMMAND"],
  [["server", "--help"], "--authorization MODE"],
] as const)("%s says how to use it [cli/help]", async ([words, usage], { expect }) => {
  const { code, stdout, stderr } = await setpoint(...words);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(usage);
});

test("an old Node is told so [cli/old-node]", async ({ expect }) => {
  const pretend = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.1.0"})`;
  const ended = await promisify(execFile)(process.execPath, ["--import", pretend, main]).catch(
    (error: unknown) => error,
  );
  expect(ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("expected Node 24 or newer, but this is 20.1.0"),
  });
});

describeReal("what the server prints", () => {
  test("is what a shell needs for kubectl [cli/server]", async ({ expect }) => {
    const server = new RunningCommand(process.execPath, [main, "server"], process.env);
    await using _server = server;
    const lines = [await server.lineWith("export KUBECONFIG="), await server.lineWith("kubectl")];
    await using folder = await temporaryFolder();
    const kubectl = requireBinaries(["kubectl"], process.env).get("kubectl") ?? "";
    const env = { PATH: `${dirname(kubectl)}:${process.env.PATH}`, HOME: folder.path, KUBERC: "off" };
    const { stdout } = await promisify(execFile)("sh", ["-c", lines.join("\n")], { env });
    expect(stdout).toMatch(/\ndefault +Active /);
  });
});
