import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "vitest";
import { forEachKubectl, RunningCommand } from "./kubectl.fixture.ts";

forEachKubectl(["embedded", "real"], "kubectl about the server", (start) => {
  test("api-resources and api-versions list what is served [apiserver/kubectl-discovery]", async ({ expect }) => {
    await using cluster = await start();
    const { run } = cluster;
    const lines = (await run("api-resources --no-headers -o wide")).split("\n").map((line) => line.split(/\s+/));
    const pods = lines.find(([name]) => name === "pods");
    expect(pods?.slice(0, 5)).toEqual(["pods", "po", "v1", "true", "Pod"]);
    expect(pods?.[5]?.split(",").toSorted()).toEqual([
      "create",
      "delete",
      "deletecollection",
      "get",
      "list",
      "patch",
      "update",
      "watch",
    ]);
    expect(await run("api-resources --api-group=apps -o name")).toBe(
      ["controllerrevisions", "daemonsets", "deployments", "replicasets", "statefulsets"]
        .map((name) => `${name}.apps\n`)
        .join(""),
    );
    expect((await run("api-resources --categories=all -o name")).split("\n")).toContain("cronjobs.batch");
    expect((await run("api-versions")).split("\n")).toEqual(
      expect.arrayContaining(["apps/v1", "batch/v1", "rbac.authorization.k8s.io/v1", "v1"]),
    );
  });

  test("version and cluster-info say what and where it is [apiserver/kubectl-version]", async ({ expect }) => {
    await using cluster = await start();
    const { kubectl } = cluster;
    const version = await kubectl("version");
    expect(version).toMatchObject({ code: 0, stderr: "" });
    expect(version.stdout).toMatch(/\nServer Version: v1\.36\.\d+/);
    const information = (await kubectl("cluster-info")).stdout;
    expect(information).toMatch(/Kubernetes control plane.* is running at .*https:\/\/127\.0\.0\.1:\d+/);
  });

  test("explain tells the fields of a kind, their types and which are required [apiserver/kubectl-explain]", async ({
    expect,
  }) => {
    await using cluster = await start();
    const { run, kubectl } = cluster;
    expect(await run("explain deployments")).toMatch(/^GROUP: +apps\nKIND: +Deployment\nVERSION: +v1\n/);
    expect(await run("explain deploy.spec")).toMatch(/\n {2}selector\t<LabelSelector> -required-\n/);
    expect(await run("explain pods.spec.containers.ports.containerPort")).toMatch(/FIELD: containerPort <integer>\n/);
    const all = await run("explain cronjobs --recursive");
    expect(all).toMatch(
      /\n {6}jobTemplate\t<JobTemplateSpec> -required-\n|\n {4}jobTemplate\t<JobTemplateSpec> -required-\n/,
    );
    expect((await kubectl("explain pods.spec.nothing")).stderr).toContain('field "nothing" does not exist');
  });

  test("proxy passes on a list and the chunked lines of a watch [apiserver/kubectl-proxy]", async ({ expect }) => {
    await using cluster = await start();
    const { run, follow, namespace } = cluster;
    await run("create configmap settings");
    await using proxy = follow("proxy --port=0");
    const address = /127\.0\.0\.1:\d+/.exec(await proxy.nextLine())?.[0] ?? "";
    const url = `http://${address}/api/v1/namespaces/${namespace}/configmaps`;
    const { stdout } = await promisify(execFile)("curl", ["--silent", "--show-error", url]);
    const list = JSON.parse(stdout) as {
      readonly kind: string;
      readonly metadata: { readonly resourceVersion: string };
    };
    expect(list.kind).toBe("ConfigMapList");
    const query = `watch=true&resourceVersion=${list.metadata.resourceVersion}`;
    await using watch = new RunningCommand(
      "curl",
      ["--silent", "--no-buffer", "--include", `${url}?${query}`],
      process.env,
    );
    await run("create configmap late");
    await run("label configmap late a=b");
    await run("delete configmap late");
    // A proxy passes on the head of an answer with the first of its body.
    expect(await watch.lineWith("Transfer-Encoding")).toContain("chunked");
    for (const type of ["ADDED", "MODIFIED", "DELETED"]) {
      const event: unknown = JSON.parse(await watch.lineWith("{"));
      expect(event).toMatchObject({ type, object: { kind: "ConfigMap", metadata: { name: "late" } } });
    }
  });
});

forEachKubectl(["embedded", "real"], "kubectl auth and certificate", (start) => {
  test("can-i tells what one may do, also another [apiserver/kubectl-can-i]", async ({ expect }) => {
    await using cluster = await start();
    const { run, kubectl, namespace } = cluster;
    expect(await run("auth can-i delete pods")).toBe("yes\n");
    await run("create role reader --verb=get,list --resource=pods");
    await run("create rolebinding readers --role=reader --user=amy");
    expect(await run("auth can-i get pods --as=amy")).toBe("yes\n");
    expect(await kubectl("auth can-i delete pods --as=amy")).toMatchObject({ code: 1, stdout: "no\n" });
    expect(await kubectl("auth can-i get pods --as=amy -n kube-system")).toMatchObject({ code: 1 });
    expect(await run("auth can-i --list --as=amy")).toMatch(/\npods +\[\] +\[\] +\[get list\]\n/);
    expect((await kubectl("get secrets --as=amy")).stderr).toBe(
      `Error from server (Forbidden): secrets is forbidden: User "amy" cannot list resource "secrets" in API group "" in the namespace "${namespace}"\n`,
    );
  });

  test("whoami tells who one is [apiserver/kubectl-whoami]", async ({ expect }) => {
    await using cluster = await start();
    const groups = "auth whoami -o jsonpath={.status.userInfo.groups}";
    expect(await cluster.run(groups)).toBe('["system:masters","system:authenticated"]');
    expect(await cluster.run("auth whoami --as=amy --as-group=team")).toMatch(
      /\nUsername +amy\nGroups +\[team system:authenticated\]\n/,
    );
  });

  test("reconcile adds what is missing in roles and bindings [apiserver/kubectl-reconcile]", async ({ expect }) => {
    await using cluster = await start();
    const { run, namespace } = cluster;
    const role = (...verbs: readonly string[]): object => ({
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "Role",
      metadata: { name: "reader", namespace },
      rules: [{ apiGroups: [""], resources: ["pods"], verbs }],
    });
    const reconciled = "role.rbac.authorization.k8s.io/reader reconciled\n";
    expect(await run("auth reconcile -f -", { input: role("get") })).toContain(reconciled);
    expect(await run("auth reconcile -f -", { input: role("list") })).toContain(reconciled);
    expect(await run("get role reader -o jsonpath={.rules[*].verbs[*]}")).toBe("get list");
  });

  test("certificate approve and deny decide on requests [apiserver/kubectl-certificate]", async ({ expect }) => {
    await using cluster = await start();
    const { run, kubectl, namespace, folder } = cluster;
    const file = join(folder, "request.pem");
    const files = ["-keyout", join(folder, "key.pem"), "-out", file];
    await promisify(execFile)("openssl", [
      "req",
      "-new",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-subj",
      "/CN=amy",
      ...files,
    ]);
    const request = (await readFile(file)).toString("base64");
    const spec = { request, signerName: "kubernetes.io/kube-apiserver-client", usages: ["client auth"] };
    for (const [command, type] of [
      ["approve", "Approved"],
      ["deny", "Denied"],
    ] as const) {
      const name = `${namespace}-${command}`;
      const object = {
        apiVersion: "certificates.k8s.io/v1",
        kind: "CertificateSigningRequest",
        metadata: { name },
        spec,
      };
      await run("create -f -", { input: object });
      expect(await run(`get csr ${name} --no-headers`)).toMatch(/ Pending\n$/);
      const groups = await run(`get csr ${name} -o jsonpath={.spec.groups}`);
      expect(groups).toBe('["system:masters","system:authenticated"]');
      const decided = await run(`certificate ${command} ${name}`);
      expect(decided).toBe(`certificatesigningrequest.certificates.k8s.io/${name} ${type.toLowerCase()}\n`);
      expect(await run(`get csr ${name} -o jsonpath={.status.conditions[*].type}`)).toBe(type);
      const again = command === "approve" ? "deny" : "approve";
      expect((await kubectl(`certificate ${again} ${name}`)).stderr).toContain(`is already ${type}`);
    }
  });
});

forEachKubectl(["embedded", "real"], "kubectl and nodes", (start) => {
  test("cordon, uncordon and taint mark a node [apiserver/kubectl-cordon]", async ({ expect }) => {
    await using cluster = await start();
    const { run } = cluster;
    const node = `${cluster.namespace}-marked`;
    await run("create -f -", { input: { apiVersion: "v1", kind: "Node", metadata: { name: node } } });
    expect(await run(`cordon ${node}`)).toBe(`node/${node} cordoned\n`);
    expect(await run(`cordon ${node}`)).toBe(`node/${node} already cordoned\n`);
    expect(await run(`get node ${node} -o jsonpath={.spec.unschedulable}`)).toBe("true");
    expect(await run(`uncordon ${node}`)).toBe(`node/${node} uncordoned\n`);
    expect(await run(`taint nodes ${node} busy=yes:NoSchedule`)).toBe(`node/${node} tainted\n`);
    const keys = `get node ${node} -o jsonpath={.spec.taints[?(@.key=='busy')]}`;
    expect(JSON.parse(await run(keys))).toEqual({ key: "busy", value: "yes", effect: "NoSchedule" });
    expect(await run(`taint nodes ${node} busy:NoSchedule-`)).toBe(`node/${node} untainted\n`);
    expect(await run(keys)).toBe("");
  });

  test("drain evicts the pods of a node [apiserver/kubectl-drain]", async ({ expect }) => {
    await using cluster = await start();
    const { run, namespace } = cluster;
    const node = `${namespace}-drained`;
    await run("create -f -", { input: { apiVersion: "v1", kind: "Node", metadata: { name: node } } });
    const spec = { nodeName: node, terminationGracePeriodSeconds: 0, containers: [{ name: "c", image: "nginx" }] };
    await run("create -f -", { input: { apiVersion: "v1", kind: "Pod", metadata: { name: "web" }, spec } });
    const drained = await run(`drain ${node} --force --timeout=60s`);
    expect(drained).toContain(`evicting pod ${namespace}/web\n`);
    expect(drained).toContain(`node/${node} drained\n`);
    expect(await run("get pods -o name")).toBe("");
  });
});
