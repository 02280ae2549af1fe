import { BlockList } from "node:net";
import fc from "fast-check";
import { VirtualClock } from "setpoint/async";
import { describe, test } from "vitest";
import {
  contains,
  formatAddress,
  formatCidr,
  overlaps,
  parseAddress,
  parseCidr,
  poolsAround,
} from "../../examples/08-network/cidr.ts";
import { ensureNetwork, isFinal, removeNetwork } from "../../examples/08-network/ensure-network.ts";
import { NetworkApi } from "../../examples/08-network/network-api.ts";
import { NetworkApiError } from "../../examples/08-network/network-api-error.ts";
import { blue, contents, network, start } from "./network-service.fixture.ts";

describe("the comparison of desired and actual", () => {
  test("makes what is missing, and writes nothing when nothing differs", async ({ expect }) => {
    await using running = await start();
    const { service, api } = running;
    const object = network({ cidr: "10.1.0.0/16", gateway: "10.1.0.1" });
    const actual = await ensureNetwork(api, object);
    expect(await contents(api)).toEqual(blue);
    const { writes } = service;
    for (const spec of [object.spec, { cidr: "10.1.0.0/16" }, { cidr: "10.1.2.3/16" }])
      expect(await ensureNetwork(api, network(spec))).toEqual(actual);
    expect(service.writes).toBe(writes);
  });

  test("changes the gateway in place, also into the pools of the subnet", async ({ expect }) => {
    await using running = await start();
    const { api } = running;
    const before = await ensureNetwork(api, network({ cidr: "10.1.0.0/16" }));
    const after = await ensureNetwork(api, network({ cidr: "10.1.0.0/16", gateway: "10.1.7.7" }));
    expect(after).toEqual(before);
    expect(await contents(api)).toMatchObject([{ subnets: ["10.1.0.0/16 by 10.1.7.7"] }]);
  });

  test("replaces the subnet when the cidr changes, whether the two overlap or not", async ({ expect }) => {
    await using running = await start();
    const { api } = running;
    const { id } = await ensureNetwork(api, network({ cidr: "10.1.0.0/16" }));
    for (const cidr of ["10.1.0.0/24", "10.0.0.0/8", "192.168.0.0/24"]) {
      expect(await ensureNetwork(api, network({ cidr }))).toMatchObject({ id });
      expect(await contents(api)).toMatchObject([{ subnets: [expect.stringContaining(`${cidr} by `)] }]);
    }
  });

  test("keeps the oldest of two networks for one object", async ({ expect }) => {
    const clock = new VirtualClock();
    await using running = await start({ clock });
    const { api } = running;
    const made: string[] = [];
    for (const name of ["default/blue", "default/blue", "other"]) {
      made.push((await api.networks.create({ name, description: "k8s-uid:6f1c" })).id);
      await clock.advance(1000);
    }
    expect(await ensureNetwork(api, network({ cidr: "10.1.0.0/16" }))).toMatchObject({ id: made[0] });
    expect(await contents(api)).toEqual(blue);
  });

  test("makes one network when the answer to its making was lost", async ({ expect }) => {
    await using running = await start();
    let isLost = false;
    const losing: typeof fetch = async (url, options) => {
      const response = await fetch(url, options);
      if (isLost || options?.method !== "POST") return response;
      isLost = true;
      await response.arrayBuffer();
      throw new TypeError("connection reset");
    };
    const api = new NetworkApi({ url: running.service.url, fetch: losing });
    const object = network({ cidr: "10.1.0.0/16" });
    await expect(ensureNetwork(api, object)).rejects.toMatchObject({ type: "NoAnswer" });
    await ensureNetwork(api, object);
    expect(await contents(api)).toEqual(blue);
  });

  test("repairs what somebody changed, and leaves networks of others alone", async ({ expect }) => {
    await using running = await start();
    const { api } = running;
    const foreign = await api.networks.create({ name: "default/blue", description: "by hand" });
    const object = network({ cidr: "10.1.0.0/16" });
    const { id, subnetId } = await ensureNetwork(api, object);
    const drifts = [
      () => api.networks.update(id, { name: "renamed" }),
      () => api.subnets.update(subnetId, { gateway_ip: null }),
      () => api.subnets.create({ network_id: id, ip_version: 4, cidr: "10.9.0.0/24" }),
      () => api.subnets.delete(subnetId),
      () => api.networks.delete(id),
    ];
    for (const drift of drifts) {
      await drift();
      await ensureNetwork(api, object);
      expect(await contents(api)).toEqual([{ name: "default/blue", description: "by hand", subnets: [] }, ...blue]);
    }
    await removeNetwork(api, object);
    expect(await api.networks.list({})).toMatchObject([{ id: foreign.id }]);
  });

  test("ends in the same state whichever request failed on the way", async ({ expect }) => {
    const wanted = network({ cidr: "10.1.0.0/16" });
    // Renamed, with an overlapping and a disjoint subnet and a duplicate: every kind of request is needed.
    const prepare = async (api: NetworkApi): Promise<void> => {
      for (const cidr of ["10.1.2.0/24", "10.9.0.0/24"]) {
        const { id } = await api.networks.create({ name: "renamed", description: "k8s-uid:6f1c" });
        await api.subnets.create({ network_id: id, ip_version: 4, cidr });
        await api.subnets.create({ network_id: id, ip_version: 4, cidr: "10.8.0.0/24" });
      }
    };
    let failedAt = 0;
    for (let isFailing = true; isFailing; failedAt++) {
      await using running = await start();
      await prepare(running.api);
      const sent = { count: 0 };
      const failing: typeof fetch = async (url, options) => {
        if (sent.count++ === failedAt) running.service.failNext(503);
        return fetch(url, options);
      };
      const api = new NetworkApi({ url: running.service.url, fetch: failing });
      isFailing = await ensureNetwork(api, wanted).then(
        () => false,
        () => true,
      );
      await ensureNetwork(running.api, wanted);
      expect(await contents(running.api), `request ${failedAt} failed`).toEqual(blue);
    }
    expect(failedAt).toBeGreaterThan(6);
  });

  test("asks the service for nothing when the spec can't be", async ({ expect }) => {
    await using running = await start();
    const { service, api } = running;
    const specs = [
      { cidr: "" },
      { cidr: "10.1.0.0" },
      { cidr: "10.1.0.0/31" },
      { cidr: "fd00::/64" },
      { cidr: "10.1.0.0/16", gateway: "" },
      { cidr: "10.1.0.0/16", gateway: "10.2.0.1" },
      { cidr: "10.1.0.0/16", gateway: "10.1.0.0" },
      { cidr: "10.1.0.0/16", gateway: "10.1.255.255" },
    ];
    for (const spec of specs) {
      const error: unknown = await ensureNetwork(api, network(spec)).catch((reason: unknown) => reason);
      expect(error, JSON.stringify(spec)).toMatchObject({
        code: "INVALID_NETWORK",
        message: expect.stringMatching(/^spec\.(?:cidr|gateway): expected/),
      });
      expect(isFinal(error)).toBe(true);
    }
    await expect(ensureNetwork(api, { metadata: { name: "x" }, spec: { cidr: "10.1.0.0/16" } })).rejects.toThrow(
      "metadata.uid",
    );
    expect(service.requests).toBe(0);
  });

  test("gives up on what the service calls a bad request, and on nothing else", async ({ expect }) => {
    await using running = await start();
    for (const [status, final] of [
      [400, true],
      [404, false],
      [409, false],
      [503, false],
    ] as const) {
      running.service.failNext(status);
      const error: unknown = await ensureNetwork(running.api, network({ cidr: "10.1.0.0/16" })).catch(
        (reason: unknown) => reason,
      );
      expect([NetworkApiError.is(error, status), isFinal(error)]).toEqual([true, final]);
    }
  });

  test("removes every network of the object, and does nothing when there is none", async ({ expect }) => {
    await using running = await start();
    const { service, api } = running;
    const object = network({ cidr: "10.1.0.0/16" });
    await ensureNetwork(api, object);
    await api.networks.create({ name: "twin", description: "k8s-uid:6f1c" });
    await removeNetwork(api, object);
    expect(await contents(api)).toEqual([]);
    const { writes } = service;
    await removeNetwork(api, object);
    expect(service.writes).toBe(writes);
  });
});

describe("an IPv4 network", () => {
  const address = fc.ipV4();
  const prefix = fc.integer({ min: 1, max: 30 });

  test("has the members that the platform's own block list says", ({ expect }) => {
    const matches = (host: string, length: number, other: string): boolean => {
      const list = new BlockList();
      list.addSubnet(host, length, "ipv4");
      const cidr = parseCidr(`${host}/${length}`);
      return cidr !== undefined && contains(cidr, parseAddress(other) ?? -1) === list.check(other, "ipv4");
    };
    expect(() => fc.assert(fc.property(address, prefix, address, matches))).not.toThrow();
    expect(matches("10.1.2.3", 16, "10.1.255.255")).toBe(true);
  });

  test("has one spelling, which reads back as itself", ({ expect }) => {
    const check = (host: string, length: number): void => {
      const cidr = parseCidr(`${host}/${length}`);
      const text = cidr && formatCidr(cidr);
      expect(parseCidr(text ?? "")).toEqual(cidr);
      expect(formatAddress(parseAddress(host) ?? -1)).toBe(host);
    };
    fc.assert(fc.property(address, prefix, check));
  });

  test("overlaps with another exactly if one holds the other's first address", ({ expect }) => {
    const check = (one: string, other: string, [a, b]: readonly [number, number]): void => {
      const [left, right] = [parseCidr(`${one}/${a}`), parseCidr(`${other}/${b}`)];
      if (left === undefined || right === undefined) throw new Error("does not parse");
      expect(overlaps(left, right)).toBe(contains(left, right.first) || contains(right, left.first));
    };
    fc.assert(fc.property(address, address, fc.tuple(prefix, prefix), check));
  });

  test("gives every host address but the gateway's to its pools", ({ expect }) => {
    const cidr = parseCidr("10.1.0.0/29");
    if (cidr === undefined) throw new Error("does not parse");
    for (let gateway = cidr.first; gateway <= cidr.last; gateway++) {
      const addresses = poolsAround(cidr, gateway).flatMap(({ start: from, end }) => {
        const [first, last] = [parseAddress(from) ?? 0, parseAddress(end) ?? 0];
        return Array.from({ length: last - first + 1 }, (_, index) => first + index);
      });
      const hosts = [1, 2, 3, 4, 5, 6].map((offset) => cidr.first + offset);
      expect(addresses).toEqual(hosts.filter((host) => host !== gateway));
    }
  });
});
