import { NetworkApi } from "../../examples/08-network/network-api.ts";
import { NetworkService } from "../../examples/08-network/network-service.ts";
import type { NetworkServiceOptions } from "../../examples/08-network/network-service.ts";
import type { Network } from "../../examples/08-network/network.ts";

/** The stand-in with its client. */
export interface Running extends AsyncDisposable {
  readonly service: NetworkService;
  readonly api: NetworkApi;
  /** A bare request: what a client of another make would see. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>;
}

/** Starts the stand-in for one test. */
export async function start(options?: NetworkServiceOptions): Promise<Running> {
  const service = await NetworkService.start(options);
  return {
    service,
    api: new NetworkApi({ url: service.url }),
    call: async (method, path, body) => {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${service.url}/v2.0${path}`, { method, headers, ...(text && { body: text }) });
      const answer = await response.text();
      return { status: response.status, body: answer === "" ? undefined : (JSON.parse(answer) as unknown) };
    },
    [Symbol.asyncDispose]: () => service.close(),
  };
}

/** An object as a server gives it. */
export function network(spec: Network["spec"], uid = "6f1c"): Network {
  return { metadata: { name: "blue", namespace: "default", uid }, spec };
}

/** What the service has, without what it makes up. */
export async function contents(api: NetworkApi): Promise<unknown> {
  const found = await api.networks.list({});
  const shown = found.map(async ({ id, name, description }) => {
    const subnets = await api.subnets.list({ network_id: id });
    return { name, description, subnets: subnets.map(({ cidr, gateway_ip }) => `${cidr} by ${gateway_ip}`) };
  });
  return Promise.all(shown);
}

/** What the service has for `network({ cidr: "10.1.0.0/16" })`. */
export const blue: readonly unknown[] = [
  { name: "default/blue", description: "k8s-uid:6f1c", subnets: ["10.1.0.0/16 by 10.1.0.1"] },
];
