import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { createLogger } from "../observe/index.ts";
import { kubeconfig, refusalOf } from "./kubeconfig.fixture.ts";
import { loadConfig } from "./load-config.ts";
import type { LoadConfigOptions } from "./load-config.ts";
import { isInCluster, loadInClusterConfig } from "./load-in-cluster.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";
import type { TemporaryFolder } from "./temporary-folder.fixture.ts";

const [authority = "", another = ""] = rootCertificates;
const pod = { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" };

/** A folder with a service account in it, and no home. */
async function account(): Promise<TemporaryFolder & { readonly options: LoadConfigOptions }> {
  const temporary = await temporaryFolder();
  const { path } = temporary;
  await writeFile(join(path, "token"), "service-account\n");
  await writeFile(join(path, "ca.crt"), authority);
  await writeFile(join(path, "namespace"), "pods\n");
  return { ...temporary, options: { environment: pod, serviceAccountFolder: path, homeFolder: path } };
}

test("in a pod, the service account says everything, also when it is renewed [config/in-cluster]", async ({
  expect,
}) => {
  await using files = await account();
  const clock = new VirtualClock();
  const config = await loadInClusterConfig({ ...files.options, clock });
  expect(config).toMatchObject({ server: "https://10.0.0.1", ca: authority, namespace: "pods" });
  expect((await config.credentials?.current({}))?.authorization).toBe("Bearer service-account");
  await writeFile(join(files.path, "token"), "renewed");
  await writeFile(join(files.path, "ca.crt"), another);
  await clock.advance(60_000);
  expect((await config.credentials?.current({}))?.authorization).toBe("Bearer renewed");
  expect(await config.trust?.current()).toBe(another);
  const environment = { KUBERNETES_SERVICE_HOST: "fd00::1", KUBERNETES_SERVICE_PORT: "6443" };
  expect((await loadInClusterConfig({ ...files.options, environment })).server).toBe("https://[fd00::1]:6443");
});

test("the namespace of a pod [config/in-cluster-namespace]", async ({ expect }) => {
  await using files = await account();
  const { options, path } = files;
  const environment = { ...pod, POD_NAMESPACE: "told" };
  expect((await loadInClusterConfig({ ...options, environment })).namespace).toBe("told");
  expect((await loadInClusterConfig({ ...options, environment, namespace: "asked" })).namespace).toBe("asked");
  const implicit = join(path, "implicit");
  const explicit = join(path, "explicit");
  await writeFile(implicit, kubeconfig());
  await writeFile(explicit, kubeconfig({ context: { namespace: "default" } }));
  expect((await loadConfig({ ...options, path: implicit })).namespace).toBe("pods");
  expect((await loadConfig({ ...options, path: explicit })).namespace).toBe("default");
  expect((await loadConfig({ ...options, environment: {}, path: implicit })).namespace).toBe("default");
  await rm(join(path, "namespace"));
  expect((await loadInClusterConfig(options)).namespace).toBe("default");
});

test("outside a pod the error has its code, and a token that is missing is named [config/in-cluster-missing]", async ({
  expect,
}) => {
  await using files = await account();
  const { options, path } = files;
  expect(isInCluster(options)).toBe(true);
  const outside = [{}, { ...pod, KUBERNETES_SERVICE_HOST: "" }, { ...pod, KUBERNETES_SERVICE_PORT: undefined }];
  for (const environment of outside) {
    expect(isInCluster({ ...options, environment })).toBe(false);
    const error = await refusalOf(loadInClusterConfig({ ...options, environment }));
    expect(error.code).toBe("SETPOINT_CONFIG_NOT_IN_CLUSTER");
    expect(error.message).toContain("KUBERNETES_SERVICE_HOST");
  }
  await rm(join(path, "token"));
  expect(isInCluster(options)).toBe(false);
  const error = await refusalOf(loadInClusterConfig(options));
  expect(error.message).toContain(`tokenFile: there is no file ${join(path, "token")}`);
  await mkdir(join(path, "token"));
  expect(isInCluster(options)).toBe(false);
});

test("a service account without authorities is refused [config/in-cluster-authorities]", async ({ expect }) => {
  await using files = await account();
  const { options, path } = files;
  await writeFile(join(path, "ca.crt"), "garbage");
  expect((await refusalOf(loadInClusterConfig(options))).message).toContain("certificate-authority");
  await rm(join(path, "ca.crt"));
  expect((await refusalOf(loadInClusterConfig(options))).code).toBe("SETPOINT_CONFIG_MISSING");
});

test("what is given wins over the pod [config/in-cluster-overrides]", async ({ expect }) => {
  await using files = await account();
  const config = await loadInClusterConfig({
    ...files.options,
    server: "https://other",
    token: "mine",
    ca: another,
    impersonate: { user: "jane" },
    proxyUrl: "http://proxy",
  });
  expect(config).toMatchObject({ server: "https://other", token: "mine", ca: another, proxyUrl: "http://proxy" });
  expect(config.impersonate).toEqual({ user: "jane" });
  expect([config.credentials, config.trust]).toEqual([undefined, undefined]);
});

test("explicit options, kubeconfigs, the pod: in this order [config/default-order]", async ({ expect }) => {
  await using files = await account();
  const { options, path } = files;
  const server = async (more: LoadConfigOptions = {}): Promise<string> =>
    (await loadConfig({ ...options, ...more })).server;
  expect(await server()).toBe("https://10.0.0.1");
  expect(await server({ server: "https://explicit" })).toBe("https://explicit");

  await mkdir(join(path, ".kube"));
  const home = join(path, ".kube", "config");
  await writeFile(home, "");
  expect(await server()).toBe("https://10.0.0.1");
  expect((await refusalOf(server({ path: home }))).code).toBe("SETPOINT_CONFIG_EMPTY");
  await writeFile(home, kubeconfig());
  expect(await server()).toBe("https://cluster.example:6443");
  const listed = join(path, "listed");
  await writeFile(listed, kubeconfig({ cluster: { server: "https://listed" } }));
  const environment = { ...pod, KUBECONFIG: listed };
  expect(await server({ environment })).toBe("https://listed");
  expect(await server({ environment, path: home })).toBe("https://cluster.example:6443");

  await writeFile(home, kubeconfig({ root: { "current-context": "none" } }));
  expect((await refusalOf(server())).code).toBe("SETPOINT_CONFIG_NOT_FOUND");
  expect((await refusalOf(server({ context: "other" }))).code).toBe("SETPOINT_CONFIG_NOT_FOUND");
  await writeFile(home, "a: [");
  expect((await refusalOf(server())).code).toBe("SETPOINT_CONFIG_SYNTAX");
  await rm(home);
  expect((await refusalOf(server({ environment: {} }))).message).toContain(`there is no file ${home}`);
  expect((await refusalOf(server({ path: home }))).code).toBe("SETPOINT_CONFIG_MISSING");
});

test("a list of which nothing is there is warned about when the pod helps out [config/all-missing-warned]", async ({
  expect,
}) => {
  await using files = await account();
  const { options, path } = files;
  const lines: string[] = [];
  const log = createLogger({ clock: new VirtualClock(), write: (line) => lines.push(line) });
  await loadConfig({ ...options, log });
  expect(lines).toEqual([]);
  const KUBECONFIG = join(path, "missing");
  await loadConfig({ ...options, log, environment: { ...pod, KUBECONFIG } });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(KUBECONFIG);
});
