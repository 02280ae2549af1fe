import { once } from "node:events";
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { VirtualClock } from "setpoint/async";
import { describe, test } from "vitest";
import { NetworkApi } from "../../examples/08-network/network-api.ts";
import type { ServiceSubnet } from "../../examples/08-network/network-api.ts";
import { NetworkApiError } from "../../examples/08-network/network-api-error.ts";
import { contents, start } from "./network-service.fixture.ts";

describe("the stand-in", () => {
  test("makes, shows, changes and removes a network in Neutron's words", async ({ expect }) => {
    await using running = await start({ clock: new VirtualClock({ startMs: Date.UTC(2026, 0, 2) }) });
    const { call } = running;
    const body = { network: { name: "blue", description: "one" } };
    const made = await call("POST", "/networks", body);
    expect(made).toMatchObject({ status: 201, body: { network: { name: "blue", subnets: [], revision_number: 1 } } });
    const { id } = (made.body as { network: { id: string } }).network;
    expect(await call("GET", `/networks/${id}`)).toEqual({ ...made, status: 200 });
    expect(made.body).toMatchObject({ network: { id, created_at: "2026-01-02T00:00:00Z" } });

    await call("POST", "/networks", body);
    expect(await call("GET", "/networks?name=blue&description=one")).toMatchObject({ body: { networks: [{}, {}] } });
    expect(await call("GET", "/networks?name=red")).toEqual({ status: 200, body: { networks: [] } });

    const changed = await call("PUT", `/networks/${id}`, { network: { name: "red" } });
    expect(changed).toMatchObject({
      status: 200,
      body: { network: { name: "red", description: "one", revision_number: 2 } },
    });
    expect(await call("DELETE", `/networks/${id}`)).toEqual({ status: 204, body: undefined });
    expect(await call("GET", `/networks/${id}`)).toMatchObject({
      status: 404,
      body: { NeutronError: { type: "NetworkNotFound", message: `Network ${id} could not be found.`, detail: "" } },
    });
  });

  test("refuses what Neutron refuses, with its status and type", async ({ expect }) => {
    await using running = await start();
    const { call, api } = running;
    const { id } = await api.networks.create({ name: "blue" });
    const subnet = (fields: object): object => ({
      subnet: { network_id: id, ip_version: 4, cidr: "10.1.0.0/24", ...fields },
    });
    const { body } = await call("POST", "/subnets", subnet({}));
    const inSubnet = `/subnets/${(body as { subnet: ServiceSubnet }).subnet.id}`;
    const refusals: [status: number, type: string, method: string, path: string, body?: unknown][] = [
      [400, "HTTPBadRequest", "POST", "/networks", "{bad"],
      [400, "HTTPBadRequest", "POST", "/networks", "[]"],
      [400, "HTTPBadRequest", "POST", "/networks", { subnet: {} }],
      [400, "HTTPBadRequest", "POST", "/networks", { network: { foo: 1 } }],
      [400, "HTTPBadRequest", "POST", "/networks", '{"network":{"__proto__":{"name":"x"}}}'],
      [400, "HTTPBadRequest", "POST", "/networks", { network: { id: "mine" } }],
      [400, "HTTPBadRequest", "POST", "/networks", { network: { name: 7 } }],
      [413, "HTTPRequestEntityTooLarge", "POST", "/networks", { network: { name: "x".repeat(1_000_000) } }],
      [400, "HTTPBadRequest", "GET", "/networks?foo=1"],
      [405, "HTTPMethodNotAllowed", "PATCH", `/networks/${id}`, {}],
      [404, "NetworkNotFound", "GET", "/networks/blue"],
      [404, "NetworkNotFound", "PUT", "/networks/blue", { network: {} }],
      [404, "NetworkNotFound", "DELETE", "/networks/blue"],
      [404, "SubnetNotFound", "GET", "/subnets/blue"],
      [404, "HTTPNotFound", "GET", "/constructor"],
      [404, "NetworkNotFound", "POST", "/subnets", subnet({ network_id: "blue" })],
      [400, "HTTPBadRequest", "POST", "/subnets", subnet({ ip_version: 6 })],
      [400, "HTTPBadRequest", "POST", "/subnets", subnet({ cidr: "10.1.0.5/40" })],
      [400, "HTTPBadRequest", "POST", "/subnets", subnet({ cidr: "10.2.0.0/24", gateway_ip: "nowhere" })],
      [400, "InvalidInput", "POST", "/subnets", subnet({ cidr: "10.1.0.0/16" })],
      [400, "InvalidInput", "POST", "/subnets", subnet({ cidr: "10.2.0.0/24", gateway_ip: "10.2.0.0" })],
      [400, "InvalidInput", "POST", "/subnets", subnet({ cidr: "10.2.0.0/24", gateway_ip: "10.2.0.255" })],
      [400, "HTTPBadRequest", "PUT", inSubnet, { subnet: { cidr: "10.3.0.0/24" } }],
      [400, "HTTPBadRequest", "PUT", inSubnet, { subnet: { allocation_pools: [1] } }],
      [
        400,
        "OutOfBoundsAllocationPool",
        "PUT",
        inSubnet,
        { subnet: { allocation_pools: [{ start: "10.1.0.2", end: "10.2.0.9" }] } },
      ],
      [409, "GatewayConflictWithAllocationPools", "PUT", inSubnet, { subnet: { gateway_ip: "10.1.0.9" } }],
    ];
    for (const [status, type, method, path, given] of refusals) {
      const wanted = { status, body: { NeutronError: { type } } };
      expect(await call(method, path, given), `${method} ${path} ${JSON.stringify(given)}`.slice(0, 200)).toMatchObject(
        wanted,
      );
    }
    expect(await contents(api)).toEqual([{ name: "blue", description: "", subnets: ["10.1.0.0/24 by 10.1.0.1"] }]);
  });

  test("refuses what a web page could send: another Host, and a body that is not said to be JSON", async ({
    expect,
  }) => {
    await using running = await start();
    const { service, api } = running;
    const url = `${service.url}/v2.0/networks`;
    const body = JSON.stringify({ network: { name: "blue" } });
    const sent = async (headers: Record<string, string>, method = "POST"): Promise<unknown> => {
      const outgoing = request(url, { method, headers: { "content-length": body.length, ...headers } });
      // What is refused is refused before the body has come.
      outgoing.flushHeaders();
      const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
      const { NeutronError } = JSON.parse(await text(incoming)) as { NeutronError: { type: string } };
      outgoing.destroy();
      return [incoming.statusCode, NeutronError.type];
    };
    const json = { "content-type": "application/json" };
    const { port } = new URL(url);
    for (const host of ["rebound.example.dev", `rebound.example.dev:${port}`, "127.0.0.1", `127.0.0.1:1`]) {
      expect([host, await sent({ ...json, host })]).toEqual([host, [403, "HTTPForbidden"]]);
      expect(await sent({ ...json, host, "content-length": "0" }, "GET")).toEqual([403, "HTTPForbidden"]);
    }
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "text/plain; application/json"]) {
      expect([type, await sent({ "content-type": type })]).toEqual([type, [415, "HTTPUnsupportedMediaType"]]);
    }
    expect(await sent({})).toEqual([415, "HTTPUnsupportedMediaType"]);
    expect(await contents(api)).toEqual([]);
    const headers = { "content-type": "application/json; charset=utf-8" };
    expect((await fetch(url, { method: "POST", headers, body })).status).toBe(201);
  });

  test("fills in the addresses of a subnet as Neutron does", async ({ expect }) => {
    await using running = await start();
    const { api } = running;
    const { id: network_id } = await api.networks.create({ name: "blue" });
    const make = (cidr: string, gateway_ip?: string | null): Promise<ServiceSubnet> =>
      api.subnets.create({ network_id, ip_version: 4, cidr, ...(gateway_ip !== undefined && { gateway_ip }) });

    expect(await make("10.3.0.5/24")).toMatchObject({
      cidr: "10.3.0.0/24",
      gateway_ip: "10.3.0.1",
      allocation_pools: [{ start: "10.3.0.2", end: "10.3.0.254" }],
    });
    expect(await make("10.4.0.0/30", null)).toMatchObject({
      gateway_ip: null,
      allocation_pools: [{ start: "10.4.0.1", end: "10.4.0.2" }],
    });
    expect(await make("10.5.0.0/24", "10.9.0.1")).toMatchObject({ gateway_ip: "10.9.0.1" });
    expect(await make("10.6.0.0/29", "10.6.0.3")).toMatchObject({
      allocation_pools: [
        { start: "10.6.0.1", end: "10.6.0.2" },
        { start: "10.6.0.4", end: "10.6.0.6" },
      ],
    });
  });

  test("counts the making and removing of a subnet as a change of its network, and removes subnets with it", async ({
    expect,
  }) => {
    await using running = await start();
    const { api, call } = running;
    const { id } = await api.networks.create({ name: "blue" });
    const one = await api.subnets.create({ network_id: id, ip_version: 4, cidr: "10.1.0.0/24" });
    const other = await api.subnets.create({ network_id: id, ip_version: 4, cidr: "10.2.0.0/24" });
    await api.subnets.delete(other.id);
    expect(await call("GET", `/networks/${id}`)).toMatchObject({
      body: { network: { revision_number: 4, subnets: [one.id] } },
    });
    await api.networks.delete(id);
    expect(await call("GET", "/subnets")).toEqual({ status: 200, body: { subnets: [] } });
  });

  test("fails as many requests as it was told to, and these do nothing", async ({ expect }) => {
    await using running = await start();
    const { service, api } = running;
    service.failNext(503);
    service.failNext(409, "OverQuota");
    await expect(api.networks.create({ name: "blue" })).rejects.toMatchObject({ status: 503, type: "InjectedFault" });
    await expect(api.networks.create({ name: "blue" })).rejects.toMatchObject({ status: 409, type: "OverQuota" });
    expect(await contents(api)).toEqual([]);
    expect({ requests: service.requests, writes: service.writes }).toEqual({ requests: 3, writes: 2 });
  });

  test("ends at once, also while a client is still sending, and may be ended twice", async ({ expect }) => {
    const { service, api } = await start();
    await api.networks.list({});
    const { host, port } = new URL(service.url);
    const slow = connect(Number(port), "127.0.0.1");
    const headers = `Host: ${host}\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue`;
    slow.write(`POST /v2.0/networks HTTP/1.1\r\n${headers}\r\n\r\n`);
    // From its first bytes on, the request is under way.
    await once(slow, "data");
    const hungUp = once(slow, "close");
    await Promise.all([service.close(), service.close()]);
    await hungUp;
    await service.close();
    await expect(api.networks.list({})).rejects.toMatchObject({ type: "NoAnswer" });
  });
});

describe("the client of the service", () => {
  test("throws a typed error that names the call and the service's reason", async ({ expect }) => {
    await using running = await start();
    const failed = running.api.networks.update("blue", { name: "red" });
    await expect(failed).rejects.toThrow(
      "PUT /v2.0/networks/blue: 404 NetworkNotFound: Network blue could not be found.",
    );
    const error: unknown = await failed.catch((reason: unknown) => reason);
    expect([NetworkApiError.is(error), NetworkApiError.is(error, 404), NetworkApiError.is(error, 400)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(NetworkApiError.is(new Error("other"))).toBe(false);
  });

  test("takes it as done when what it deletes is gone already", async ({ expect }) => {
    await using running = await start();
    await expect(running.api.networks.delete("blue")).resolves.toBeUndefined();
    running.service.failNext(409, "NetworkInUse");
    await expect(running.api.networks.delete("blue")).rejects.toMatchObject({ type: "NetworkInUse" });
  });

  test("gives up a request after its time, and at once when it is aborted", async ({ expect }) => {
    const clock = new VirtualClock();
    const reached = Promise.withResolvers<void>();
    const mute: typeof fetch = (_url, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener("abort", () => reject(options.signal?.reason), { once: true });
        reached.resolve();
      });
    const api = new NetworkApi({ url: "http://mute.invalid", timeout: "3s", clock, fetch: mute });
    const waiting = api.networks.list({ description: "x" });
    const timedOut = expect(waiting).rejects.toThrow(
      "GET /v2.0/networks?description=x: Timeout: no answer within 3000 ms",
    );
    await reached.promise;
    await clock.advance(3000);
    await timedOut;

    const stop = new AbortController();
    const reason = new Error("enough");
    const aborted = expect(api.networks.list({}, { signal: stop.signal })).rejects.toBe(reason);
    stop.abort(reason);
    await aborted;
    expect(clock.pending).toBe(0);
  });

  test("refuses an answer that it can't read", async ({ expect }) => {
    for (const text of ["", "no json", "null", "[]", '{"networks":{}}', '{"network":7}']) {
      const api = new NetworkApi({ url: "http://odd.invalid", fetch: async () => new Response(text) });
      await expect(api.networks.list({}), text).rejects.toMatchObject({ code: "NETWORK_API", type: "BadAnswer" });
      await expect(api.networks.create({}), text).rejects.toMatchObject({ code: "NETWORK_API", type: "BadAnswer" });
    }
    const html = new NetworkApi({
      url: "http://odd.invalid",
      fetch: async () => new Response("<h1>", { status: 502 }),
    });
    await expect(html.networks.list({})).rejects.toMatchObject({ status: 502, type: "Refused" });
  });
});
