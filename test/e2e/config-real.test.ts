import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "vitest";
import { Client } from "../../src/client/index.ts";
import { KubeconfigFile, loadConfig, loadKubeconfig } from "../../src/config/index.ts";
import type { ClientConfig } from "../../src/config/index.ts";
import { ServiceAccount } from "../../src/kinds.ts";
import { describeReal } from "../../tools/control-plane/describe-real.ts";
import { temporaryFolder } from "../../tools/control-plane/temporary-folder.ts";
import { startRealControlPlane } from "../../tools/control-plane/testing.ts";

interface Review {
  readonly status: { readonly userInfo: { readonly username: string; readonly groups: readonly string[] } };
}

/** Whom the server takes us for. */
async function whoAmI(config: ClientConfig): Promise<Review["status"]["userInfo"]> {
  await using client = Client.connect(config);
  const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
  const request = client.rest.path("/apis/authentication.k8s.io/v1/selfsubjectreviews", "POST").body(review);
  return ((await request.send()) as Review).status.userInfo;
}

describeReal("the real API server takes", () => {
  test("a client certificate, inline and in files, and who it stands for [config/real-server]", async ({ expect }) => {
    await using cp = await startRealControlPlane();
    await using temporary = await temporaryFolder();
    const inline = await whoAmI(await loadKubeconfig({ path: cp.kubeconfig }));
    expect(inline.groups).toContain("system:masters");
    const path = join(temporary.path, "config");
    await writeFile(join(temporary.path, "ca.crt"), cp.ca);
    await writeFile(join(temporary.path, "crt"), cp.clientCertificate);
    await writeFile(join(temporary.path, "key"), cp.clientKey, { mode: 0o600 });
    await KubeconfigFile.edit({ path }, (file) => {
      file.setCluster("c", { server: cp.server, "certificate-authority": "ca.crt" });
      file.setUser("u", { "client-certificate": "crt", "client-key": "key" });
      file.setContext("x", { cluster: "c", user: "u" });
      file.useContext("x");
    });
    expect(await whoAmI(await loadKubeconfig({ path }))).toEqual(inline);
    const impersonate = { user: "jane", groups: ["one", "two"], uid: "7", extra: { "example.org/Scope %": ["a"] } };
    expect(await whoAmI(await loadKubeconfig({ path, impersonate }))).toMatchObject({
      username: "jane",
      groups: ["one", "two", "system:authenticated"],
      uid: "7",
      extra: { "example.org/scope %": ["a"] },
    });
  });

  test("the token of an exec plugin, which is asked again when one is refused [config/real-server]", async ({
    expect,
  }) => {
    await using cp = await startRealControlPlane();
    await using temporary = await temporaryFolder();
    const path = join(temporary.path, "config");
    const status = `{"token":"'$token'"}`;
    const script = `cd "$FOLDER"; echo run >> runs; token=wrong; [ -e used ] && token=$TOKEN; touch used
      printf %s '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":${status}}'`;
    await KubeconfigFile.edit({ path }, (file) => {
      file.setCluster("c", {
        server: cp.server,
        "certificate-authority-data": Buffer.from(cp.ca).toString("base64"),
      });
      file.setUser("u", {
        exec: {
          apiVersion: "client.authentication.k8s.io/v1",
          command: "sh",
          args: ["-c", script],
          env: [
            { name: "TOKEN", value: cp.token },
            { name: "FOLDER", value: temporary.path },
          ],
          interactiveMode: "Never",
        },
      });
      file.setContext("x", { cluster: "c", user: "u" });
      file.useContext("x");
    });
    const token = await whoAmI(await loadKubeconfig({ path: cp.kubeconfig, context: "setpoint-token" }));
    expect(await whoAmI(await loadKubeconfig({ path }))).toEqual(token);
    expect(await readFile(join(temporary.path, "runs"), "utf8")).toBe("run\nrun\n");
  });

  test("the token of a service account, in a pod and after it was renewed [config/real-server]", async ({ expect }) => {
    await using cp = await startRealControlPlane();
    await using temporary = await temporaryFolder();
    const { path: folder } = temporary;
    const admin = await loadKubeconfig({ path: cp.kubeconfig });
    await using client = Client.connect({ ...admin, namespace: cp.namespace });
    const renew = async (name: string): Promise<void> => {
      await client.resource(ServiceAccount).create({ metadata: { name } });
      const path = `/api/v1/namespaces/${cp.namespace}/serviceaccounts/${name}/token`;
      const request = {
        apiVersion: "authentication.k8s.io/v1",
        kind: "TokenRequest",
        spec: { expirationSeconds: 600 },
      };
      const answer = (await client.rest.path(path, "POST").body(request).send()) as { status: { token: string } };
      await writeFile(join(folder, "token"), answer.status.token);
    };
    await renew("first");
    await writeFile(join(folder, "ca.crt"), cp.ca);
    await writeFile(join(folder, "namespace"), cp.namespace);
    const { hostname, port } = new URL(cp.server);
    const environment = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
    const config = await loadConfig({ environment, serviceAccountFolder: folder, homeFolder: folder });
    expect(config.namespace).toBe(cp.namespace);
    expect((await whoAmI(config)).username).toBe(`system:serviceaccount:${cp.namespace}:first`);
    await renew("second");
    const current = await config.credentials?.current({});
    if (current !== undefined) config.credentials?.refused(current);
    expect((await whoAmI(config)).username).toBe(`system:serviceaccount:${cp.namespace}:second`);
  });
});
