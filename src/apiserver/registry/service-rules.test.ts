import { test } from "vitest";
import { refusal, RegistryFixture } from "./registry.fixture.ts";

const services = "/api/v1/namespaces/default/services";
const notes = "/apis/networking.k8s.io/v1/ipaddresses";

interface Port {
  readonly name?: string;
  readonly nodePort?: number;
}

type Spec = Readonly<Record<string, unknown>> & { readonly ports: readonly Port[] };

class Services {
  readonly #fixture: RegistryFixture;

  constructor(fixture: RegistryFixture) {
    this.#fixture = fixture;
  }

  /** Only as if. */
  async tryMake(name: string, spec: object): Promise<Spec> {
    const { registry } = this.#fixture;
    const body = { metadata: { name }, spec: { type: "NodePort", ...spec } };
    const { bytes } = await registry.create(this.#fixture.target(services), body, { isDryRun: true });
    return (JSON.parse(new TextDecoder().decode(bytes)) as { readonly spec: Spec }).spec;
  }

  /** Only as if. */
  async tryChange(name: string, spec: object): Promise<Spec> {
    const { registry } = this.#fixture;
    const patch = { type: "merge", value: { spec } } as const;
    const { bytes } = await registry.patch(this.#fixture.target(`${services}/${name}`), patch, { isDryRun: true });
    return (JSON.parse(new TextDecoder().decode(bytes)) as { readonly spec: Spec }).spec;
  }

  async make(name: string, spec: object): Promise<Spec> {
    const made = await this.#fixture.post(services, { metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } });
    return made["spec"] as Spec;
  }

  async change(name: string, spec: object): Promise<Spec> {
    return (await this.#fixture.patch(`${services}/${name}`, { spec }))["spec"] as Spec;
  }
}

test("a service without an address and without a selector has both families, unless it wants one [apiserver/service-addresses]", async ({
  expect,
}) => {
  const all = new Services(await RegistryFixture.open());
  const headless = { clusterIP: "None" };
  const both = { ipFamilyPolicy: "RequireDualStack", ipFamilies: ["IPv4", "IPv6"] };
  const single = { ipFamilyPolicy: "SingleStack", ipFamilies: ["IPv4"] };
  expect(await all.make("a", headless)).toMatchObject(both);
  expect(await all.make("b", { ...headless, ipFamilies: ["IPv6"] })).toMatchObject({ ipFamilies: ["IPv6", "IPv4"] });
  expect(await all.make("c", { ...headless, ipFamilyPolicy: "SingleStack" })).toMatchObject(single);
  expect(await all.make("d", { ...headless, selector: { a: "b" } })).toMatchObject(single);
  expect(await all.change("d", { selector: null })).toMatchObject(single);
  const wide = { ipFamilyPolicy: "PreferDualStack" };
  expect(await all.change("d", wide)).toMatchObject({ ...wide, ipFamilies: ["IPv4", "IPv6"] });
  expect(await all.change("d", { ipFamilyPolicy: "SingleStack" })).toMatchObject(single);
});

test("a dry run makes no note that a used store lacks, and the next write does [apiserver/dry-run]", async ({
  expect,
}) => {
  const first = await RegistryFixture.open();
  const { clusterIP } = await new Services(first).make("s", {});
  await first.delete(`${notes}/${String(clusterIP)}`);
  await first.registry.close();
  const fixture = await RegistryFixture.open(first.store);
  const all = new Services(fixture);
  await all.tryMake("t", { ports: [{ port: 80 }] });
  await all.tryChange("s", { type: "NodePort" });
  await fixture.delete(`${services}/s`, { dryRun: ["All"] });
  expect(await fixture.names(notes)).not.toContain(clusterIP);
  await all.make("t", {});
  expect(await fixture.names(notes)).toContain(clusterIP);
});

test("ports of one number share a port of nodes, and ports keep theirs by their names [apiserver/service-addresses]", async ({
  expect,
}) => {
  const all = new Services(await RegistryFixture.open());
  const pair = [
    { name: "a", port: 80 },
    { name: "b", port: 80, protocol: "UDP" },
  ];
  const made = await all.make("s", { type: "NodePort", ports: pair });
  const [one, other] = made.ports.map(({ nodePort }) => nodePort);
  expect(one).toBe(other);
  const moved = await all.change("s", { ports: [{ name: "a", port: 81 }] });
  expect(moved.ports[0]?.nodePort).toBe(one);
  const renamed = await all.change("s", { ports: [{ name: "c", port: 81 }] });
  expect(renamed.ports[0]?.nodePort).not.toBe(one);
  const twice = [{ port: 80 }, { port: 80 }];
  await all.make("t", { type: "NodePort" });
  const { message, code } = await refusal(all.change("t", { ports: twice }));
  expect([message?.replace(/\d+/, "N"), code]).toEqual(["duplicate nodePort: {TCP N}", 500]);
});

test("what only the former type of a service needed goes with it [apiserver/service-addresses]", async ({ expect }) => {
  const all = new Services(await RegistryFixture.open());
  const balanced = { type: "LoadBalancer", externalTrafficPolicy: "Local", loadBalancerClass: "a.b/c" };
  const made = await all.make("s", balanced);
  expect(made).toMatchObject({ allocateLoadBalancerNodePorts: true, healthCheckNodePort: expect.any(Number) });
  const plain = await all.change("s", { type: "ClusterIP" });
  expect(plain).toEqual({
    type: "ClusterIP",
    clusterIP: made["clusterIP"],
    clusterIPs: [made["clusterIP"]],
    ipFamilies: ["IPv4"],
    ipFamilyPolicy: "SingleStack",
    internalTrafficPolicy: "Cluster",
    sessionAffinity: "None",
    ports: [{ port: 80, protocol: "TCP", targetPort: 80 }],
  });
});

test("a balanced service keeps the ports of nodes that it has when it wants no more of them [apiserver/service-addresses]", async ({
  expect,
}) => {
  const all = new Services(await RegistryFixture.open());
  const { ports } = await all.make("s", { type: "LoadBalancer" });
  const kept = await all.change("s", { allocateLoadBalancerNodePorts: false });
  expect(kept.ports).toEqual(ports);
  const made = await all.make("t", { type: "LoadBalancer", allocateLoadBalancerNodePorts: false });
  expect(made.ports[0]).not.toHaveProperty("nodePort");
});

test("how long clients stay with an endpoint is told of those that do [apiserver/service-addresses]", async ({
  expect,
}) => {
  const all = new Services(await RegistryFixture.open());
  const kept = { clientIP: { timeoutSeconds: 10_800 } };
  const made = await all.make("s", { sessionAffinity: "ClientIP", sessionAffinityConfig: {} });
  expect(made["sessionAffinityConfig"]).toEqual(kept);
  expect(await all.change("s", { sessionAffinity: null })).not.toHaveProperty("sessionAffinityConfig");
});

test("a dry run gives any port of nodes that is asked for and free, be it out of the range [apiserver/service-addresses]", async ({
  expect,
}) => {
  const all = new Services(await RegistryFixture.open());
  const { ports } = await all.make("s", { type: "NodePort" });
  const outside = { ports: [{ name: "a", port: 80, nodePort: 5 }] };
  expect((await all.tryMake("t", outside)).ports[0]?.nodePort).toBe(5);
  expect((await all.tryChange("s", outside)).ports[0]?.nodePort).toBe(5);
  const twice = { ports: [...outside.ports, { name: "b", port: 81, nodePort: 5 }] };
  const { message } = await refusal(all.tryMake("t", twice));
  expect(message).toContain("spec.ports[1].nodePort: Invalid value: 5: provided port is already allocated");
  expect((await refusal(all.tryMake("t", { ports }))).message).toContain("provided port is already allocated");
  expect((await refusal(all.change("s", outside))).message).toContain("provided port is not in the valid range");
});
