import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { test } from "vitest";
import { ConfigError } from "./errors.ts";
import { loadKubeconfig } from "./load-kubeconfig.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

/** Writes a kubeconfig whose namespace tells it from others. */
async function write(path: string, namespace: string): Promise<string> {
  const cluster = { server: "https://cluster.example", "certificate-authority": undefined };
  const contexts = [namespace, "other"].map((name) => ({ name, context: { cluster: "c", namespace: name } }));
  const text = { clusters: [{ name: "c", cluster }], contexts, "current-context": namespace };
  await writeFile(path, JSON.stringify(text));
  return path;
}

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
});

test("of a list the first file that exists is used [config/which-file]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const { path: folder } = temporary;
  const files = [
    join(folder, "missing"),
    await write(join(folder, "b"), "second"),
    await write(join(folder, "c"), "c"),
  ];
  const environment = { KUBECONFIG: ["", ...files].join(delimiter) };
  expect((await loadKubeconfig({ environment })).namespace).toBe("second");
});

test("a file that is missing is named, with what to do [config/missing-file]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const { path: folder } = temporary;
  const KUBECONFIG = join(folder, "a");
  const options = [{ environment: { KUBECONFIG } }, { environment: {}, homeFolder: folder }, { path: KUBECONFIG }];
  for (const option of options) {
    const error: unknown = await loadKubeconfig(option).catch((thrown: unknown) => thrown);
    if (!ConfigError.is(error, "SETPOINT_CONFIG_MISSING")) throw error;
    expect(error.message).toContain(`there is no file ${folder}`);
    expect(error.message).toContain("expected a");
  }
});

test("a folder in place of a file can't be read [config/missing-file]", async ({ expect }) => {
  await using temporary = await temporaryFolder();
  const { path: folder } = temporary;
  const error: unknown = await loadKubeconfig({ path: folder }).catch((thrown: unknown) => thrown);
  expect(ConfigError.is(error, "SETPOINT_CONFIG_UNREADABLE")).toBe(true);
});
