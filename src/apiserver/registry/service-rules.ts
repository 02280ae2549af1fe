import { deepEqual } from "../../model/index.ts";
import { invalid } from "../crd/index.ts";
import { serviceAddressPrefix } from "./defaults.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import type { KindRules } from "./kind-rules.ts";
import { nameProblems } from "./names.ts";
import { builtInRules, clusterAddresses } from "./rules/index.ts";
import { portsOf } from "./service-addresses.ts";
import type { ServiceAddresses } from "./service-addresses.ts";
import { defaultRange } from "./service-ranges.ts";
import { withFamilies } from "./service-families.ts";
import { needsHealthPort, needsNodePorts, withNodePorts, withOldPorts } from "./service-ports.ts";
import { withValueAt } from "./value-at.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The rules of services. Their addresses and ports on nodes are given when they are made, and stay while the type needs them. */
export function serviceRules(addresses: ServiceAddresses): KindRules {
  return {
    ...builtInRules["/services"],
    created: (service, isDryRun) => {
      const named = inFamilies(withList(service));
      return withNodePorts(withAddress(named, addresses, isDryRun), { addresses, isDryRun });
    },
    updated: (next, old, isDryRun) => {
      const kept = inFamilies(withSameAddress(withOldAddress(withOldPorts(next, old), old), old), old);
      const isNew = !needsAddress(specOf(old));
      const reached = isNew ? withAddress(kept, addresses, isDryRun) : kept;
      return withoutOldTypesFields(withNodePorts(reached, { addresses, old, isDryRun }), old);
    },
    completed: withoutOldDefault,
  };
}

function specOf(service: Document | undefined): Fields {
  return (service?.["spec"] ?? {}) as Fields;
}

function needsAddress({ type }: Fields): boolean {
  return type !== "ExternalName";
}

function withSpec(service: Document, members: Fields): Document {
  const spec = Object.entries({ ...specOf(service), ...members }).filter(([, value]) => value !== undefined);
  return { ...service, spec: Object.fromEntries(spec) };
}

function addressOf({ clusterIP = "" }: Fields): unknown {
  return clusterIP;
}

/** External names once got a policy by default, and may still be sent with one. It is never shown. */
function withoutOldDefault(service: Document): Document {
  const spec = specOf(service);
  const policy = spec["internalTrafficPolicy"];
  if (needsAddress(spec) || (policy !== "Cluster" && policy !== "Local")) return service;
  return withSpec(service, { internalTrafficPolicy: undefined });
}

/** One address is a list of one. */
function withList(service: Document): Document {
  const spec = specOf(service);
  const isAlone = addressOf(spec) !== "" && clusterAddresses(spec).length === 0;
  return isAlone ? withSpec(service, { clusterIPs: [addressOf(spec)] }) : service;
}

/** An address that a write does not mention stays as it was given. */
function withOldAddress(next: Document, old: Document): Document {
  const [spec, before] = [specOf(next), specOf(old)];
  if (!needsAddress(spec) || !needsAddress(before)) return next;
  const clusterIP = addressOf(spec) === "" ? before["clusterIP"] : spec["clusterIP"];
  const isListed = clusterAddresses(spec).length > 0 || clusterIP !== before["clusterIP"];
  return withSpec(next, { clusterIP, clusterIPs: isListed ? spec["clusterIPs"] : before["clusterIPs"] });
}

/** Whoever changes one of the two fields for addresses means the other as well. */
function withSameAddress(next: Document, old: Document): Document {
  const [spec, before] = [specOf(next), specOf(old)];
  const isSameList = deepEqual(clusterAddresses(spec), clusterAddresses(before));
  if (addressOf(spec) === addressOf(before)) {
    const isCleared = clusterAddresses(spec).length === 0 && !isSameList;
    return isCleared ? withSpec(next, { clusterIP: undefined }) : next;
  }
  if (!isSameList && clusterAddresses(spec).length > 0) return next;
  return withSpec(next, { clusterIPs: addressOf(spec) === "" ? undefined : [addressOf(spec)] });
}

function inFamilies(service: Document, old?: Document): Document {
  const { spec, causes } = withFamilies(specOf(service), specOf(old));
  if (causes.length > 0) throw StatusError.invalid(kind, service.metadata.name, causes);
  return { ...service, spec };
}

const kind = Object.freeze({ group: "", kind: "Service" });

function withAddress(service: Document, addresses: ServiceAddresses, isDryRun: boolean | undefined): Document {
  const spec = specOf(service);
  const [given = ""] = clusterAddresses(spec);
  if (!needsAddress(spec) || given === "None") return service;
  if (isDryRun !== true) assertClaimable(service);
  if (given !== "") {
    const problem = (isDryRun === true ? triedProblem : addressProblem)(given, addresses);
    if (problem === undefined) return service;
    const cause = invalid("spec.clusterIPs", [given], `failed to allocate IP ${given}: ${problem}`);
    throw StatusError.invalid(kind, service.metadata.name, [cause]);
  }
  const address = isDryRun === true ? addresses.ranges.network : addresses.freeAddress();
  if (address !== undefined) return withSpec(service, { clusterIP: address, clusterIPs: [address] });
  const name = JSON.stringify(service.metadata.name);
  throw StatusError.internal(`failed to allocate a serviceIP for Service ${name}: range is full`);
}

/** Kubernetes keeps a note of whose an address is, with the service's name in it, before it looks at the name. */
function assertClaimable(service: Document): void {
  const { name } = service.metadata;
  const [invalidName] = nameProblems(name, "path-segment");
  if (name !== "" && invalidName === undefined) return;
  const problem = name === "" ? "Required value" : `Invalid value: ${JSON.stringify(name)}: ${invalidName}`;
  const address = `${serviceAddressPrefix}0.1`;
  const note = `IPAddress.networking.k8s.io ${JSON.stringify(address)} is invalid`;
  const why = `${note}: spec.parentRef.name: ${problem}`;
  throw StatusError.invalid(kind, name, [invalid("spec.clusterIPs", [address], `failed to allocate IP: ${why}`)]);
}

function addressProblem(address: string, addresses: ServiceAddresses): string | undefined {
  if (!addresses.ranges.has(address)) return "the provided network does not match the current range";
  return addresses.isTaken(address) ? "provided IP is already allocated" : undefined;
}

/** Whether an address that is only tried is taken is not looked at. */
function triedProblem(address: string, { ranges }: ServiceAddresses): string | undefined {
  if (ranges.isOwn(address)) return undefined;
  return `the provided IP (${address}) is not in the valid range. The range of valid IPs is ${defaultRange}`;
}

/** What only the type before needed goes with it, unless the write changes it. */
function withoutOldTypesFields(next: Document, old: Document): Document {
  const [spec, before] = [specOf(next), specOf(old)];
  const isBalancer = spec["type"] === "LoadBalancer";
  const isReached = isBalancer || spec["type"] === "NodePort";
  const isOpen = isReached || (spec["externalIPs"] !== undefined && needsAddress(spec));
  const unneeded = [
    ...(needsAddress(spec) ? [] : ["clusterIP", "clusterIPs", "internalTrafficPolicy", "ipFamilies", "ipFamilyPolicy"]),
    ...(isOpen ? [] : ["externalTrafficPolicy"]),
    ...(needsHealthPort(spec) ? [] : ["healthCheckNodePort"]),
    ...(isBalancer ? [] : ["allocateLoadBalancerNodePorts", "loadBalancerClass"]),
  ];
  const kept = Object.entries(spec).filter(
    ([name, value]) => !unneeded.includes(name) || !deepEqual(value, before[name]),
  );
  const service = { ...next, spec: Object.fromEntries(kept) };
  const known = new Set(nodePortsOf(old));
  const isNew = nodePortsOf(next).some((port) => !known.has(port));
  if (isReached || !needsNodePorts(before) || isNew || portsOf(next).length === 0) return service;
  const ports = portsOf(next).map(({ nodePort: _given, ...port }) => port);
  return withValueAt(service, ["spec", "ports"], ports);
}

function nodePortsOf(service: Document): readonly number[] {
  return portsOf(service).flatMap(({ nodePort = 0 }) => (nodePort === 0 ? [] : [nodePort]));
}
