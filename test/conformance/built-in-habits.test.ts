import { test } from "vitest";
import { ask, causesOf } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";

forEachServer(["embedded", "real"], "a kind with habits of its own", (start) => {
  test("a namespace is labelled with the name that was made up for it [apiserver/namespace-label]", async ({
    expect,
  }) => {
    await using server = await start();
    const { json } = await ask(server, "POST /api/v1/namespaces", { body: { metadata: { generateName: "made-up-" } } });
    const { name, labels, managedFields } = json?.metadata ?? {};
    expect(name).toMatch(/^made-up-.{5}$/);
    expect(labels).toEqual({ "kubernetes.io/metadata.name": name });
    expect(managedFields).toMatchObject([{ fieldsV1: { "f:metadata": { "f:generateName": {} } } }]);
    expect(JSON.stringify(managedFields)).not.toContain("f:labels");
    await ask(server, `DELETE /api/v1/namespaces/${String(name)}`);
  });

  test("an external name is shown without a policy for traffic inside [apiserver/external-name]", async ({
    expect,
  }) => {
    await using server = await start();
    const services = `/api/v1/namespaces/${server.namespace}/services`;
    const external = (internalTrafficPolicy: string): object => ({
      metadata: { name: "out" },
      spec: { type: "ExternalName", externalName: "example.com", internalTrafficPolicy },
    });
    const made = await ask(server, `POST ${services}`, { body: external("Cluster") });
    const read = await ask(server, `GET ${services}/out`);
    const shown = { type: "ExternalName", externalName: "example.com", sessionAffinity: "None" };
    expect([made.json?.spec, read.json?.spec]).toEqual([shown, shown]);
    const refused = await ask(server, `POST ${services}?dryRun=All`, { body: external("Other") });
    expect([refused.status, refused.json?.message]).toEqual([
      422,
      'Service "out" is invalid: spec.internalTrafficPolicy: Unsupported value: "Other": supported values: "Cluster", "Local"',
    ]);
  });

  test("an address of a load balancer leads to it unless its status says otherwise [apiserver/address-mode]", async ({
    expect,
  }) => {
    await using server = await start();
    const services = `/api/v1/namespaces/${server.namespace}/services`;
    const told = async (name: string, type: string, ingress: readonly object[]): Promise<unknown> => {
      await ask(server, `POST ${services}`, { body: { metadata: { name }, spec: { type, ports: [{ port: 80 }] } } });
      const headers = { "content-type": "application/merge-patch+json" };
      const body = { status: { loadBalancer: { ingress } } };
      return (await ask(server, `PATCH ${services}/${name}/status`, { headers, body })).json?.status;
    };
    const given = [{ ip: "1.1.1.1" }, { ip: "1.1.1.2", ipMode: "Proxy" }, { hostname: "a.b" }];
    expect(await told("balanced", "LoadBalancer", given)).toEqual({
      loadBalancer: { ingress: [{ ip: "1.1.1.1", ipMode: "VIP" }, ...given.slice(1)] },
    });
    expect(await told("plain", "ClusterIP", [])).toEqual({ loadBalancer: {} });
    const spec = { type: "ClusterIP", ports: [{ port: 80 }] };
    const body = { metadata: { name: "balanced" }, spec, status: { loadBalancer: { ingress: [{ ip: "1.1.1.1" }] } } };
    const other = await ask(server, `PUT ${services}/balanced/status`, { body });
    expect(causesOf(other)).toEqual([
      "status.loadBalancer.ingress[0].ipMode: Required value: must be specified when `ip` is set",
    ]);
  });

  test("a service that is reached through nodes no more loses their ports, also beside a port that goes [apiserver/node-ports-go]", async ({
    expect,
  }) => {
    await using server = await start();
    const services = `/api/v1/namespaces/${server.namespace}/services`;
    const one = { name: "a", port: 80 };
    const spec = { type: "NodePort", ports: [one, { name: "b", port: 81 }] };
    await ask(server, `POST ${services}`, { body: { metadata: { name: "reached" }, spec } });
    const headers = { "content-type": "application/strategic-merge-patch+json" };
    const body = { spec: { type: "ClusterIP", ports: [{ port: 81, $patch: "delete" }] } };
    const { json } = await ask(server, `PATCH ${services}/reached`, { headers, body });
    expect(json?.spec).toMatchObject({ type: "ClusterIP", ports: [{ ...one, protocol: "TCP", targetPort: 80 }] });
    expect(JSON.stringify(json?.spec)).not.toContain("nodePort");
  });

  test("an autoscaler that was written in the first version says nothing of no replicas in the second [apiserver/autoscaler-replicas]", async ({
    expect,
  }) => {
    await using server = await start();
    const at = (version: string): string =>
      `/apis/autoscaling/${version}/namespaces/${server.namespace}/horizontalpodautoscalers`;
    const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };
    await ask(server, `POST ${at("v1")}`, {
      body: { metadata: { name: "h" }, spec: { maxReplicas: 3, scaleTargetRef } },
    });
    const statuses = [await ask(server, `GET ${at("v1")}/h`), await ask(server, `GET ${at("v2")}/h`)];
    expect(statuses.map(({ json }) => json?.status)).toEqual([
      { currentReplicas: 0, desiredReplicas: 0 },
      { currentMetrics: null, desiredReplicas: 0 },
    ]);
    const version = statuses[0]?.json?.metadata?.["resourceVersion"];
    const headers = { "content-type": "application/merge-patch+json" };
    const same = await ask(server, `PATCH ${at("v1")}/h/status`, { headers, body: { status: { currentReplicas: 0 } } });
    expect(same.json?.metadata?.["resourceVersion"]).toBe(version);
  });

  test("an annotation of accounts that is out of use is warned of once [apiserver/account-warnings]", async ({
    expect,
  }) => {
    await using server = await start();
    const accounts = `/api/v1/namespaces/${server.namespace}/serviceaccounts`;
    const annotations = { "kubernetes.io/enforce-mountable-secrets": "true" };
    const body = { metadata: { name: "careful", annotations } };
    const [made, kept] = [
      await ask(server, `POST ${accounts}`, { body }),
      await ask(server, `PUT ${accounts}/careful`, { body }),
    ];
    const warning =
      '299 - "metadata.annotations[kubernetes.io/enforce-mountable-secrets]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets"';
    expect([made.headers["warning"], kept.headers["warning"]]).toEqual([warning, undefined]);
  });

  test("a job is looked at as a new one before what may not change [apiserver/causes-of-updates]", async ({
    expect,
  }) => {
    await using server = await start();
    const jobs = `/apis/batch/v1/namespaces/${server.namespace}/jobs`;
    const template = { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } };
    await ask(server, `POST ${jobs}`, { body: { metadata: { name: "j" }, spec: { template } } });
    const body = { metadata: { name: "j", labels: { "a b": "" } }, spec: { template, completions: 2 } };
    const { json } = await ask(server, `PUT ${jobs}/j`, { body });
    const asNew = ["spec.selector", "spec.template.metadata.labels"];
    const changed = ["spec.completions", "spec.selector", "spec.template"];
    const labels = "metadata.labels";
    const { causes = [] } = (json?.["details"] ?? {}) as { readonly causes?: readonly { readonly field: string }[] };
    expect(causes.map(({ field }) => field)).toEqual([labels, labels, labels, ...asNew, labels, ...asNew, ...changed]);
  });
});
