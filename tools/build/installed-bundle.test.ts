import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join, relative } from "node:path";
import { rolldown } from "rolldown";
import { afterAll, test } from "vitest";
import { realClock, systemRandom } from "../../src/async/index.ts";
import { createAuthority, issueCertificate } from "../../src/certificates/index.ts";
import { temporaryFolder } from "../control-plane/temporary-folder.ts";
import { repositoryRoot } from "../source/repository.ts";
import { folderModules } from "./folder-modules.ts";
import { installBundle } from "./installed-bundle.fixture.ts";
import type { InstalledBundle } from "./installed-bundle.fixture.ts";

/** One for all tests, which only read it. */
const installed: InstalledBundle = await installBundle();
afterAll(() => installed[Symbol.asyncDispose]());

const source = join(repositoryRoot, "src");

test("every folder exports what its index.ts exports", async ({ expect }) => {
  const all = folderModules(source).map((file) => relative(source, file).replace(/\.ts$/, ".js"));
  const isPart = (file: string): boolean => file.startsWith("parts/");
  expect([...installed.modules.keys()].filter((file) => !isPart(file)).sort()).toEqual(all.toSorted());
  // The command line runs when it is imported.
  const files = all.filter((file) => file !== "cli/main.js");
  const differing = await installed.run(`
    import { pathToFileURL } from "node:url";
    const namesIn = async (path) => Object.keys(await import(pathToFileURL(path))).sort().join();
    const differing = [];
    for (const file of ${JSON.stringify(files)}) {
      const written = await namesIn(${JSON.stringify(join(installed.folder, "node_modules/setpoint/dist/"))} + file);
      const original = await namesIn(${JSON.stringify(join(source, "/"))} + file.replace(/js$/, "ts"));
      if (written !== original) differing.push([file, written, original]);
    }
    console.log(JSON.stringify(differing));`);
  expect(differing).toEqual([]);
});

test("a class or function is the same one from whatever entry it is imported", async ({ expect }) => {
  const found = await installed.run(`
    import { readFileSync } from "node:fs";
    const { exports } = JSON.parse(readFileSync("node_modules/setpoint/package.json", "utf8"));
    const entries = Object.keys(exports).filter((path) => !/[*]|json$/.test(path));
    const all = await Promise.all(entries.map(async (path) => Object.entries(await import("setpoint" + path.slice(1)))));
    const byName = Map.groupBy(all.flat().filter(([, value]) => typeof value === "function"), ([name]) => name);
    const shared = [...byName].filter(([, values]) => values.length > 1);
    const differing = shared.filter(([, values]) => new Set(values.map(([, value]) => value)).size > 1);
    console.log(JSON.stringify({ shared: shared.map(([name]) => name), differing: differing.map(([name]) => name) }));`);
  expect(found).toEqual({
    shared: expect.arrayContaining(["ApiError", "Client", "WorkQueue"]) as unknown,
    differing: [],
  });
});

test("an npm package is loaded only when it is needed: the YAML reader, by what reads files", ({ expect }) => {
  const isPackage = (id: string): boolean => !installed.modules.has(id) && !id.startsWith("node:");
  const reached = new Set(["client/index.js", "controller/index.js", "manager/index.js"]);
  for (const file of reached) for (const id of installed.modules.get(file)?.imports ?? []) reached.add(id);
  expect([...reached].filter(isPackage)).toEqual([]);
  const later = [...reached].flatMap((file) => installed.modules.get(file)?.later.filter(isPackage) ?? []);
  expect(later).toEqual(["yaml"]);
  expect([...reached]).not.toContain("apiserver/index.js");
});

test("a client in a pod lists without any package beside ours", async ({ expect }) => {
  await using server = await startServer({ kind: "PodList", apiVersion: "v1", metadata: {}, items: [] });
  await using account = await temporaryFolder();
  for (const [name, text] of Object.entries({ "ca.crt": server.ca, token: "a", namespace: "here" })) {
    await writeFile(join(account.path, name), text);
  }
  const environment = { KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: String(server.port) };
  const found = await installed.run(`
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const [{ Client }, { loadInClusterConfig }, { Pod }] = await Promise.all(
      ["client", "config", "types/core/v1"].map((entry) => import("setpoint/" + entry)));
    const config = await loadInClusterConfig(${JSON.stringify({ environment, serviceAccountFolder: account.path })});
    await using client = Client.connect(config);
    const { items } = await client.resource(Pod).list();
    const strangers = loaded.filter((url) => !url.startsWith("node:") && !url.includes("/node_modules/setpoint/dist/"));
    console.log(JSON.stringify({ items, strangers, isOurs: loaded.some((url) => url.endsWith("/client/index.js")) }));`);
  expect(found).toEqual({ items: [], strangers: [], isOurs: true });
});

test("a bundler takes of a folder only what is used", async ({ expect }) => {
  const input = join(installed.folder, "one.js");
  await writeFile(input, `export { parseSelector } from "setpoint/model";`);
  await using build = await rolldown({ cwd: installed.folder, input, platform: "node" });
  const { output } = await build.generate();
  const whole = await readFile(join(installed.folder, "node_modules/setpoint/dist/model/index.js"), "utf8");
  expect(output[0].exports).toEqual(["parseSelector"]);
  expect(output[0].code.length).toBeLessThan(whole.length / 2);
});

/** Gives the same answer to every request. */
async function startServer(answer: object): Promise<AsyncDisposable & { readonly ca: string; readonly port: number }> {
  const authority = createAuthority({ commonName: "test", clock: realClock, random: systemRandom });
  const pair = issueCertificate(authority, { commonName: "server", usages: ["server"], ipAddresses: ["127.0.0.1"] });
  const http = createServer({ cert: pair.certificate, key: pair.key }, (_request, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  return { ca: authority.certificate, port, [Symbol.asyncDispose]: () => http[Symbol.asyncDispose]() };
}
