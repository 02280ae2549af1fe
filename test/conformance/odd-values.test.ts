import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";

forEachServer(["embedded", "real"], "a value of a built-in kind", (start) => {
  test("that is a time is read as Go reads it, which takes more than RFC 3339 [apiserver/go-times]", async ({
    expect,
  }) => {
    await using server = await start();
    const leases = `/apis/coordination.k8s.io/v1/namespaces/${server.namespace}/leases?dryRun=All`;
    const kept = async (renewTime: string): Promise<unknown> => {
      const { status, json } = await ask(server, `POST ${leases}`, {
        body: { metadata: { name: "x" }, spec: { renewTime } },
      });
      const { spec } = json as { readonly spec?: { readonly renewTime?: string } };
      return status === 201 ? spec?.renewTime : json?.message?.replace(/^.*parsing time "[^"]*"/, "");
    };
    const layout = ' as "2006-01-02T15:04:05.000000Z07:00"';
    for (const [sent, answer] of [
      ["2026-01-31T1:00:00.123456Z", "2026-01-31T01:00:00.123456Z"],
      ["2026-01-31T01:00:00,123456Z", "2026-01-31T01:00:00.123456Z"],
      ["2026-01-31T01:00:00.123456+24:00", "2026-01-30T01:00:00.123456Z"],
      ["2026-01-31T01:00:00.123456-00:60", "2026-01-31T02:00:00.123456Z"],
      ["9998-01-01T00:00:00.123457Z", "9998-01-01T00:00:00.123457Z"],
      ["9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"],
      ["0001-01-01T00:00:00.000000Z", null],
      ["2026-13-31T01:00:00.123456Z", ": month out of range"],
      ["2026-01-31T24:00:00.123456Z", ": hour out of range"],
      ["2026-01-31T01:60:00.123456Z", ": minute out of range"],
      ["2026-01-31T01:00:60Z", ": second out of range"],
      ["2026-02-29T01:00:00.123456Z", ": day out of range"],
      ["2026-01-31T01:00:00.123456+25:00", ": time zone offset hour out of range"],
      ["2026-01-31T01:00:00.123456+00:61", ": time zone offset minute out of range"],
      ["2026-01-31T1:00:00Z", `${layout}: cannot parse "Z" as ".000000"`],
      ["2026-01-31T01:00:00é", `${layout}: cannot parse "\\xc3\\xa9" as ".000000"`],
    ] as const) {
      expect([sent, await kept(sent)]).toEqual([sent, answer]);
    }
  });

  test("that is a quantity beyond the largest suffix loses it, as in Go [apiserver/written-form]", async ({
    expect,
  }) => {
    await using server = await start();
    const quotas = `/api/v1/namespaces/${server.namespace}/resourcequotas?dryRun=All`;
    for (const [memory, kept] of [
      ["999E", "999E"],
      ["1500E", "1500E"],
      ["1000E", "1"],
      ["1000000000000000000000", "1"],
      ["1001000E", "1001"],
      ["1e21", "1e21"],
    ] as const) {
      const body = { metadata: { name: "x" }, spec: { hard: { memory } } };
      expect((await ask(server, `POST ${quotas}`, { body })).json?.spec).toEqual({ hard: { memory: kept } });
    }
  });

  test("that is a quantity can have spaces around it [apiserver/quantity-spaces]", async ({ expect }) => {
    await using server = await start();
    const templates = `/api/v1/namespaces/${server.namespace}/podtemplates?dryRun=All`;
    const kept = async (cpu: string): Promise<unknown> => {
      const spec = { containers: [{ name: "a", image: "a", resources: { limits: { cpu } } }] };
      const body = { metadata: { name: "x" }, template: { spec } };
      const { status, json } = await ask(server, `POST ${templates}`, { body });
      const { template } = json as { readonly template?: { readonly spec: typeof spec } };
      return status === 201 ? template?.spec.containers[0]?.resources.limits.cpu : status;
    };
    expect(await kept(" 1500m  ")).toBe("1500m");
    expect(await kept("1 500m")).toBe(400);
    expect(await kept("1\t")).toBe(400);
  });

  test("that is an address is judged by its bits, however it is written [apiserver/address-bits]", async ({
    expect,
  }) => {
    await using server = await start();
    const endpoints = `/api/v1/namespaces/${server.namespace}/endpoints?dryRun=All`;
    const words = async (ip: string): Promise<unknown> => {
      const subsets = [{ addresses: [{ ip }], ports: [{ port: 1 }] }];
      const { status, json } = await ask(server, `POST ${endpoints}`, { body: { metadata: { name: "x" }, subsets } });
      const { causes = [] } = (json?.["details"] ?? {}) as { readonly causes?: readonly { message: string }[] };
      return status === 201 ? "taken" : causes.map(({ message }) => message.split(": ").at(-1)?.split(" (")[0]).join();
    };
    const [loopback, linkLocal, multicast, mapped] = [
      "may not be in the loopback range",
      "may not be in the link-local range",
      "may not be in the link-local multicast range",
      "must not be an IPv4-mapped IPv6 address",
    ];
    for (const [ip, answer] of [
      ["0:0:0:0:0:0:0:1", loopback],
      ["::ffff:7f00:1", `${mapped},${loopback}`],
      ["0::0", "may not be unspecified"],
      ["fe80::1", linkLocal],
      ["fe8::1", "taken"],
      ["ff12::1", multicast],
      ["ff2::1", "taken"],
      ["224.0.0.7", multicast],
      ["224.0.1.7", "taken"],
      ["::ffff:102:304", mapped],
    ]) {
      expect([ip, await words(ip ?? "")]).toEqual([ip, answer]);
    }
  });
});
