import type { Clock, Random } from "setpoint/async";
import { checkChange, checkNew, textIn } from "./attributes.ts";
import type { AttributeRules, Attributes } from "./attributes.ts";
import type { AddressPool } from "../cidr.ts";
import { ItemTable } from "./item-table.ts";
import type { Item } from "./item-table.ts";
import { changedAddresses, newAddresses } from "./subnet-addresses.ts";

/** A network as the service shows it. */
export interface NetworkItem extends Item {
  readonly status: "ACTIVE";
  readonly subnets: readonly string[];
}

/** A subnet as the service shows it. */
export interface SubnetItem extends Item {
  readonly network_id: string;
  readonly ip_version: 4;
  readonly cidr: string;
  readonly gateway_ip: string | null;
  readonly allocation_pools: readonly AddressPool[];
}

/** One kind of item and what can be done to it. All of it throws a `ServiceError` when it refuses. */
export interface Collection {
  create(attributes: Attributes): Item;
  list(query: URLSearchParams): readonly Item[];
  get(id: string): Item;
  update(id: string, attributes: Attributes): Item;
  remove(id: string): void;
}

/** The collections of the service by their names in its paths. */
export type Collections = Readonly<Record<"networks" | "subnets", Collection>>;

const computed: readonly string[] = ["id", "created_at", "updated_at", "revision_number", "tags"];

const networkRules: AttributeRules = {
  changeable: ["name", "description"],
  fixed: [],
  computed: [...computed, "status", "subnets"],
};

const subnetRules: AttributeRules = {
  changeable: ["name", "description", "gateway_ip", "allocation_pools"],
  fixed: ["network_id", "ip_version", "cidr"],
  computed,
};

/** Networks and subnets that know of each other: a network lists its subnets and takes them with it when it goes. */
export function createCollections(sources: { readonly clock: Clock; readonly random: Random }): Collections {
  const filters = ["id", "name", "description"];
  const networks = new ItemTable<NetworkItem>({ ...sources, title: "Network", firstRevision: 1, filters });
  const subnets = new ItemTable<SubnetItem>({
    ...sources,
    title: "Subnet",
    firstRevision: 0,
    filters: [...filters, "network_id", "cidr", "gateway_ip"],
  });
  return { networks: networkCollection(networks, subnets), subnets: subnetCollection(networks, subnets) };
}

function networkCollection(networks: ItemTable<NetworkItem>, subnets: ItemTable<SubnetItem>): Collection {
  return {
    create(attributes) {
      checkNew(attributes, networkRules);
      return networks.insert({ ...labelsIn(attributes), status: "ACTIVE", subnets: [] });
    },
    list: (query) => networks.list(query),
    get: (id) => networks.get(id),
    update(id, attributes) {
      const old = networks.get(id);
      checkChange(attributes, networkRules);
      return networks.change(id, labelsIn(attributes, old));
    },
    remove(id) {
      for (const subnet of networks.remove(id).subnets) subnets.remove(subnet);
    },
  };
}

function subnetCollection(networks: ItemTable<NetworkItem>, subnets: ItemTable<SubnetItem>): Collection {
  return {
    create(attributes) {
      checkNew(attributes, subnetRules);
      const network = networks.get(textIn(attributes, "network_id") ?? "");
      const neighbours = network.subnets.map((id) => subnets.get(id));
      const addresses = newAddresses(attributes, neighbours);
      const subnet = subnets.insert({ ...labelsIn(attributes), network_id: network.id, ip_version: 4, ...addresses });
      networks.change(network.id, { subnets: [...network.subnets, subnet.id] });
      return subnet;
    },
    list: (query) => subnets.list(query),
    get: (id) => subnets.get(id),
    update(id, attributes) {
      const old = subnets.get(id);
      checkChange(attributes, subnetRules);
      return subnets.change(id, { ...labelsIn(attributes, old), ...changedAddresses(attributes, old) });
    },
    remove(id) {
      const { network_id } = subnets.remove(id);
      const network = networks.get(network_id);
      networks.change(network_id, { subnets: network.subnets.filter((subnet) => subnet !== id) });
    },
  };
}

function labelsIn(attributes: Attributes, old?: Item): Pick<Item, "name" | "description"> {
  return {
    name: textIn(attributes, "name") ?? old?.name ?? "",
    description: textIn(attributes, "description") ?? old?.description ?? "",
  };
}
