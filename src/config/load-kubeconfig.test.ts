import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { rootCertificates } from "node:tls";
import { test } from "vitest";
import { refusalOf } from "./kubeconfig.fixture.ts";
import { loadKubeconfig } from "./load-kubeconfig.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

const [authority = ""] = rootCertificates;

/** Writes a kubeconfig whose namespace tells it from others. */
async function write(path: string, namespace: string): Promise<string> {
  const cluster = { server: "https://cluster.example", "certificate-authority": undefined };
  const contexts = [namespace, "other"].map((name) => ({ name, context: { cluster: "c", namespace: name } }));
  const text = { clusters: [{ name: "c", cluster }], contexts, "current-context": namespace };
  await writeFile(path, JSON.stringify(text));
  return path;
}

const listOf = (...paths: readonly string[]): { readonly environment: { readonly KUBECONFIG: string } } => ({
  environment: { KUBECONFIG: paths.join(delimiter) },
});

test("a path wins over KUBECONFIG, and that over the home folder [config/which-file]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const { path: folder } = temporary;
  await mkdir(join(folder, ".kube"));
  await write(join(folder, ".kube", "config"), "home");
  const KUBECONFIG = await write(join(folder, "listed"), "listed");
  const path = await write(join(folder, "given"), "given");
  const found = async (options: Parameters<typeof loadKubeconfig>[0]): Promise<string> =>
    (await loadKubeconfig({ homeFolder: folder, ...options })).namespace;
  expect(await found({ environment: { KUBECONFIG }, path })).toBe("given");
  expect(await found({ environment: { KUBECONFIG } })).toBe("listed");
  expect(await found({ environment: { KUBECONFIG: "" } })).toBe("home");
  expect(await found({ environment: {} })).toBe("home");
  expect(await found({ environment: {}, context: "other" })).toBe("other");
  const error = await refusalOf(found({ environment: { KUBECONFIG }, context: "home" }));
  expect(error.message).toContain('there is no context "home"');
});

test("files of the list that are missing are passed over, and empty names too [config/missing-skipped, config/listed-once]", async ({
  expect,
}) => {
  await using temporary = await temporaryFolder();
  const { path: folder } = temporary;
  const b = await write(join(folder, "b"), "second");
  const files = ["", join(folder, "missing"), b, "", b, await write(join(folder, "c"), "c")];
  expect((await loadKubeconfig(listOf(...files))).namespace).toBe("second");
  expect((await loadKubeconfig({ ...listOf(...files), context: "c" })).namespace).toBe("c");
  // Read twice, the broken file would be named twice.
  const broken = join(folder, "broken");
  await writeFile(broken, "a: [");
  const { message } = await refusalOf(loadKubeconfig(listOf(broken, b, broken)));
  expect(message.split(broken)).toHaveLength(2);
});

test("the first file that has an entry has it alone [config/first-file-wins]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const { path: folder } = temporary;
  const first = { users: [{ name: "u", user: {} }], "current-context": "" };
  const second = {
    clusters: [{ name: "c", cluster: { server: "https://second", "tls-server-name": "second" } }],
    users: [
      { name: "u", user: { token: "second" } },
      { name: "v", user: { token: "v" } },
    ],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  };
  const third = {
    clusters: [{ name: "c", cluster: { server: "https://third", "proxy-url": "http://third" } }],
    contexts: [{ name: "x", context: { cluster: "d", namespace: "third" } }],
    "current-context": "none",
  };
  const paths = ["1", "2", "3"].map((name) => join(folder, name));
  for (const [index, document] of [first, second, third].entries()) {
    await writeFile(paths[index] ?? "", JSON.stringify(document));
  }
  const merged = await loadKubeconfig(listOf(...paths));
  expect(merged).toMatchObject({ server: "https://second", tlsServerName: "second", namespace: "default" });
  expect([merged.token, merged.proxyUrl]).toEqual([undefined, undefined]);
  expect((await loadKubeconfig({ ...listOf(...paths), user: "v" })).token).toBe("v");
});

test("paths begin at the folder of the file that they stand in [config/files]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const [one, two] = [join(temporary.path, "one"), join(temporary.path, "two")];
  await mkdir(one);
  await mkdir(two);
  await writeFile(join(one, "ca.crt"), authority);
  await writeFile(join(two, "token"), " theirs \n");
  const cluster = { server: "https://a", "certificate-authority": "ca.crt" };
  await writeFile(join(one, "config"), JSON.stringify({ clusters: [{ name: "c", cluster }] }));
  const users = [{ name: "u", user: { tokenFile: "./token" } }];
  const contexts = [{ name: "x", context: { cluster: "c", user: "u" } }];
  await writeFile(join(two, "config"), JSON.stringify({ users, contexts, "current-context": "x" }));
  const { ca, credentials } = await loadKubeconfig(listOf(join(one, "config"), join(two, "config")));
  expect(ca).toBe(authority);
  expect((await credentials?.current({}))?.authorization).toBe("Bearer theirs");
});

test("an empty file is a kubeconfig without entries [config/empty-file]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const empty = join(temporary.path, "empty");
  await writeFile(empty, "");
  const full = await write(join(temporary.path, "full"), "full");
  expect((await loadKubeconfig(listOf(empty, full))).namespace).toBe("full");
  expect((await refusalOf(loadKubeconfig({ path: empty }))).code).toBe("SETPOINT_CONFIG_EMPTY");
});

test("that no context is chosen has a code of its own [config/empty-told]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const path = join(temporary.path, "config");
  await writeFile(path, JSON.stringify({ contexts: [{ name: "a" }, { name: "b" }] }));
  const { code, message } = await refusalOf(loadKubeconfig({ path }));
  expect(code).toBe("SETPOINT_CONFIG_EMPTY");
  expect(message).toContain(`${path}: current-context: found nothing (expected one of the contexts: "a", "b")`);
});

test("a file that can't be parsed is named, and several in one error [config/broken-files-named]", async ({
  expect,
}) => {
  await using temporary = await temporaryFolder();
  const { path: folder } = temporary;
  const good = await write(join(folder, "good"), "good");
  const broken = join(folder, "broken");
  await writeFile(broken, "a: [");
  const one = await refusalOf(loadKubeconfig(listOf(good, broken)));
  expect(one).toMatchObject({ code: "SETPOINT_CONFIG_SYNTAX", place: broken });
  const both = await refusalOf(loadKubeconfig(listOf(folder, good, broken)));
  expect(both.message).toContain(`the file ${folder} can't be read: EISDIR`);
  expect(both.message).toContain(`${broken}: not YAML at line 1`);
});

test.for(["clusters", "users", "contexts", "extensions"])(
  "two %s of one name are refused, also if nobody asks for them [config/names-once]",
  async (list, { expect }) => {
    await using temporary = await temporaryFolder();
    const path = await write(join(temporary.path, "good"), "good");
    const twice = join(temporary.path, "twice");
    await writeFile(twice, JSON.stringify({ [list]: [{ name: "one" }, { name: "two" }, { name: "one" }] }));
    const { message } = await refusalOf(loadKubeconfig(listOf(path, twice)));
    expect(message).toContain(`${twice}: ${list}: found "one" twice`);
  },
);

test("a file that is missing is named, with what to do [config/missing-file]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const { path: folder } = temporary;
  const KUBECONFIG = join(folder, "a");
  const options = [{ environment: { KUBECONFIG } }, { environment: {}, homeFolder: folder }, { path: KUBECONFIG }];
  for (const option of options) {
    const error = await refusalOf(loadKubeconfig(option));
    expect(error.code).toBe("SETPOINT_CONFIG_MISSING");
    expect(error.message).toContain(`there is no file ${folder}`);
    expect(error.message).toContain("expected a");
  }
});

test("a folder in place of a file can't be read [config/missing-file]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const error = await refusalOf(loadKubeconfig({ path: temporary.path }));
  expect(error.code).toBe("SETPOINT_CONFIG_UNREADABLE");
});

test("the file of old times is left alone [config/no-legacy-file]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const { path: homeFolder } = temporary;
  await mkdir(join(homeFolder, ".kube"));
  await write(join(homeFolder, ".kube", ".kubeconfig"), "old");
  const error = await refusalOf(loadKubeconfig({ environment: {}, homeFolder }));
  expect(error.code).toBe("SETPOINT_CONFIG_MISSING");
});
