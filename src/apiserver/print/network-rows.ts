import type { Service } from "../../types/core/v1/index.ts";
import type { EndpointSlice } from "../../types/discovery/v1/index.ts";
import type { Ingress, IngressClass, IPAddress, NetworkPolicy, ServiceCIDR } from "../../types/networking/v1/index.ts";
import { age, firstText, formatLabels, formatSelector, joined, nameOf, none, orNone } from "./formats.ts";
import { limited } from "./limited.ts";
import { printer } from "./row.ts";
import type { RowPrinters } from "./row.ts";

/** Services, and the ways to them. */
export const networkPrinters: RowPrinters = {
  "/services": printer<Service>((object, now) => [
    nameOf(object),
    object.spec?.type ?? "",
    orNone(object.spec?.clusterIPs?.[0] ?? object.spec?.clusterIP),
    externalAddresses(object),
    servicePorts(object),
    age(object, now),
    formatLabels(object.spec?.selector),
  ]),
  "networking.k8s.io/ingresses": printer<Ingress>((object, now) => [
    nameOf(object),
    orNone(object.spec?.ingressClassName),
    hostsOf(object),
    balancerAddresses(object.status?.loadBalancer?.ingress),
    (object.spec?.tls?.length ?? 0) > 0 ? "80, 443" : "80",
    age(object, now),
  ]),
  "networking.k8s.io/ingressclasses": printer<IngressClass>((object, now) => {
    const parameters = object.spec?.parameters;
    const kind = parameters?.apiGroup ? `${parameters.kind}.${parameters.apiGroup}` : parameters?.kind;
    const text = parameters === undefined ? none : `${kind}/${parameters.name}`;
    return [nameOf(object), object.spec?.controller ?? "", text, age(object, now)];
  }),
  "networking.k8s.io/networkpolicies": printer<NetworkPolicy>((object, now) => [
    nameOf(object),
    formatSelector(object.spec?.podSelector),
    age(object, now),
  ]),
  // Kubernetes tells the age without a column for it.
  "networking.k8s.io/ipaddresses": printer<IPAddress>((object, now) => {
    const parent = object.spec?.parentRef;
    if (parent === undefined || parent === null) return [nameOf(object), none, age(object, now)];
    const { group, resource, namespace, name } = parent;
    const place = [group ? `${resource}.${group}` : resource, ...(namespace ? [namespace] : []), name];
    return [nameOf(object), place.join("/"), age(object, now)];
  }),
  "networking.k8s.io/servicecidrs": printer<ServiceCIDR>((object, now) => [
    nameOf(object),
    (object.spec?.cidrs ?? []).join(","),
    age(object, now),
  ]),
  "discovery.k8s.io/endpointslices": printer<EndpointSlice>((object, now) => [
    nameOf(object),
    object.addressType ?? "",
    limited(
      (object.ports ?? []).map(({ port }) => String(port ?? "*")),
      "<unset>",
    ),
    limited(
      (object.endpoints ?? []).flatMap(({ addresses }) => addresses),
      "<unset>",
    ),
    age(object, now),
  ]),
};

function externalAddresses({ spec, status }: Service): string {
  const own = spec?.externalIPs ?? [];
  if (spec?.type === "ExternalName") return spec.externalName ?? "";
  if (spec?.type !== "LoadBalancer") return spec?.type === undefined ? "<unknown>" : joined(own);
  const balanced = balancerAddresses(status?.loadBalancer?.ingress);
  const all = [...(balanced === "" ? [] : [balanced]), ...own];
  return all.length === 0 ? "<pending>" : all.join(",");
}

/** Long lists of addresses are cut off. */
function balancerAddresses(
  ingress: readonly { readonly ip?: string | undefined; readonly hostname?: string | undefined }[] | undefined,
): string {
  const all = (ingress ?? []).map(({ ip, hostname }) => firstText(ip, hostname)).filter((address) => address !== "");
  const text = [...new Set(all)].toSorted().join(",");
  return text.length > 16 ? `${text.slice(0, 13)}...` : text;
}

function servicePorts({ spec }: Service): string {
  const ports = (spec?.ports ?? []).map(
    ({ port, nodePort, protocol }) => `${port}${nodePort ? `:${nodePort}` : ""}/${protocol ?? ""}`,
  );
  return joined(ports);
}

function hostsOf({ spec }: Ingress): string {
  const hosts = (spec?.rules ?? []).map(({ host }) => firstText(host, "*"));
  return limited(hosts, "*");
}
