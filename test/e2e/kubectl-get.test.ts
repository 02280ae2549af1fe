import { test } from "vitest";
import { forEachKubectl } from "./kubectl.fixture.ts";
import type { Kubectl } from "./kubectl.fixture.ts";

/** The words of each line, without those that differ from one run to the next: ages and addresses. */
function table(text: string): readonly string[] {
  const isFixed = (word: string): boolean => !/^(?:\d+[smh])+$|^10\.\d+\.\d+\.\d+$/.test(word);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(/\s+/).filter(isFixed).join(" "));
}

async function startWithShop(start: () => Promise<Kubectl>): Promise<Kubectl> {
  const cluster = await start();
  await cluster.run("create deployment shop --image=nginx --replicas=2");
  await cluster.run("create service clusterip shop --tcp=80:8080");
  return cluster;
}

forEachKubectl(["embedded", "real"], "kubectl get", (start) => {
  test("shows tables, wide ones and of several kinds [apiserver/kubectl-get-table]", async ({ expect }) => {
    await using cluster = await startWithShop(start);
    const { run, kubectl } = cluster;
    expect(table(await run("get deployments"))).toEqual(["NAME READY UP-TO-DATE AVAILABLE AGE", "shop 0/2 0 0"]);
    expect(table(await run("get deploy shop -o wide --show-labels"))).toEqual([
      "NAME READY UP-TO-DATE AVAILABLE AGE CONTAINERS IMAGES SELECTOR LABELS",
      "shop 0/2 0 0 nginx nginx app=shop app=shop",
    ]);
    expect(table(await run("get deploy/shop svc/shop"))).toEqual([
      "NAME READY UP-TO-DATE AVAILABLE AGE",
      "deployment.apps/shop 0/2 0 0",
      "",
      "NAME TYPE CLUSTER-IP EXTERNAL-IP PORT(S) AGE",
      "service/shop ClusterIP <none> 80/TCP",
    ]);
    expect(await run("get all -o name")).toContain("service/shop\ndeployment.apps/shop\n");
    expect(await kubectl("get pods")).toEqual({
      code: 0,
      stdout: "",
      stderr: `No resources found in ${cluster.namespace} namespace.\n`,
    });
    expect((await kubectl("get nothings")).stderr).toBe(`error: the server doesn't have a resource type "nothings"\n`);
  });

  test("shows objects as YAML, JSON, names and by paths [apiserver/kubectl-get-output]", async ({ expect }) => {
    await using cluster = await startWithShop(start);
    const { run } = cluster;
    const yaml = await run("get deploy shop -o yaml");
    expect(yaml).toMatch(/^apiVersion: apps\/v1\nkind: Deployment\nmetadata:\n {2}creationTimestamp: "/);
    expect(yaml).not.toContain("managedFields");
    expect(await run("get deploy shop -o yaml --show-managed-fields")).toContain("manager: kubectl-create");
    const list: unknown = JSON.parse(await run("get deploy -o json"));
    expect(list).toMatchObject({
      apiVersion: "v1",
      kind: "List",
      items: [{ kind: "Deployment", spec: { replicas: 2 } }],
    });
    expect(await run("get deploy/shop svc/shop -o name")).toBe("deployment.apps/shop\nservice/shop\n");
    expect(await run("get deploy shop -o jsonpath={.spec.replicas}/{.metadata.generation}")).toBe("2/1");
    expect(await run("get deploy -o custom-columns=N:.metadata.name,R:.spec.replicas --no-headers")).toBe("shop   2\n");
    expect(await run("get deploy -o go-template={{range.items}}{{.kind}}{{end}}")).toBe("Deployment");
  });

  test("selects by labels and fields, in all namespaces, and sorts [apiserver/kubectl-get-selected]", async ({
    expect,
  }) => {
    await using cluster = await start();
    const { run, namespace } = cluster;
    for (const name of ["b", "a", "c"]) await run(`create configmap ${name} --from-literal=x=${name}`);
    await run(`label configmap a c mark=${namespace}`);
    const chosen = await run(`get cm -A -l mark=${namespace} --no-headers`);
    expect(table(chosen)).toEqual([`${namespace} a 1`, `${namespace} c 1`]);
    expect(await run("get cm --field-selector=metadata.name=b -o name")).toBe("configmap/b\n");
    const sorted = await run(`get cm -l mark=${namespace} --sort-by={.metadata.creationTimestamp} -o name`);
    expect(sorted.split("\n").toSorted()).toEqual(["", "configmap/a", "configmap/c"]);
    expect(await run("get cm b --ignore-not-found -o name")).toBe("configmap/b\n");
    expect(await run("get cm gone --ignore-not-found")).toBe("");
  });

  test("reads long lists in pieces [apiserver/kubectl-get-chunks]", async ({ expect }) => {
    await using cluster = await start();
    const { run } = cluster;
    const names = Array.from({ length: 7 }, (_, index) => `part-${index}`);
    const maps = names.map((name) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name, labels: { part: "" } },
    }));
    await run("create -f -", { input: maps });
    const whole = names.map((name) => `configmap/${name}\n`).join("");
    for (const size of [0, 2, 7]) expect(await run(`get cm -l part -o name --chunk-size=${size}`)).toBe(whole);
    expect(table(await run("get cm -l part --chunk-size=3 --no-headers"))).toEqual(names.map((name) => `${name} 0`));
  });

  test("follows one object and many, as tables and by paths [apiserver/kubectl-get-watch]", async ({ expect }) => {
    await using cluster = await start();
    const { run, follow } = cluster;
    await run("create configmap a --from-literal=x=1");
    await using many = follow(
      "get cm -w --output-watch-events --no-headers --field-selector=metadata.name!=kube-root-ca.crt",
    );
    expect(await many.nextLine()).toMatch(/^ADDED +a +1 /);
    await using one = follow("get cm a -w -o jsonpath={.data.x}{'\\n'}");
    expect(await one.nextLine()).toBe("1");
    await run("create configmap b");
    expect(await many.nextLine()).toMatch(/^ADDED +b +0 /);
    await run(["patch", "cm", "a", "--type=merge", "-p", '{"data":{"x":"2"}}']);
    expect(await one.nextLine()).toBe("2");
    expect(await many.nextLine()).toMatch(/^MODIFIED +a +1 /);
    await run("delete cm b");
    expect(await many.nextLine()).toMatch(/^DELETED +b +0 /);
  });

  test("--raw shows what the server says [apiserver/kubectl-get-raw]", async ({ expect }) => {
    await using cluster = await start();
    expect(await cluster.run("get --raw /readyz")).toBe("ok");
    expect(JSON.parse(await cluster.run("get --raw /version"))).toMatchObject({ major: "1", minor: "36" });
  });
});

forEachKubectl(["embedded", "real"], "kubectl describe", (start) => {
  test("tells what there is to know of objects of many kinds [apiserver/kubectl-describe]", async ({ expect }) => {
    await using cluster = await startWithShop(start);
    const { run, namespace } = cluster;
    const deployment = await run("describe deployment shop");
    expect(deployment).toContain(
      "Replicas:               2 desired | 0 updated | 0 total | 0 available | 0 unavailable\n",
    );
    expect(deployment).toContain("RollingUpdateStrategy:  25% max unavailable, 25% max surge\n");
    expect(deployment).toMatch(/Events: +<none>\n/);
    expect(await run("describe service sho")).toMatch(/^Name: +shop\n/);
    await run("create configmap settings --from-literal=colour=blue");
    expect(await run("describe cm settings")).toContain("colour:\n----\nblue\n");
    await run("run web --image=nginx");
    expect(await run("describe pod web")).toMatch(/Status: +Pending\n/);
    await run("create role reader --verb=get --resource=pods");
    expect(await run("describe role reader")).toMatch(/ +pods +\[\] +\[\] +\[get\]\n/);
    expect(await run(`describe namespace ${namespace}`)).toMatch(/Status: +Active\n/);
  });

  test("shows the events of an object, as kubectl events does [apiserver/kubectl-events]", async ({ expect }) => {
    await using cluster = await startWithShop(start);
    const { run, kubectl, namespace } = cluster;
    expect((await kubectl("events")).stderr).toBe(`No events found in ${namespace} namespace.\n`);
    const uid = await run("get deploy shop -o jsonpath={.metadata.uid}");
    const event = {
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: "shop.1" },
      involvedObject: { apiVersion: "apps/v1", kind: "Deployment", namespace, name: "shop", uid },
      reason: "Opened",
      message: "the shop is open",
      type: "Normal",
      source: { component: "keeper" },
      count: 1,
      firstTimestamp: "2026-01-01T00:00:00Z",
      lastTimestamp: "2026-01-01T00:00:00Z",
    };
    await run("create -f -", { input: event });
    expect(await run("describe deploy shop")).toMatch(/ {2}Normal +Opened +\S+ +keeper +the shop is open\n/);
    expect(await run("events")).toMatch(/Normal +Opened +Deployment\/shop +the shop is open\n/);
    expect(await run("events --for=deployment/shop --types=Normal --no-headers")).toContain("the shop is open");
    expect(await run("get events --field-selector=reason=Opened -o name")).toBe("event/shop.1\n");
    expect((await kubectl("events --for=service/shop")).stdout).toBe("");
  });
});

forEachKubectl(["embedded", "real"], "kubectl wait", (start) => {
  test("waits for a condition, a value, a creation and a deletion [apiserver/kubectl-wait]", async ({ expect }) => {
    await using cluster = await startWithShop(start);
    const { run, kubectl } = cluster;
    const condition = run("wait --for=condition=Available deploy/shop --timeout=60s");
    const value = run("wait --for=jsonpath={.status.replicas}=2 deploy/shop --timeout=60s");
    const deletion = run("wait --for=delete service/shop --timeout=60s");
    const creation = run("wait --for=create configmap/late --timeout=60s");
    const status = { replicas: 2, conditions: [{ type: "Available", status: "True" }] };
    await run(["patch", "deploy", "shop", "--subresource=status", "--type=merge", "-p", JSON.stringify({ status })]);
    await run("delete service shop");
    await run("create configmap late");
    expect(await condition).toBe("deployment.apps/shop condition met\n");
    expect(await value).toBe("deployment.apps/shop condition met\n");
    expect(await deletion).toMatch(/^(?:service\/shop condition met\n)?$/);
    expect(await creation).toBe("configmap/late condition met\n");
    expect((await kubectl("wait --for=condition=Failed deploy/shop --timeout=1s")).stderr).toBe(
      "error: timed out waiting for the condition on deployments/shop\n",
    );
  });
});
