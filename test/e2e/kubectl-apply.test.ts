import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "vitest";
import { forEachKubectl } from "./kubectl.fixture.ts";

const container = { name: "web", image: "nginx:1", env: [{ name: "A", value: "b" }] };
const sidecar = { name: "sidecar", image: "proxy:1" };

function deployment(...containers: readonly object[]): object {
  const labels = { app: "shop" };
  const template = { metadata: { labels }, spec: { containers } };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "shop" },
    spec: { replicas: 2, selector: { matchLabels: labels }, template },
  };
}

function configMap(name: string, data: Readonly<Record<string, string>>): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels: { set: "one" } }, data };
}

const images = "get deploy shop -o jsonpath={.spec.template.spec.containers[*].image}";

forEachKubectl(["embedded", "real"], "kubectl apply", (start) => {
  test("creates, changes only what differs, and removes what is left out [apiserver/kubectl-apply]", async ({
    expect,
  }) => {
    await using cluster = await start();
    const { run } = cluster;
    const apply = (...containers: object[]): Promise<string> => run("apply -f -", { input: deployment(...containers) });
    expect(await apply(container, sidecar)).toBe("deployment.apps/shop created\n");
    expect(await apply(container, sidecar)).toBe("deployment.apps/shop unchanged\n");
    await run("scale deploy shop --replicas=5");
    await run("set image deploy/shop web=nginx:9");
    expect(await apply({ ...container, image: "nginx:2" })).toBe("deployment.apps/shop configured\n");
    expect(await run(images)).toBe("nginx:2");
    expect(await run("get deploy shop -o jsonpath={.spec.replicas}")).toBe("2");
    expect(await run("apply view-last-applied deploy shop")).toContain("image: nginx:2");
    const rehearsed = await run("apply --dry-run=server -f -", { input: deployment(container) });
    expect(rehearsed).toBe("deployment.apps/shop configured (server dry run)\n");
    expect(await run(images)).toBe("nginx:2");
  });

  test("on the server's side finds conflicts, and takes over by force [apiserver/kubectl-apply-server]", async ({
    expect,
  }) => {
    await using cluster = await start();
    const { run, kubectl } = cluster;
    const settings = configMap("settings", { colour: "blue" });
    expect(await run("apply --server-side -f -", { input: settings })).toBe("configmap/settings serverside-applied\n");
    const other = { input: configMap("settings", { colour: "red" }) };
    const refused = await kubectl("apply --server-side --field-manager=other -f -", other);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('Apply failed with 1 conflict: conflict with "kubectl": .data.colour\n');
    await run("apply --server-side --field-manager=other --force-conflicts -f -", other);
    expect(await run("get cm settings -o jsonpath={.data.colour}")).toBe("red");
    // What nobody applies any more is gone.
    await run("apply --server-side --field-manager=other -f -", { input: configMap("settings", {}) });
    const left = "get cm settings --show-managed-fields -o jsonpath={.data}/{.metadata.managedFields[*].manager}";
    expect(await run(left)).toBe("/kubectl other");
  });

  test("goes over from the client's side to the server's [apiserver/kubectl-apply-server]", async ({ expect }) => {
    await using cluster = await start();
    const { run } = cluster;
    await run("apply -f -", { input: configMap("settings", { colour: "blue", size: "1" }) });
    await run("apply --server-side -f -", { input: configMap("settings", { colour: "red" }) });
    expect(await run("get cm settings -o jsonpath={.data}")).toBe('{"colour":"red"}');
  });

  test("--prune deletes what is no longer in the set [apiserver/kubectl-prune]", async ({ expect }) => {
    await using cluster = await start();
    const { run } = cluster;
    const allowed = "--prune-allowlist=core/v1/ConfigMap";
    await run("apply -f -", { input: [configMap("a", { x: "1" }), configMap("b", { x: "1" })] });
    const pruned = await run(`apply --prune -l set=one ${allowed} -f -`, { input: configMap("a", { x: "1" }) });
    expect(pruned).toBe("configmap/a unchanged\nconfigmap/b pruned\n");
    expect(await run("get cm -l set=one -o name")).toBe("configmap/a\n");
  });

  test("refuses fields that do not exist [apiserver/kubectl-apply]", async ({ expect }) => {
    await using cluster = await start();
    const refused = await cluster.kubectl("apply -f -", { input: deployment({ ...container, imagee: "x" }) });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('unknown field "spec.template.spec.containers[0].imagee"');
  });
});

forEachKubectl(["embedded", "real"], "kubectl diff, edit, replace and patch", (start) => {
  test("diff shows what apply would change, and changes nothing [apiserver/kubectl-diff]", async ({ expect }) => {
    await using cluster = await start();
    const { run, kubectl } = cluster;
    await run("apply -f -", { input: deployment(container) });
    expect(await kubectl("diff -f -", { input: deployment(container) })).toEqual({ code: 0, stdout: "", stderr: "" });
    const changed = { input: deployment({ ...container, image: "nginx:2" }) };
    for (const command of ["diff -f -", "diff --server-side --force-conflicts -f -"]) {
      const { code, stdout } = await kubectl(command, changed);
      expect(code).toBe(1);
      expect(stdout).toMatch(/\n- +image: nginx:1\n\+ +image: nginx:2\n/);
    }
    expect(await run(images)).toBe("nginx:1");
  });

  test("edit writes what the editor leaves [apiserver/kubectl-edit]", async ({ expect }) => {
    await using cluster = await start();
    const { run, folder } = cluster;
    await run("create -f -", { input: deployment(container) });
    const editor = join(folder, "editor");
    await writeFile(editor, '#!/bin/sh\nsed -i -e "s/nginx:1/nginx:2/" -e "s/replicas: 2/replicas: 3/" "$1"\n');
    await chmod(editor, 0o700);
    expect(await run("edit deploy shop", { env: { EDITOR: editor } })).toBe("deployment.apps/shop edited\n");
    expect(await run(images)).toBe("nginx:2");
    expect(await run("get deploy shop -o jsonpath={.spec.replicas}/{.metadata.generation}")).toBe("3/2");
    const unchanged = await cluster.kubectl("edit deploy shop", { env: { EDITOR: editor } });
    expect(unchanged.stderr).toBe("Edit cancelled, no changes made.\n");
  });

  test("replace puts another in the place, by force by deleting it [apiserver/kubectl-replace]", async ({ expect }) => {
    await using cluster = await start();
    const { run, kubectl } = cluster;
    const missing = await kubectl("replace -f -", { input: configMap("settings", { a: "1" }) });
    expect(missing.stderr).toContain(
      'Error from server (NotFound): error when replacing "STDIN": configmaps "settings"',
    );
    await run("create -f -", { input: configMap("settings", { a: "1" }) });
    const uid = "get cm settings -o jsonpath={.metadata.uid}";
    const first = await run(uid);
    expect(await run("replace -f -", { input: configMap("settings", { b: "2" }) })).toBe(
      "configmap/settings replaced\n",
    );
    expect(await run("get cm settings -o jsonpath={.data}")).toBe('{"b":"2"}');
    expect(await run(uid)).toBe(first);
    const forced = await run("replace --force -f -", { input: configMap("settings", { c: "3" }) });
    expect(forced).toContain("configmap/settings replaced\n");
    expect(await run(uid)).not.toBe(first);
  });

  test.for([
    ["json", '[{"op":"replace","path":"/spec/template/spec/containers/0/image","value":"nginx:2"}]'],
    ["merge", '{"spec":{"template":{"spec":{"containers":[{"name":"web","image":"nginx:2"}]}}}}'],
    ["strategic", '{"spec":{"template":{"spec":{"containers":[{"name":"web","image":"nginx:2"}]}}}}'],
  ] as const)("patch --type=%s does as that type does [apiserver/kubectl-patch]", async ([type, patch], { expect }) => {
    await using cluster = await start();
    const { run } = cluster;
    await run("create -f -", { input: deployment(container, sidecar) });
    const patched = await run(["patch", "deploy", "shop", `--type=${type}`, "-p", patch]);
    expect(patched).toBe("deployment.apps/shop patched\n");
    expect(await run(images)).toBe(type === "merge" ? "nginx:2" : "nginx:2 proxy:1");
    const again = await run(["patch", "deploy", "shop", `--type=${type}`, "-p", patch]);
    expect(again).toBe("deployment.apps/shop patched (no change)\n");
    const status = ["--subresource=status", "--type=merge", "-p", '{"status":{"replicas":2},"spec":{"replicas":9}}'];
    await run(["patch", "deploy", "shop", ...status]);
    expect(await run("get deploy shop -o jsonpath={.spec.replicas}/{.status.replicas}")).toBe("2/2");
  });
});
