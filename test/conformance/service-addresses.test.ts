import { test } from "vitest";
import { ask, eventually } from "./access.fixture.ts";
import type { Answer } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const notes = "/apis/networking.k8s.io/v1/ipaddresses";
const ranges = "/apis/networking.k8s.io/v1/servicecidrs";
const merge = { "content-type": "application/merge-patch+json" };
const mismatch = "the provided network does not match the current range";

function servicesOf({ namespace }: TestServer): string {
  return `/api/v1/namespaces/${namespace}/services`;
}

/** Makes a service, with an address that the server chooses if none is given. */
function make(server: TestServer, name: string, clusterIP?: string): Promise<Answer> {
  return ask(server, `POST ${servicesOf(server)}`, { body: serviceOf(name, clusterIP) });
}

function tryToMake(server: TestServer, name: string, clusterIP?: string): Promise<Answer> {
  return ask(server, `POST ${servicesOf(server)}?dryRun=All`, { body: serviceOf(name, clusterIP) });
}

function serviceOf(name: string, clusterIP: string | undefined): object {
  return { metadata: { name }, spec: { ports: [{ port: 80 }], clusterIP } };
}

function addressOf({ json }: Answer): string {
  return String(json?.spec?.["clusterIP"]);
}

function refusal(name: string, address: string, why: string): string {
  const words = `failed to allocate IP ${address}: ${why}`;
  return `Service "${name}" is invalid: spec.clusterIPs: Invalid value: ["${address}"]: ${words}`;
}

/** The range that a server has from the beginning. */
async function ownRange(server: TestServer): Promise<string> {
  const { json } = await ask(server, `GET ${ranges}/kubernetes`);
  return String(json?.spec?.["cidrs"]);
}

forEachServer(["embedded", "real"], "the address of a service", (start) => {
  test("has a note that names the service, for as long as the service has it [apiserver/service-addresses]", async ({
    expect,
  }) => {
    await using server = await start();
    const [first, second] = [addressOf(await make(server, "first")), addressOf(await make(server, "second"))];
    const { json } = await ask(server, `GET ${notes}/${first}`);
    expect(json).toMatchObject({
      kind: "IPAddress",
      metadata: {
        labels: {
          "ipaddress.kubernetes.io/ip-family": "IPv4",
          "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
        },
        managedFields: [{ manager: "kube-apiserver", operation: "Update" }],
      },
      spec: { parentRef: { resource: "services", namespace: server.namespace, name: "first" } },
    });
    const body = { spec: { type: "ExternalName", externalName: "setpoint.dev" } };
    await ask(server, `PATCH ${servicesOf(server)}/first`, { body, headers: merge });
    expect((await ask(server, `GET ${notes}/${first}`)).status).toBe(404);
    await ask(server, `DELETE ${servicesOf(server)}/second`);
    expect((await ask(server, `GET ${notes}/${second}`)).status).toBe(404);
  });

  test("cannot be one of which somebody else has made a note [apiserver/service-addresses]", async ({ expect }) => {
    await using server = await start();
    const address = addressOf(await make(server, "first"));
    await ask(server, `DELETE ${servicesOf(server)}/first`);
    const parentRef = { group: "setpoint.dev", resource: "doors", name: "front" };
    const noted = await ask(server, `POST ${notes}`, { body: { metadata: { name: address }, spec: { parentRef } } });
    expect(noted.status).toBe(201);
    const taken = await make(server, "second", address);
    expect(taken.status).toBe(422);
    expect(taken.json?.message).toBe(refusal("second", address, "provided IP is already allocated"));
    expect(await tryToMake(server, "second", address)).toMatchObject({ status: 201 });
    await ask(server, `DELETE ${notes}/${address}`);
    expect(await make(server, "second", address)).toMatchObject({ status: 201 });
    expect((await ask(server, `GET ${notes}/${address}`)).json?.spec).toMatchObject({ parentRef: { name: "second" } });
  });

  test("is only tried by a dry run, which makes no note [apiserver/service-addresses]", async ({ expect }) => {
    await using server = await start();
    const [network = ""] = (await ownRange(server)).split("/");
    expect(addressOf(await tryToMake(server, "any"))).toBe(network);
    const wrong = await tryToMake(server, "wrong", "192.0.2.1");
    const range = await ownRange(server);
    const words = `the provided IP (192.0.2.1) is not in the valid range. The range of valid IPs is ${range}`;
    expect(wrong.json?.message).toBe(refusal("wrong", "192.0.2.1", words));
    expect((await make(server, "none", network)).json?.message).toBe(refusal("none", network, mismatch));
    expect((await ask(server, `GET ${notes}/${network}`)).status).toBe(404);
  });

  test("can be of a range that somebody has added [apiserver/service-ranges]", async ({ expect }) => {
    await using server = await start();
    const [range, address] = ["198.51.100.16/28", "198.51.100.19"];
    expect((await make(server, "early", address)).json?.message).toBe(refusal("early", address, mismatch));
    const name = `more-${server.namespace}`;
    const { json } = await ask(server, `POST ${ranges}`, { body: { metadata: { name }, spec: { cidrs: [range] } } });
    expect(json?.status).toEqual({});
    await eventually(async () => (await make(server, "in-time", address)).status === 201);
    for (const last of ["198.51.100.16", "198.51.100.31"]) {
      expect((await make(server, "edge", last)).json?.message).toBe(refusal("edge", last, mismatch));
    }
    await ask(server, `DELETE ${servicesOf(server)}/in-time`);
    const conditions = [
      { type: "Ready", status: "False", reason: "No", message: "", lastTransitionTime: "2026-01-01T00:00:00Z" },
    ];
    const denied = { body: { status: { conditions } }, headers: merge };
    expect((await ask(server, `PATCH ${ranges}/${name}/status`, denied)).status).toBe(200);
    const isRefused = async (): Promise<boolean> =>
      (await make(server, "late", "198.51.100.20")).status === 422 ||
      (await ask(server, `DELETE ${servicesOf(server)}/late`)).status > 299;
    await eventually(isRefused);
    expect((await make(server, "late", address)).json?.message).toBe(refusal("late", address, mismatch));
    expect((await ask(server, `DELETE ${ranges}/${name}`)).status).toBe(200);
  });
});
