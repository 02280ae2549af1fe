import { formatCidr, overlaps, parseCidr } from "./cidr.ts";
import { descriptionOf, desiredNetwork, InvalidNetworkError } from "./desired-network.ts";
import type { DesiredNetwork } from "./desired-network.ts";
import type { CallOptions, NetworkApi, ServiceNetwork, ServiceSubnet } from "./network-api.ts";
import { NetworkApiError } from "./network-api-error.ts";
import type { Network } from "./network.ts";

/** What the service has for an object. */
export interface ActualNetwork {
  readonly id: string;
  readonly subnetId: string;
}

/**
 * Compares the network that an object wants with what the service has, and creates, changes or replaces what differs. Writes nothing when
 * nothing does. May be stopped anywhere and called again: it goes on from what it finds.
 */
export async function ensureNetwork(
  api: NetworkApi,
  object: Network,
  options: CallOptions = {},
): Promise<ActualNetwork> {
  const desired = desiredNetwork(object);
  const [oldest, ...others] = await networksOf(api, object, options);
  // A create whose answer was lost and that was tried again has made two.
  for (const { id } of others) await api.networks.delete(id, options);

  const { name, description } = desired;
  const network = oldest ?? (await api.networks.create({ name, description }, options));
  if (network.name !== name) await api.networks.update(network.id, { name }, options);
  return { id: network.id, subnetId: await ensureSubnet({ api, desired, network, options }) };
}

/** Removes what the service has for an object. That there is nothing is fine. Subnets go with their network. */
export async function removeNetwork(api: NetworkApi, object: Network, options: CallOptions = {}): Promise<void> {
  for (const { id } of await networksOf(api, object, options)) await api.networks.delete(id, options);
}

/** Whether another try is no use before somebody changes the object. */
export function isFinal(error: unknown): error is Error {
  return InvalidNetworkError.is(error) || NetworkApiError.is(error, 400);
}

/** The oldest first. */
async function networksOf(api: NetworkApi, object: Network, options: CallOptions): Promise<readonly ServiceNetwork[]> {
  const found = await api.networks.list({ description: descriptionOf(object) }, options);
  return found.toSorted(byAge);
}

interface SubnetWork {
  readonly api: NetworkApi;
  readonly desired: DesiredNetwork;
  readonly network: ServiceNetwork;
  readonly options: CallOptions;
}

/** Sees to it that the network has the desired subnet and no other. The service changes no cidr: another cidr is another subnet. */
async function ensureSubnet({ api, desired, network, options }: SubnetWork): Promise<string> {
  const cidr = formatCidr(desired.cidr);
  const found = (await api.subnets.list({ network_id: network.id }, options)).toSorted(byAge);
  const current = found.find((subnet) => subnet.cidr === cidr);
  const outdated = found.filter((subnet) => subnet !== current);

  // The service refuses an overlap, so what is in the way goes first. The rest serves on until its successor is there.
  const isInTheWay = (subnet: ServiceSubnet): boolean => overlapsWith(subnet, desired);
  for (const { id } of outdated.filter(isInTheWay)) await api.subnets.delete(id, options);
  // Sent together: on its own, the service refuses a gateway that lies in the pools it has.
  const addresses = { gateway_ip: desired.gateway, allocation_pools: desired.pools };
  const subnet =
    current ?? (await api.subnets.create({ network_id: network.id, ip_version: 4, cidr, ...addresses }, options));
  if (subnet.gateway_ip !== desired.gateway) await api.subnets.update(subnet.id, addresses, options);
  for (const { id } of outdated.filter((other) => !isInTheWay(other))) await api.subnets.delete(id, options);
  return subnet.id;
}

function overlapsWith({ cidr }: ServiceSubnet, desired: DesiredNetwork): boolean {
  const other = parseCidr(cidr);
  return other !== undefined && overlaps(other, desired.cidr);
}

/** The service's times are to the second: the id decides among equals, so that everybody decides alike. */
function byAge(one: ServiceNetwork | ServiceSubnet, other: ServiceNetwork | ServiceSubnet): number {
  return one.created_at.localeCompare(other.created_at) || one.id.localeCompare(other.id);
}
