import { test } from "vitest";
import { forEachKubectl } from "./kubectl.fixture.ts";
import type { Kubectl } from "./kubectl.fixture.ts";

async function startWithShop(start: () => Promise<Kubectl>): Promise<Kubectl> {
  const cluster = await start();
  await cluster.run("create deployment shop --image=nginx --replicas=2");
  return cluster;
}

forEachKubectl(["embedded", "real"], "kubectl label and annotate", (start) => {
  test.for([
    ["label", "labels", "labeled", "unlabeled"],
    ["annotate", "annotations", "annotated", "annotated"],
  ] as const)("%s sets, keeps, overwrites and removes [apiserver/kubectl-label]", async (words, { expect }) => {
    const [command, field, set, removed] = words;
    await using cluster = await start();
    const { run, kubectl } = cluster;
    await run("create configmap settings");
    const shown = `get cm settings -o jsonpath={.metadata.${field}}`;
    expect(await run(`${command} cm settings a=1 b=2`)).toBe(`configmap/settings ${set}\n`);
    const kept = await kubectl(`${command} cm settings a=3`);
    expect(kept.stderr).toMatch(/already has a value \(1\), and --overwrite is false|--overwrite is false but found/);
    await run(`${command} cm settings a=3 --overwrite`);
    expect(await run(`${command} cm settings b-`)).toBe(`configmap/settings ${removed}\n`);
    expect(await run(shown)).toBe('{"a":"3"}');
  });
});

forEachKubectl(["embedded", "real"], "kubectl scale, set and rollout", (start) => {
  test("scale sets the replicas, if they are as expected [apiserver/kubectl-scale]", async ({ expect }) => {
    await using cluster = await startWithShop(start);
    const { run, kubectl } = cluster;
    expect(await run("scale deploy shop --replicas=3")).toBe("deployment.apps/shop scaled\n");
    expect(await run("scale deploy shop --current-replicas=3 --replicas=4")).toBe("deployment.apps/shop scaled\n");
    expect((await kubectl("scale deploy shop --current-replicas=3 --replicas=5")).stderr).toBe(
      "error: Expected replicas to be 3, was 4\n",
    );
    expect(await run("get deploy shop -o jsonpath={.spec.replicas}/{.metadata.generation}")).toBe("4/3");
    const scale = "get deploy shop --subresource=scale -o jsonpath={.kind}/{.spec.replicas}/{.status.selector}";
    expect(await run(scale)).toBe("Scale/4/app=shop");
  });

  test("autoscale makes a horizontal pod autoscaler [apiserver/kubectl-autoscale]", async ({ expect }) => {
    await using cluster = await startWithShop(start);
    const { run } = cluster;
    expect(await run("autoscale deploy shop --min=1 --max=3 --cpu=50%")).toBe(
      "horizontalpodautoscaler.autoscaling/shop autoscaled\n",
    );
    const target = "get hpa shop -o jsonpath={.spec.maxReplicas}/{.spec.metrics[0].resource.target.averageUtilization}";
    expect(await run(target)).toBe("3/50");
    expect(await run("get hpa shop --no-headers")).toMatch(/^shop +Deployment\/shop +cpu: <unknown>\/50% +1 +3 +0 /);
  });

  test("set changes parts of a template, a selector and subjects [apiserver/kubectl-set]", async ({ expect }) => {
    await using cluster = await startWithShop(start);
    const { run } = cluster;
    expect(await run("set image deploy/shop nginx=nginx:2")).toBe("deployment.apps/shop image updated\n");
    expect(await run("set env deploy/shop A=1 B=2")).toBe("deployment.apps/shop env updated\n");
    expect(await run("set env deploy/shop A-")).toBe("deployment.apps/shop env updated\n");
    expect(await run("set resources deploy/shop --limits=cpu=100m")).toBe(
      "deployment.apps/shop resource requirements updated\n",
    );
    expect(await run("set serviceaccount deploy/shop robot")).toBe("deployment.apps/shop serviceaccount updated\n");
    const [container] = JSON.parse(
      await run("get deploy shop -o jsonpath={.spec.template.spec.containers}"),
    ) as object[];
    expect(container).toMatchObject({
      image: "nginx:2",
      env: [{ name: "B", value: "2" }],
      resources: { limits: { cpu: "100m" } },
    });
    expect(await run("get deploy shop -o jsonpath={.spec.template.spec.serviceAccountName}")).toBe("robot");

    await run("create service clusterip shop --tcp=80");
    expect(await run("set selector service shop tier=front")).toBe("service/shop selector updated\n");
    expect(await run("get service shop -o jsonpath={.spec.selector}")).toBe('{"tier":"front"}');
    await run("create rolebinding readers --clusterrole=view --user=amy");
    expect(await run("set subject rolebinding readers --user=bob")).toBe(
      "rolebinding.rbac.authorization.k8s.io/readers subjects updated\n",
    );
    expect(await run("get rolebinding readers -o jsonpath={.subjects[*].name}")).toBe("amy bob");
  });

  test("rollout pauses, resumes, restarts and tells how far it is [apiserver/kubectl-rollout]", async ({ expect }) => {
    await using cluster = await startWithShop(start);
    const { run, kubectl } = cluster;
    expect(await run("rollout history deploy/shop")).toBe("deployment.apps/shop \nNo rollout history found.\n");
    expect(await run("rollout pause deploy/shop")).toBe("deployment.apps/shop paused\n");
    expect((await kubectl("rollout restart deploy/shop")).stderr).toContain("can't restart paused deployment");
    expect(await run("rollout resume deploy/shop")).toBe("deployment.apps/shop resumed\n");
    expect(await run("rollout restart deploy/shop")).toBe("deployment.apps/shop restarted\n");
    const generation = Number(await run("get deploy shop -o jsonpath={.metadata.generation}"));
    expect(generation).toBe(4);
    const rolledOut = run("rollout status deploy/shop --timeout=60s");
    const counts = { replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 2 };
    const status = { observedGeneration: generation, ...counts };
    await run(["patch", "deploy", "shop", "--subresource=status", "--type=merge", "-p", JSON.stringify({ status })]);
    expect(await rolledOut).toContain('deployment "shop" successfully rolled out\n');
  });

  test("rollout history and undo follow the replica sets [apiserver/kubectl-rollout]", async ({ expect }) => {
    await using cluster = await startWithShop(start);
    const { run, namespace } = cluster;
    const uid = await run("get deploy shop -o jsonpath={.metadata.uid}");
    const replicaSet = (revision: string): object => {
      const labels = { app: "shop", "pod-template-hash": revision };
      const owner = { apiVersion: "apps/v1", kind: "Deployment", name: "shop", uid, controller: true };
      const annotations = { "deployment.kubernetes.io/revision": revision };
      const metadata = { name: `shop-${revision}`, namespace, labels, annotations, ownerReferences: [owner] };
      const containers = [{ name: "nginx", image: `nginx:${revision}` }];
      const template = { metadata: { labels }, spec: { containers } };
      return {
        apiVersion: "apps/v1",
        kind: "ReplicaSet",
        metadata,
        spec: { selector: { matchLabels: labels }, template },
      };
    };
    await run("create -f -", { input: [replicaSet("1"), replicaSet("2")] });
    expect(await run("rollout history deploy/shop")).toMatch(/REVISION +CHANGE-CAUSE\n1 +<none>\n2 +<none>\n/);
    expect(await run("rollout undo deploy/shop --to-revision=1")).toBe("deployment.apps/shop rolled back\n");
    expect(await run("get deploy shop -o jsonpath={.spec.template.spec.containers[0].image}")).toBe("nginx:1");
  });
});

forEachKubectl(["embedded", "real"], "kubectl delete", (start) => {
  test("waits until objects are gone, also for their finalizers [apiserver/kubectl-delete]", async ({ expect }) => {
    await using cluster = await start();
    const { run, kubectl, namespace } = cluster;
    await run("create configmap held");
    await run(["patch", "cm", "held", "--type=merge", "-p", '{"metadata":{"finalizers":["example.dev/hold"]}}']);
    const deleted = run("delete cm held --timeout=60s");
    await run("wait --for=jsonpath={.metadata.deletionTimestamp} cm/held --timeout=60s");
    expect(await run("get cm held -o name")).toBe("configmap/held\n");
    await run(["patch", "cm", "held", "--type=merge", "-p", '{"metadata":{"finalizers":null}}']);
    expect(await deleted).toBe(`configmap "held" deleted from ${namespace} namespace\n`);
    expect((await kubectl("get cm held")).stderr).toBe('Error from server (NotFound): configmaps "held" not found\n');
    expect((await kubectl("delete cm held")).stderr).toContain('configmaps "held" not found');
    expect(await run("delete cm held --ignore-not-found")).toBe("");
  });

  test("deletes by label, all of a kind, and at once [apiserver/kubectl-delete]", async ({ expect }) => {
    await using cluster = await start();
    const { run, namespace } = cluster;
    for (const name of ["a", "b", "c"]) await run(`create secret generic ${name}`);
    await run("label secret a b pick=me");
    expect(await run("delete secret -l pick=me")).toBe(
      `secret "a" deleted from ${namespace} namespace\nsecret "b" deleted from ${namespace} namespace\n`,
    );
    await run("run web --image=nginx");
    expect(await run("delete pod web --grace-period=0 --force")).toBe(
      `pod "web" force deleted from ${namespace} namespace\n`,
    );
    await run("create serviceaccount robot");
    await run("delete secret --all");
    expect(await run("get secret -o name")).toBe("");
  });

  test.for([
    ["background", ""],
    ["orphan", '["orphan"]'],
    ["foreground", '["foregroundDeletion"]'],
  ] as const)(
    "--cascade=%s says what is to happen to dependents [apiserver/kubectl-delete]",
    async ([cascade, finalizers], { expect }) => {
      await using cluster = await startWithShop(start);
      const { run } = cluster;
      await run(`delete deploy shop --cascade=${cascade} --wait=false`);
      // Nothing here does what the finalizers wait for.
      const left = "get deploy shop --ignore-not-found -o jsonpath={.metadata.finalizers}";
      expect(await run(left)).toBe(finalizers);
    },
  );
});
