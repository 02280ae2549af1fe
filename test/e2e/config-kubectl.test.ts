import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "vitest";
import { KubeconfigFile, loadKubeconfig } from "../../src/config/index.ts";
import type { LoadKubeconfigOptions } from "../../src/config/index.ts";
import { requireBinaries } from "../../tools/control-plane/binaries.ts";
import { describeReal } from "../../tools/control-plane/describe-real.ts";
import { temporaryFolder } from "../../tools/control-plane/temporary-folder.ts";

/** Runs the real kubectl with these kubeconfigs and nothing of this machine's user. */
async function kubectl(args: readonly string[], ...files: readonly string[]): Promise<string> {
  const path = requireBinaries(["kubectl"], process.env).get("kubectl") ?? "";
  const env = { PATH: process.env["PATH"], HOME: "/does/not/exist", KUBERC: "off", KUBECONFIG: files.join(":") };
  return (await promisify(execFile)(path, args, { env })).stdout;
}

interface View {
  readonly clusters: readonly { readonly cluster: Readonly<Record<string, unknown>> }[];
  readonly users: readonly { readonly user: Readonly<Record<string, unknown>> }[] | null;
  readonly contexts: readonly { readonly context: Readonly<Record<string, unknown>> }[];
}

/** What kubectl makes out of the files for one context. */
async function seenByKubectl(files: readonly string[], context: string): Promise<object> {
  const args = ["config", "view", "--minify", "--raw", "-o", "json", `--context=${context}`];
  const view = JSON.parse(await kubectl(args, ...files)) as View;
  const [cluster, user] = [view.clusters[0]?.cluster ?? {}, view.users?.[0]?.user ?? {}];
  return {
    server: cluster["server"],
    tlsServerName: cluster["tls-server-name"],
    insecureSkipTlsVerify: cluster["insecure-skip-tls-verify"],
    proxyUrl: cluster["proxy-url"],
    token: user["token"],
    as: user["as"],
    namespace: view.contexts[0]?.context["namespace"] ?? "default",
  };
}

async function seenByUs(options: LoadKubeconfigOptions): Promise<object> {
  const config = await loadKubeconfig(options);
  const { server, tlsServerName, insecureSkipTlsVerify, proxyUrl, token, impersonate, namespace } = config;
  return { server, tlsServerName, insecureSkipTlsVerify, proxyUrl, token, as: impersonate?.user, namespace };
}

const one = `
clusters:
- { name: c, cluster: { server: "https://one" } }
- { name: d, cluster: { server: "https://d", tls-server-name: one, insecure-skip-tls-verify: true } }
users:
- { name: u, user: { token: one } }
contexts:
- { name: x, context: { cluster: c, user: v } }
`;
const two = `
clusters:
- { name: c, cluster: { server: "https://two", proxy-url: "http://proxy" } }
- { name: e, cluster: { server: "https://e", proxy-url: "socks5://proxy" } }
users:
- { name: u, user: { token: two, as: two } }
- { name: v, user: { token: v, as: jane } }
contexts:
- { name: x, context: { cluster: e, namespace: two } }
- { name: w, context: { cluster: d, user: u, namespace: why } }
- { name: z, context: { cluster: e, user: v } }
current-context: x
`;

describeReal("the real kubectl", () => {
  test("makes the same out of several kubeconfigs [config/merged-as-kubectl]", async ({ expect }) => {
    await using temporary = await temporaryFolder();
    const files = ["one", "missing", "two"].map((name) => join(temporary.path, name));
    await writeFile(files[0] ?? "", one);
    await writeFile(files[2] ?? "", two);
    for (const order of [files, files.toReversed(), [...files, files[0] ?? ""]]) {
      const environment = { KUBECONFIG: order.join(":") };
      for (const context of ["x", "w", "z"]) {
        expect(await seenByUs({ environment, context })).toEqual(await seenByKubectl(order, context));
      }
      expect(await seenByUs({ environment })).toEqual(await seenByKubectl(order, "x"));
    }
  });

  test("reads what we write, and we what it writes [config/edit-as-kubectl]", async ({ expect }) => {
    await using temporary = await temporaryFolder();
    const path = join(temporary.path, "config");
    await KubeconfigFile.edit({ path }, (file) => {
      file.setCluster("yes", { server: "https://c", "insecure-skip-tls-verify": true });
      file.setUser("y", { token: "1e3", username: undefined });
      file.setContext("on", { cluster: "yes", user: "y", namespace: "12" });
      file.useContext("on");
    });
    expect(await seenByUs({ path, environment: {} })).toEqual(await seenByKubectl([path], "on"));
    await kubectl(["config", "rename-context", "on", "off"], path);
    await kubectl(["config", "set-context", "new", "--cluster=yes", "--user=y"], path);
    await KubeconfigFile.edit({ path }, (file) => file.renameContext("new", "newer"));
    expect((await kubectl(["config", "get-contexts", "-o", "name"], path)).trim().split("\n")).toEqual([
      "newer",
      "off",
    ]);
    expect((await kubectl(["config", "current-context"], path)).trim()).toBe("off");
    expect(await seenByUs({ path, environment: {}, context: "newer" })).toMatchObject({ token: "1e3" });
  });

  test("does not write while we do [config/edit-lock]", async ({ expect }) => {
    await using temporary = await temporaryFolder();
    const path = join(temporary.path, "config");
    await writeFile(path, two);
    await writeFile(`${path}.lock`, "");
    await expect(kubectl(["config", "use-context", "w"], path)).rejects.toThrow("lock");
    expect(await readFile(path, "utf8")).toBe(two);
  });
});
