import { chmod, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { test } from "vitest";
import { KubeconfigFile } from "./kubeconfig-file.ts";
import { kubeconfig, refusalOf } from "./kubeconfig.fixture.ts";
import { loadKubeconfig } from "./load-kubeconfig.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

const yaml = `
# A comment.
apiVersion: v1
kind: Config
preferences: { colors: true }
current-context: x
clusters:
  - name: c
    cluster: { server: "https://c", x-unknown: [1, { a: b }] }
users:
  - { name: u, user: { token: t } }
contexts:
  - { name: x, context: { cluster: c, user: u, x-unknown: 1 }, x-beside: 2 }
x-top: { a: 1 }
`;

test("contexts, clusters and users can be changed, and what is not known stays [config/edit]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const path = join(temporary.path, "config");
  await writeFile(path, yaml);
  const edited = await KubeconfigFile.edit({ path }, (file) => {
    file.setContext("x", { namespace: "web", user: undefined });
    file.setContext("y", { cluster: "d", user: "v" });
    file.setCluster("d", { server: "https://d" });
    file.setUser("v", { token: "w" });
    file.renameContext("x", "z");
  });
  const read = await KubeconfigFile.open({ path });
  for (const file of [edited, read]) {
    expect(file.currentContext).toBe("z");
    expect([...file.names("context")].sort()).toEqual(["y", "z"]);
    expect(file.context("z")).toEqual({ cluster: "c", "x-unknown": 1, namespace: "web" });
    expect(file.context("x")).toBeUndefined();
    expect(file.cluster("c")).toEqual({ server: "https://c", "x-unknown": [1, { a: "b" }] });
    expect(file.user("v")).toEqual({ token: "w" });
  }
  const text = await readFile(path, "utf8");
  for (const kept of ["preferences:", "x-top:", "x-beside: 2"]) expect(text).toContain(kept);
  expect(await loadKubeconfig({ path, context: "y" })).toMatchObject({ server: "https://d", token: "w" });

  await KubeconfigFile.edit({ path }, (file) => {
    file.useContext("y");
    file.deleteContext("y");
    file.deleteCluster("d");
    file.deleteUser("v");
  });
  const left = await KubeconfigFile.open({ path });
  expect([left.currentContext, left.names("cluster"), left.names("user")]).toEqual([undefined, ["c"], ["u"]]);
});

test.for(["0o7", "0x1f", "1_000", "yes", "null", "~", "1e3", ".5", "2026-01-01", "- a", "a: b", "#c", " x "])(
  "a context may be called %j [config/edit-any-name]",
  async (name, { expect }) => {
    await using temporary = await temporaryFolder();
    const path = join(temporary.path, "config");
    await writeFile(path, yaml);
    await KubeconfigFile.edit({ path }, (file) => {
      file.setContext(name, { cluster: "c", user: "u" });
      file.useContext(name);
    });
    const read = await KubeconfigFile.open({ path });
    expect([read.currentContext, read.context(name)]).toEqual([name, { cluster: "c", user: "u" }]);
  },
);

test("what is not there, and a name that is taken, are refused [config/edit]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const path = join(temporary.path, "config");
  await writeFile(path, yaml);
  const refused: readonly ((file: KubeconfigFile) => void)[] = [
    (file) => file.useContext("none"),
    (file) => file.renameContext("none", "a"),
    (file) => file.deleteContext("__proto__"),
    (file) => file.deleteCluster("none"),
    (file) => file.deleteUser("none"),
  ];
  for (const change of refused) {
    const error = await refusalOf(KubeconfigFile.edit({ path }, change));
    expect(error.code).toBe("SETPOINT_CONFIG_NOT_FOUND");
    expect(error.message).toContain(`change the kubeconfig ${path}`);
  }
  const taken = await refusalOf(
    KubeconfigFile.edit({ path }, (file) => {
      file.setContext("y", {});
      file.renameContext("x", "y");
    }),
  );
  expect(taken.message).toContain('"y" is taken or empty');
  expect(await readFile(path, "utf8")).toBe(yaml);
});

test("names of prototypes are names like others, also in fields [config/own-names]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const path = join(temporary.path, "config");
  const fields = JSON.parse('{"__proto__":{"polluted":1},"constructor":"x"}') as Record<string, string>;
  await KubeconfigFile.edit({ path }, (file) => {
    file.setUser("__proto__", fields);
    file.setContext("constructor", { user: "__proto__" });
  });
  const file = await KubeconfigFile.open({ path });
  expect(JSON.stringify(file.user("__proto__"))).toBe(JSON.stringify(fields));
  expect(file.context("constructor")).toEqual({ user: "__proto__" });
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test("a file is replaced at once, with its mode, behind its link [config/edit-atomic]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const { path: folder } = temporary;
  const [path, link] = [join(folder, "config"), join(folder, "link")];
  await writeFile(path, yaml);
  await chmod(path, 0o640);
  await symlink("config", link);
  const { ino } = await stat(path);
  await KubeconfigFile.edit({ path: link }, (file) => file.setUser("v", { token: "w" }));
  const after = await stat(path);
  expect(after.mode & 0o777).toBe(0o640);
  expect(after.ino).not.toBe(ino);
  expect(await readlink(link)).toBe("config");
  expect((await KubeconfigFile.open({ path })).user("v")).toEqual({ token: "w" });

  const before = await readFile(path, "utf8");
  const failed = KubeconfigFile.edit({ path }, (file) => {
    file.deleteUser("v");
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  await KubeconfigFile.edit({ path }, () => {});
  expect(await readFile(path, "utf8")).toBe(before);
  expect((await stat(path)).ino).toBe(after.ino);
  expect(await readdir(folder)).toEqual(["config", "link"]);
});

test("of two who write at the same time one fails at once, and nothing is lost [config/edit-lock]", async ({
  expect,
}) => {
  await using temporary = await temporaryFolder();
  const path = join(temporary.path, "config");
  await writeFile(path, yaml);
  const writers = Array.from({ length: 8 }, (_, index) =>
    KubeconfigFile.edit({ path }, (file) => file.setUser(`user-${index}`, { token: "t" })),
  );
  const results = await Promise.allSettled(writers);
  const written = results.filter(({ status }) => status === "fulfilled").length;
  expect(written).toBeGreaterThan(0);
  expect((await KubeconfigFile.open({ path })).names("user")).toHaveLength(1 + written);

  await writeFile(`${path}.lock`, "");
  const error = await refusalOf(KubeconfigFile.edit({ path }, (file) => file.deleteUser("u")));
  expect(error.code).toBe("SETPOINT_CONFIG_LOCKED");
  expect(error.message).toContain(`${path}.lock`);
  expect(await readdir(temporary.path)).toEqual(["config", "config.lock"]);
});

test("a new file is for its owner alone, in folders that are made [config/edit-new-file]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const path = join(temporary.path, "a", "b", "config");
  await KubeconfigFile.edit({ path }, (file) => {
    file.setCluster("c", { server: "https://c" });
    file.setContext("x", { cluster: "c" });
    file.useContext("x");
  });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await loadKubeconfig({ path })).server).toBe("https://c");
  await writeFile(join(temporary.path, "file"), "");
  const inFile = join(temporary.path, "file", "config");
  const error = await refusalOf(KubeconfigFile.edit({ path: inFile }, (file) => file.setUser("u", {})));
  expect(error.code).toBe("SETPOINT_CONFIG_UNWRITABLE");
});

test("the file is the one that is asked for, that holds the entry, that exists, or the last [config/edit-which-file]", async ({
  expect,
}) => {
  await using temporary = await temporaryFolder();
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => join(temporary.path, name)) as [
    string,
    string,
    string,
    string,
  ];
  const environment = { KUBECONFIG: [a, b, c, d].join(delimiter) };
  const opened = async (options: Parameters<typeof KubeconfigFile.open>[0] = {}): Promise<string> =>
    (await KubeconfigFile.open({ environment, ...options })).path;
  expect(await opened()).toBe(d);
  await writeFile(b, kubeconfig({ root: { contexts: [] } }));
  await writeFile(c, kubeconfig());
  expect(await opened()).toBe(b);
  expect(await opened({ holding: { context: "x" } })).toBe(c);
  expect(await opened({ holding: { context: "none" } })).toBe(b);
  expect(await opened({ path: a })).toBe(a);
  const homeFolder = temporary.path;
  expect(await opened({ environment: {}, homeFolder })).toBe(join(homeFolder, ".kube", "config"));
});

test("paths below the folder become relative, others stay [config/edit-paths]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const folder = join(temporary.path, "kube");
  await mkdir(folder);
  const path = join(folder, "config");
  const edited = await KubeconfigFile.edit({ path }, (file) => {
    file.setCluster("c", { "certificate-authority": join(folder, "pki", "ca.crt"), server: "https://c" });
    file.setUser("u", { tokenFile: join(temporary.path, "token"), "client-key": "pki/key" });
  });
  expect(edited.cluster("c")).toEqual({ "certificate-authority": join("pki", "ca.crt"), server: "https://c" });
  expect(edited.user("u")).toEqual({ tokenFile: join(temporary.path, "token"), "client-key": "pki/key" });
  const leaving = KubeconfigFile.edit({ path }, (file) => file.setUser("u", { tokenFile: "../token" }));
  expect((await refusalOf(leaving)).message).toContain("users[u].tokenFile: the path leaves the folder");
});

test("entries are written by name, and texts stay texts for older readers [config/edit-sorted]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const path = join(temporary.path, "config");
  const words = {
    token: "yes",
    "x-y": "y",
    "x-on": "on",
    "x-number": "0123",
    "x-exponent": "1e3",
    "x-time": "2030-01-01",
    "x-null": "~",
  };
  await KubeconfigFile.edit({ path }, (file) => {
    for (const name of ["b", "a", "c"]) file.setUser(name, name === "a" ? words : {});
  });
  const text = await readFile(path, "utf8");
  expect([...text.matchAll(/name: (.)/g)].map(([, name]) => name)).toEqual(["a", "b", "c"]);
  for (const word of Object.values(words)) expect(text).toContain(`"${word}"`);
  expect((await KubeconfigFile.open({ path })).user("a")).toEqual(words);
});
