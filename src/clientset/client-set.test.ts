import { expectTypeOf, test } from "vitest";
import { Client } from "../client/index.ts";
import type { ResourceClient, Transport } from "../client/index.ts";
import type { Deployment } from "../types/apps/v1/index.ts";
import type { HorizontalPodAutoscaler } from "../types/autoscaling/v2/index.ts";
import type { Node, Pod } from "../types/core/v1/index.ts";
import { ClientSet } from "./index.ts";

/** Answers everything with one pod, and notes what was asked for. */
function recording(): { readonly send: Transport; readonly paths: readonly string[] } {
  const paths: string[] = [];
  const send: Transport = async ({ path }) => {
    paths.push(path);
    const body = [new TextEncoder().encode(JSON.stringify({ metadata: { name: "web" }, items: [] }))];
    return {
      status: 200,
      headers: { "content-type": "application/json" },
      body: (async function* () {
        yield* body;
      })(),
    };
  };
  return { send, paths };
}

test("group, version and plural lead to a typed handle [clientset/typed]", async ({ expect }) => {
  const { send, paths } = recording();
  const clientset = new ClientSet(Client.over(send, { namespace: "shop" }));
  expect(paths).toEqual([]);
  const deployments = clientset.apps.v1.deployments("default");
  expectTypeOf(deployments).toEqualTypeOf<ResourceClient<Deployment>>();
  expectTypeOf(clientset.core.v1.pods()).toEqualTypeOf<ResourceClient<Pod>>();
  expectTypeOf(clientset.core.v1.nodes()).toEqualTypeOf<ResourceClient<Node>>();
  expectTypeOf(clientset.autoscaling.v2.horizontalPodAutoscalers()).toEqualTypeOf<
    ResourceClient<HorizontalPodAutoscaler>
  >();
  await deployments.get("web");
  await clientset.core.v1.pods().get("web");
  await clientset.core.v1.pods().list();
  await clientset.core.v1.nodes().get("node-1");
  await clientset.networking.v1.networkPolicies("a").list();
  expect(paths).toEqual([
    "/apis/apps/v1/namespaces/default/deployments/web",
    "/api/v1/namespaces/shop/pods/web",
    "/api/v1/pods",
    "/api/v1/nodes/node-1",
    "/apis/networking.k8s.io/v1/namespaces/a/networkpolicies",
  ]);
});

test("a resource of the cluster takes no namespace [clientset/typed]", () => {
  expectTypeOf<ClientSet["core"]["v1"]["nodes"]>().parameters.toEqualTypeOf<[]>();
  expectTypeOf<ClientSet["core"]["v1"]["pods"]>().parameters.toEqualTypeOf<[namespace?: string | undefined]>();
});
