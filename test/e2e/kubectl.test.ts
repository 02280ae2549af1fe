import { test } from "vitest";
import { describeReal } from "../../tools/control-plane/describe-real.ts";
import { startKubectlServer } from "./kubectl.fixture.ts";

const settings = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "settings", labels: { app: "web" } },
  data: { colour: "blue" },
};

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "networks.example.dev" },
  spec: {
    group: "example.dev",
    scope: "Namespaced",
    names: { kind: "Network", plural: "networks", singular: "network", shortNames: ["net"], categories: ["wires"] },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};

const blue = {
  apiVersion: "example.dev/v1",
  kind: "Network",
  metadata: { name: "blue" },
  spec: { cidr: "10.0.0.0/24" },
};

/** The words of each line, but for the last, which is an age. */
function table(text: string): readonly (readonly string[])[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(/\s+/).slice(0, -1));
}

describeReal("kubectl on the embedded server", () => {
  test("gets, creates and deletes a built-in kind [apiserver/kubectl-built-in]", async ({ expect }) => {
    await using cluster = await startKubectlServer();
    const { kubectl } = cluster;
    const namespaces = await kubectl("get ns");
    expect(namespaces).toMatchObject({ code: 0, stderr: "" });
    expect(table(namespaces.stdout)).toEqual(
      expect.arrayContaining([
        ["NAME", "STATUS"],
        ...["default", "kube-system", "kube-public", "kube-node-lease"].map((name) => [name, "Active"]),
      ]),
    );

    const created = await kubectl("create -f -", { input: settings });
    expect(created).toEqual({ code: 0, stdout: "configmap/settings created\n", stderr: "" });
    expect((await kubectl("create -f -", { input: settings })).stderr).toContain(
      'Error from server (AlreadyExists): error when creating "STDIN": configmaps "settings" already exists',
    );
    expect((await kubectl("get cm settings -o jsonpath={.data.colour}")).stdout).toBe("blue");
    expect(table((await kubectl("get configmaps -A -l app=web")).stdout)).toEqual([
      ["NAMESPACE", "NAME", "DATA"],
      ["default", "settings", "1"],
    ]);

    expect(await kubectl("delete cm settings --timeout=20s")).toEqual({
      code: 0,
      stdout: 'configmap "settings" deleted from default namespace\n',
      stderr: "",
    });
    expect((await kubectl("get cm settings")).stderr).toBe(
      'Error from server (NotFound): configmaps "settings" not found\n',
    );
  });

  test("creates a namespace, and nothing in one that is not there", async ({ expect }) => {
    await using cluster = await startKubectlServer();
    const { kubectl } = cluster;
    const made = await kubectl("create -f -", {
      input: { apiVersion: "v1", kind: "Namespace", metadata: { name: "team" } },
    });
    expect(made).toMatchObject({ code: 0, stdout: "namespace/team created\n" });
    expect((await kubectl("get ns team -o jsonpath={.status.phase}")).stdout).toBe("Active");
    expect((await kubectl("create -n nowhere -f -", { input: settings })).stderr).toContain(
      'namespaces "nowhere" not found',
    );
  });

  test("defines a kind and uses it at once [apiserver/kubectl-custom]", async ({ expect }) => {
    await using cluster = await startKubectlServer();
    const { kubectl } = cluster;
    expect((await kubectl("get networks")).stderr).toContain(`the server doesn't have a resource type "networks"`);
    expect(await kubectl("create -f -", { input: definition })).toEqual({
      code: 0,
      stdout: "customresourcedefinition.apiextensions.k8s.io/networks.example.dev created\n",
      stderr: "",
    });
    expect(table((await kubectl("get crd")).stdout)).toEqual([["NAME", "CREATED"], ["networks.example.dev"]]);
    expect(await kubectl("create -f -", { input: blue })).toEqual({
      code: 0,
      stdout: "network.example.dev/blue created\n",
      stderr: "",
    });
    for (const name of ["networks", "net", "network.example.dev", "wires"]) {
      expect(table((await kubectl(`get ${name}`)).stdout)).toEqual([["NAME"], ["blue"]]);
    }
    const changed = await kubectl(`patch net blue --type=merge -p {"spec":{"cidr":"10.1.0.0/24"}}`);
    expect(changed).toMatchObject({ code: 0, stdout: "network.example.dev/blue patched\n" });
    expect((await kubectl("get net blue -o jsonpath={.spec.cidr}/{.metadata.generation}")).stdout).toBe(
      "10.1.0.0/24/2",
    );

    expect(await kubectl("delete net blue --timeout=20s")).toMatchObject({ code: 0 });
    expect(await kubectl("delete crd networks.example.dev --timeout=20s")).toMatchObject({ code: 0 });
    expect((await kubectl("get crd")).stderr).toContain("No resources found");
  });

  test("lists what there is, and the version [apiserver/kubectl-discovery]", async ({ expect }) => {
    await using cluster = await startKubectlServer();
    const { kubectl } = cluster;
    await kubectl("create -f -", { input: definition });
    const resources = await kubectl("api-resources --no-headers");
    expect(resources).toMatchObject({ code: 0, stderr: "" });
    const lines = resources.stdout.split("\n").map((line) => line.split(/\s+/).join(" "));
    expect(lines).toContain("configmaps cm v1 true ConfigMap");
    expect(lines).toContain("deployments deploy apps/v1 true Deployment");
    expect(lines).toContain("networks net example.dev/v1 true Network");
    const version = await kubectl("version");
    expect(version).toMatchObject({ code: 0, stderr: "" });
    expect(version.stdout).toContain("Server Version: v1.36.3+setpoint");
  });

  test("follows changes of built-in and custom kinds [apiserver/kubectl-watch]", async ({ expect }) => {
    await using cluster = await startKubectlServer();
    const { kubectl, follow } = cluster;
    await kubectl("create -f -", { input: definition });
    await kubectl("create -f -", { input: blue });
    await using networks = follow("get networks -w --output-watch-events --no-headers");
    expect(await networks.nextLine()).toMatch(/^ADDED +blue /);
    await kubectl(`patch net blue --type=merge -p {"spec":{"cidr":"10.1.0.0/24"}}`);
    expect(await networks.nextLine()).toMatch(/^MODIFIED +blue /);
    await kubectl("delete net blue --timeout=20s");
    expect(await networks.nextLine()).toMatch(/^DELETED +blue /);

    await kubectl("create -f -", { input: settings });
    await using maps = follow("get cm settings -w --output-watch-events --no-headers");
    expect(await maps.nextLine()).toMatch(/^ADDED +settings /);
    await kubectl("delete cm settings --timeout=20s");
    expect(await maps.nextLine()).toMatch(/^DELETED +settings /);
  });

  test("as a proxy shows the lines of a watch as they come [apiserver/kubectl-proxy]", async ({ expect }) => {
    await using cluster = await startKubectlServer();
    await cluster.kubectl("create -f -", { input: settings });
    await using proxy = cluster.follow("proxy --port=0");
    const address = /127\.0\.0\.1:\d+/.exec(await proxy.nextLine())?.[0] ?? "";
    const stop = new AbortController();
    const url = `http://${address}/api/v1/namespaces/default/configmaps?watch=true`;
    const { body, headers } = await fetch(url, { signal: stop.signal });
    expect(headers.get("transfer-encoding")).toBe("chunked");
    const pieces = body?.pipeThrough(new TextDecoderStream()).values();
    const first = await pieces?.next();
    expect(first?.value).toMatch(/^\{"type":"ADDED","object":\{.*"name":"settings".*\}\}\n$/);
    await cluster.kubectl("delete cm settings --timeout=20s");
    const second = await pieces?.next();
    expect(second?.value).toMatch(/^\{"type":"DELETED","object":\{.*\}\}\n$/);
    stop.abort();
  });

  test("rehearses a write and a delete, and nothing is written [apiserver/kubectl-dry-run]", async ({ expect }) => {
    await using cluster = await startKubectlServer();
    const { kubectl } = cluster;
    const rehearsed = await kubectl("create --dry-run=server -f -", { input: settings });
    expect(rehearsed.stdout).toBe("configmap/settings created (server dry run)\n");
    expect((await kubectl("get cm settings")).stderr).toContain("NotFound");
    await kubectl("create -f -", { input: settings });
    const rehearsedDelete = await kubectl("delete --dry-run=server cm settings");
    expect(rehearsedDelete.stdout).toContain('"settings" deleted');
    expect((await kubectl("get cm settings -o name")).stdout).toBe("configmap/settings\n");
  });

  test("is told that it may not, with a wrong credential [apiserver/kubectl-refused]", async ({ expect }) => {
    await using cluster = await startKubectlServer();
    const anonymous = await cluster.kubectl("get cm --token=wrong");
    expect(anonymous.stderr).toContain("You must be logged in to the server");
  });
});
