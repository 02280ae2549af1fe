import { test } from "vitest";
import { listPods, readPod } from "../../examples/01-rest-client/pods.ts";
import { fill } from "../../examples/02-clientset/fill.ts";
import { countRunningPods, imageOf, reportNodes } from "../../examples/02-clientset/report.ts";
import { serveCronTabs } from "../../examples/03-dynamic-client/crontab.ts";
import { tellStory } from "../../examples/03-dynamic-client/story.ts";
import { apiResources, apiVersions } from "../../examples/04-discovery-client/print.ts";
import { Client, DiscoveryClient } from "../../src/client/index.ts";
import { ClientSet } from "../../src/clientset/index.ts";
import { loadKubeconfig } from "../../src/config/index.ts";
import { Node, Pod } from "../../src/kinds.ts";
import { describeReal } from "../../tools/control-plane/describe-real.ts";
import { startRealControlPlane } from "../../tools/control-plane/testing.ts";
import { forEachServer } from "../conformance/for-each-server.ts";

forEachServer(["embedded", "real"], "an example", (start) => {
  test("01-rest-client lists pods and decodes one", async ({ expect }) => {
    await using server = await start();
    await using client = server.connect();
    const { rest, namespace } = client;
    const containers = [{ name: "a", image: "nginx:1.29" }];
    await client.resource(Pod).create({ metadata: { name: "web" }, spec: { containers } });
    expect((await listPods(rest, namespace)).map(({ metadata }) => metadata.name)).toEqual(["web"]);
    expect(await readPod(rest, namespace, "web")).toMatchObject({ name: "web", images: ["nginx:1.29"] });
    await expect(readPod(rest, namespace, "absent")).rejects.toMatchObject({ reason: "NotFound" });
  });

  test("02-clientset finds a pod, counts those that run and reports about nodes", async ({ expect }) => {
    await using server = await start();
    await using client = server.connect();
    const clientset = new ClientSet(client);
    const node = `node-of-${server.namespace}`;
    await using _removed = { [Symbol.asyncDispose]: () => client.resource(Node).delete(node) };
    await fill(clientset, server.namespace);
    expect(await imageOf(clientset, server.namespace, "web")).toBe("nginx:1.29");
    // Others may have pods on the same server.
    expect(await countRunningPods(clientset)).toBeGreaterThanOrEqual(1);
    const report = (await reportNodes(clientset)).find((line) => line.node === node);
    expect(report).toMatchObject({ isReady: true, phases: { Running: 1 } });
    expect(Object.values(report?.phases ?? {}).reduce((sum, count) => sum + count)).toBe(2);
  });

  test("03-dynamic-client tells its story about a custom resource", async ({ expect }) => {
    await using server = await start();
    await using client = server.connect();
    const lines: string[] = [];
    const dynamic = await serveCronTabs(client);
    await tellStory({ dynamic, namespace: server.namespace, say: (line) => lines.push(line) });
    expect(lines).toEqual([
      "created crontabs/nightly, Namespaced",
      "replicas: 3",
      "CronTab nightly: 0 3 * * *",
      "0 left",
    ]);
  });

  test("04-discovery-client prints what the server serves", async ({ expect }) => {
    await using server = await start();
    await using client = server.connect();
    const discovery = new DiscoveryClient(client);
    expect(await apiVersions(discovery)).toEqual(expect.arrayContaining(["apps/v1", "v1"]));
    const [head, ...lines] = await apiResources(discovery);
    expect(head).toMatch(/^NAME +SHORTNAMES +APIVERSION +NAMESPACED +KIND$/);
    expect(lines.find((line) => line.startsWith("deployments "))).toMatch(
      /^deployments +deploy +apps\/v1 +true +Deployment$/,
    );
    expect(lines.find((line) => line.startsWith("nodes "))).toMatch(/^nodes +no +v1 +false +Node$/);
  });
});

describeReal("the discovery example beside kubectl", () => {
  test("prints the same lines as kubectl api-versions and api-resources", async ({ expect }) => {
    await using plane = await startRealControlPlane();
    await using client = Client.connect(await loadKubeconfig({ path: plane.kubeconfig }));
    const differences = async (): Promise<readonly string[]> => {
      const discovery = new DiscoveryClient(client);
      const ours = [...(await apiVersions(discovery)), ...(await apiResources(discovery))];
      const { stdout: versions } = await plane.kubectl(["api-versions"]);
      const { stdout: resources } = await plane.kubectl(["api-resources"]);
      const theirs = `${versions}${resources}`
        .trimEnd()
        .split("\n")
        .map((line) => line.trimEnd());
      return ours.join("\n") === theirs.join("\n") ? [] : [...ours, "kubectl:", ...theirs];
    };
    // Tests beside this one define kinds on the same server, so that one answer may be older than the other.
    await expect.poll(differences, { timeout: 20_000 }).toEqual([]);
  });
});
