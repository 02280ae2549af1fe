import { statSync } from "node:fs";
import { test } from "vitest";
import { requestApi } from "./api-request.ts";
import { describeReal } from "./describe-real.ts";
import { startRealControlPlane } from "./testing.ts";
import { controlPlaneVersions } from "./versions.ts";

describeReal("the real control plane", () => {
  test("answers kubectl, in the version that go.mod pins", async ({ expect }) => {
    await using cp = await startRealControlPlane();
    const namespaces = await cp.kubectl(["get", "ns", "-o", "name"]);
    expect(namespaces).toMatchObject({ code: 0, stderr: "" });
    expect(namespaces.stdout.split("\n")).toEqual(
      expect.arrayContaining(["namespace/default", `namespace/${cp.namespace}`]),
    );

    const version = JSON.parse((await cp.kubectl(["version", "-o", "json"])).stdout) as Record<
      string,
      { gitVersion: string; minor: string }
    >;
    const { kubernetes } = controlPlaneVersions();
    expect(version.clientVersion?.gitVersion).toBe(kubernetes);
    expect(version.serverVersion?.gitVersion).toBe(kubernetes);
    expect(kubernetes).toContain(`.${version.serverVersion?.minor}.`);
  });

  test("gives each caller a namespace of its own on one server, and removes it with what it can", async ({
    expect,
  }) => {
    await using first = await startRealControlPlane();
    const second = await startRealControlPlane();
    expect(second.namespace).not.toBe(first.namespace);
    expect(second.kubeconfig).toBe(first.kubeconfig);

    const made = await second.kubectl(["create", "configmap", "settings", "--from-literal=a=b"]);
    expect(made).toMatchObject({ code: 0, stdout: "configmap/settings created\n" });
    expect((await first.kubectl(["get", "configmap", "settings"])).stderr).toContain("NotFound");

    await second[Symbol.asyncDispose]();
    expect((await first.kubectl(["get", "ns", second.namespace])).stderr).toContain("NotFound");
  });

  test("accepts a pod, though no controller has made a service account for it", async ({ expect }) => {
    await using cp = await startRealControlPlane();
    const pod = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "web" },
      spec: { containers: [{ name: "web", image: "web" }] },
    };
    expect(await cp.kubectl(["create", "-f", "-"], { input: JSON.stringify(pod) })).toMatchObject({
      code: 0,
      stderr: "",
    });
  });

  test("knows users by certificate and by token, and lets nobody else in", async ({ expect }) => {
    await using cp = await startRealControlPlane();
    const { server, ca, token, clientCertificate, clientKey } = cp;
    const path = "/api/v1/namespaces";
    const statusOf = async (who: object): Promise<number> =>
      (await requestApi({ server, ca, ...who }, { path })).status;

    expect(await statusOf({ clientCertificate, clientKey })).toBe(200);
    expect(await statusOf({ token })).toBe(200);
    expect(await statusOf({ token: "a guess" })).toBe(401);
    expect(await statusOf({})).toBe(403);
    expect((await cp.kubectl(["get", "ns", "--as=somebody"])).stderr).toContain(
      'User "somebody" cannot list resource "namespaces"',
    );
    expect(await cp.kubectl(["get", "ns", "--context=setpoint-token"])).toMatchObject({ code: 0 });
  });

  test("issues service account tokens that it then accepts", async ({ expect }) => {
    await using cp = await startRealControlPlane();
    await cp.kubectl(["create", "serviceaccount", "robot"]);
    const { stdout: token } = await cp.kubectl(["create", "token", "robot"]);
    const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    const body = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
    const answer = await requestApi(
      { server: cp.server, ca: cp.ca, token: token.trim() },
      { method: "POST", path, body },
    );
    expect(answer.status).toBe(201);
    expect(JSON.parse(answer.text)).toMatchObject({
      status: { userInfo: { username: `system:serviceaccount:${cp.namespace}:robot` } },
    });
  });

  test("keeps its keys to the user who runs it", async ({ expect }) => {
    await using cp = await startRealControlPlane();
    expect(statSync(cp.kubeconfig).mode & 0o777).toBe(0o600);
  });

  test("lets a command be aborted", async ({ expect }) => {
    await using cp = await startRealControlPlane();
    const stop = new AbortController();
    const reason = new Error("enough");
    const watching = cp.kubectl(["get", "pods", "--watch"], { signal: stop.signal });
    stop.abort(reason);
    await expect(watching).rejects.toBe(reason);
  });
});
