import { deepEqual } from "../../model/index.ts";
import { invalid } from "../crd/index.ts";
import { nodePortRange, serviceAddressPrefix } from "./defaults.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import type { KindRules } from "./kind-rules.ts";
import { nameProblems } from "./names.ts";
import { builtInRules } from "./rules/index.ts";
import { portsOf } from "./service-addresses.ts";
import type { ServiceAddresses, ServicePort } from "./service-addresses.ts";
import { valueAt, withValueAt } from "./value-at.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The rules of services. Their addresses and ports on nodes are given when they are made, and stay while the type needs them. */
export function serviceRules(addresses: ServiceAddresses): KindRules {
  const { check, ...shared } = builtInRules["/services"] ?? {};
  return {
    ...shared,
    created: (service, isDryRun) => {
      if (isDryRun !== true) assertClaimable(service);
      return withPorts(withAddress(service, addresses), addresses);
    },
    updated: (next, old) => {
      const kept = withOldClaims(withoutOldTypesFields(next, old), old);
      return withPorts(withAddress(kept, addresses, old), addresses, old);
    },
    check: (next, old, warn) => {
      const causes = [...(check?.(next, old, warn) ?? []), ...addressCauses(next, old)];
      if (causes.length === 0 && isNameIgnored(specOf(next))) warn?.(ignoredName);
      return causes;
    },
  };
}

function specOf(service: Document | undefined): Fields {
  return (service?.["spec"] ?? {}) as Fields;
}

const ignoredName = 'spec.externalName is ignored when spec.type is not "ExternalName"';

function isNameIgnored({ type, externalName = "" }: Fields): boolean {
  return type !== "ExternalName" && externalName !== "";
}

function needsAddress({ type }: Fields): boolean {
  return type !== "ExternalName";
}

function needsPorts({ type, allocateLoadBalancerNodePorts }: Fields): boolean {
  return type === "NodePort" || (type === "LoadBalancer" && allocateLoadBalancerNodePorts !== false);
}

/** What only the type before needed goes with it, unless the write changes it. */
function withoutOldTypesFields(next: Document, old: Document): Document {
  const [spec, before] = [specOf(next), specOf(old)];
  const unneeded = [
    ...(needsAddress(spec) ? [] : ["internalTrafficPolicy"]),
    ...(spec["type"] === "NodePort" || spec["type"] === "LoadBalancer" ? [] : ["externalTrafficPolicy"]),
    ...(spec["type"] === "LoadBalancer" ? [] : ["allocateLoadBalancerNodePorts", "healthCheckNodePort"]),
  ];
  const kept = Object.entries(spec).filter(([name, value]) => !unneeded.includes(name) || value !== before[name]);
  return { ...next, spec: Object.fromEntries(kept) };
}

/** What a write does not mention stays as it was given. */
function withOldClaims(next: Document, old: Document): Document {
  const [spec, before] = [specOf(next), specOf(old)];
  if (!needsAddress(spec) || !needsAddress(before)) return next;
  const names = ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"];
  const kept = Object.fromEntries(names.flatMap((name) => (before[name] === undefined ? [] : [[name, before[name]]])));
  const given = Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined && value !== ""));
  const isMoved =
    spec["clusterIP"] !== undefined && spec["clusterIP"] !== "" && spec["clusterIP"] !== before["clusterIP"];
  const isSame = deepEqual(spec["clusterIPs"] ?? before["clusterIPs"], before["clusterIPs"]);
  const moved = isMoved && isSame ? { clusterIPs: [spec["clusterIP"]] } : {};
  return { ...next, spec: { ...kept, ...given, ...moved } };
}

function withAddress(service: Document, addresses: ServiceAddresses, old?: Document): Document {
  const spec = specOf(service);
  if (!needsAddress(spec)) return withoutAddress(service);
  const given = (spec["clusterIP"] ?? "") as string;
  const isKept = old !== undefined && given !== "" && given === specOf(old)["clusterIP"];
  if (given === "None") return withFamilies(service, "None", spec["selector"] === undefined);
  const hadAddress = (specOf(old)["clusterIP"] ?? "") !== "";
  if (!isKept && given !== "" && !hadAddress) assertAddress(service, given, addresses);
  const address = given === "" ? addresses.freeAddress() : given;
  if (address === undefined) throw StatusError.internal("failed to allocate a serviceIP: range is full");
  return withFamilies(service, address, false);
}

/** Kubernetes keeps a note of whose an address is, with the service's name in it, before it looks at the name. */
function assertClaimable(service: Document): void {
  const spec = specOf(service);
  const { name } = service.metadata;
  const [problem] = nameProblems(name, "path-segment");
  if (problem === undefined || !needsAddress(spec) || spec["clusterIP"] === "None") return;
  const address = `${serviceAddressPrefix}0.1`;
  const note = `IPAddress.networking.k8s.io ${JSON.stringify(address)} is invalid`;
  const why = `${note}: spec.parentRef.name: Invalid value: ${JSON.stringify(name)}: ${problem}`;
  throw refused(service, invalid("spec.clusterIPs", [address], `failed to allocate IP: ${why}`));
}

function withoutAddress(service: Document): Document {
  const { clusterIP: _ip, clusterIPs: _ips, ipFamilies: _families, ipFamilyPolicy: _policy, ...spec } = specOf(service);
  return { ...service, spec };
}

/** A service without an address and without a selector may have endpoints of both families. */
function withFamilies(service: Document, address: string, isOpen: boolean): Document {
  const families = isOpen
    ? { ipFamilies: ["IPv4", "IPv6"], ipFamilyPolicy: "RequireDualStack" }
    : { ipFamilies: ["IPv4"], ipFamilyPolicy: "SingleStack" };
  const spec = { ...families, ...specOf(service), clusterIP: address };
  return { ...service, spec: { ...spec, clusterIPs: specOf(service)["clusterIPs"] ?? [address] } };
}

function assertAddress(service: Document, address: string, addresses: ServiceAddresses): void {
  const problem = !address.startsWith(serviceAddressPrefix)
    ? "the provided network does not match the current range"
    : addresses.isTaken(address)
      ? "provided IP is already allocated"
      : undefined;
  if (problem === undefined) return;
  throw refused(service, invalid("spec.clusterIPs", [address], `failed to allocate IP ${address}: ${problem}`));
}

function withPorts(service: Document, addresses: ServiceAddresses, old?: Document): Document {
  const spec = specOf(service);
  const before = old === undefined ? [] : portsOf(old);
  const given = new Set<string>();
  const ports = portsOf(service).map((port, index) => {
    if (!needsPorts(spec)) return withoutNodePort(port, spec);
    const { protocol = "TCP" } = port;
    const same = before.find((one) => one.port === port.port && (one.protocol ?? "TCP") === protocol);
    const wanted = port.nodePort ?? same?.nodePort ?? 0;
    if (wanted !== 0 && wanted !== same?.nodePort) assertPort({ service, port: wanted, protocol, index }, addresses);
    const nodePort = wanted === 0 ? addresses.freePort(protocol, given) : wanted;
    given.add(`${protocol}/${nodePort}`);
    return { ...port, nodePort };
  });
  const next = ports.length === 0 ? service : withValueAt(service, ["spec", "ports"], ports);
  return withHealthPort(next, addresses, { given, old });
}

function withoutNodePort(port: ServicePort, { type }: Fields): ServicePort {
  if (type === "LoadBalancer") return port;
  const { nodePort: _given, ...rest } = port;
  return rest;
}

function withHealthPort(
  service: Document,
  addresses: ServiceAddresses,
  { given, old }: { readonly given: ReadonlySet<string>; readonly old: Document | undefined },
): Document {
  const { type, externalTrafficPolicy, healthCheckNodePort = 0 } = specOf(service);
  if (type !== "LoadBalancer" || externalTrafficPolicy !== "Local" || healthCheckNodePort !== 0) return service;
  const port = specOf(old)["healthCheckNodePort"] ?? addresses.freePort("TCP", given);
  return withValueAt(service, ["spec", "healthCheckNodePort"], port);
}

interface AskedPort {
  readonly service: Document;
  readonly port: number;
  readonly protocol: string;
  readonly index: number;
}

function assertPort({ service, port, protocol, index }: AskedPort, addresses: ServiceAddresses): void {
  const [first, last] = nodePortRange;
  const problem =
    port < first || port > last
      ? `provided port is not in the valid range. The range of valid ports is ${first}-${last}`
      : addresses.isPortTaken(protocol, port)
        ? "provided port is already allocated"
        : undefined;
  if (problem !== undefined) throw refused(service, invalid(`spec.ports[${index}].nodePort`, port, problem));
}

function refused({ metadata }: Document, cause: ReturnType<typeof invalid>): StatusError {
  return StatusError.invalid({ group: "", kind: "Service" }, metadata.name, [cause]);
}

function addressCauses(next: Document, old: Document | undefined): ReturnType<NonNullable<KindRules["check"]>> {
  if (old === undefined || !needsAddress(specOf(next)) || !needsAddress(specOf(old))) return [];
  const [after, before] = [valueAt(next, ["spec", "clusterIP"]), valueAt(old, ["spec", "clusterIP"])];
  if (before === undefined || before === "" || after === before) return [];
  return [invalid("spec.clusterIPs[0]", valueAt(next, ["spec", "clusterIPs"]), "may not change once set")];
}
