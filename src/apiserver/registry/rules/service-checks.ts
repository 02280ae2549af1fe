import { labelValueProblems, portNameProblems, qualifiedNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { duplicate, forbidden, invalid, required } from "../../crd/index.ts";
import { address, addressRange, isAddress, ordinaryAddress } from "./address-checks.ts";
import {
  among,
  fieldsOf,
  formed,
  isGiven,
  items,
  itemsOf,
  label,
  members,
  needed,
  numberOf,
  optional,
  portNumber,
  repeats,
  subdomain,
  textOf,
  unlessEmpty,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import type { Fields } from "./places.ts";
import { inRange } from "./value-checks.ts";
import { clusterAddressCauses, clusterAddressChanges, isHeadless } from "./service-address-checks.ts";

const protocols: readonly string[] = ["SCTP", "TCP", "UDP"];

const targetPort: FieldCheck = (value, field) =>
  typeof value === "string" ? formed(portNameProblems)(value, field) : portNumber(value, field);

const ports: FieldCheck = (value, field) => {
  const all = itemsOf(value).map(fieldsOf);
  const names = all.map(({ name }) => textOf(name));
  const again = repeats(names);
  return all.flatMap((port, index) => {
    const at = `${field}[${index}]`;
    const name = names[index] ?? "";
    const isTwice = name !== "" && again.has(index);
    return [
      ...(all.length > 1 ? needed(label) : unlessEmpty(label))(name, `${at}.name`),
      ...(isTwice ? [duplicate(`${at}.name`, name)] : []),
      ...members({
        port: portNumber,
        protocol: needed(among(protocols)),
        targetPort,
        appProtocol: optional(formed(qualifiedNameProblems)),
      })(port, at),
    ];
  });
};

/** Messages show a port that is there twice with the names that Go has for its members, and with nothing but what counts. */
function shownPort({ protocol, port }: Fields): object {
  return { Name: "", Protocol: textOf(protocol), AppProtocol: null, Port: numberOf(port), TargetPort: 0, NodePort: 0 };
}

const distinctPorts: FieldCheck = (value, field) => {
  const shapes = itemsOf(value).map((port) => JSON.stringify(shownPort(fieldsOf(port))));
  const again = repeats(shapes);
  return shapes.flatMap((shape, index) =>
    again.has(index)
      ? [{ reason: "FieldValueDuplicate", message: `Duplicate value: ${shape}`, field: `${field}[${index}]` }]
      : [],
  );
};

const selector: FieldCheck = (value, field) =>
  Object.entries(fieldsOf(value)).flatMap(([key, text]) => [
    ...formed(qualifiedNameProblems)(key, field),
    ...formed(labelValueProblems)(text, field),
  ]);

const externalAddress: FieldCheck = (value, field) => {
  const causes = address(value, field);
  return causes.length > 0 ? causes : ordinaryAddress(value, field);
};

const timeout: FieldCheck = (value, field) => {
  const seconds = numberOf(value);
  const isRight = seconds > 0 && seconds <= 86_400;
  return isRight ? [] : [invalid(field, seconds, "must be greater than 0 and less than 86400")];
};

function affinityCauses(spec: Fields, field: string): readonly StatusCause[] {
  if (spec["sessionAffinity"] !== "ClientIP") return [];
  return members({ clientIP: optional(members({ timeoutSeconds: timeout })) })(
    spec["sessionAffinityConfig"],
    `${field}.sessionAffinityConfig`,
  );
}

function nameCauses(spec: Fields, field: string): readonly StatusCause[] {
  const name = textOf(spec["externalName"]).replace(/\.$/, "");
  const unused = ["clusterIPs", "ipFamilies", "ipFamilyPolicy"].filter((member) => isGiven(spec[member]));
  return [
    ...unused.map((member) => forbidden(`${field}.${member}`, "may not be set for ExternalName services")),
    ...(name === "" ? [required(`${field}.externalName`)] : subdomain(name, `${field}.externalName`)),
  ];
}

/** A service that others reach from outside has an address. */
function headlessCauses(spec: Fields, field: string): readonly StatusCause[] {
  const type = textOf(spec["type"]);
  const isOpen = type === "NodePort" || type === "LoadBalancer";
  if (!isOpen || !isHeadless(spec)) return [];
  return [invalid(`${field}.clusterIPs[0]`, "None", `may not be set to 'None' for ${type} services`)];
}

/** Each port of nodes once, and none for a service that is reached by its address alone. */
function nodePortCauses(spec: Fields, field: string): readonly StatusCause[] {
  const given = itemsOf(spec["ports"]).flatMap((port, index) => {
    const { protocol, nodePort } = fieldsOf(port);
    const at = `${field}.ports[${index}].nodePort`;
    return numberOf(nodePort) === 0 ? [] : [{ at, nodePort, key: `${textOf(protocol)} ${numberOf(nodePort)}` }];
  });
  const again = repeats(given.map(({ key }) => key));
  return [
    ...(spec["type"] === "ClusterIP"
      ? given.map(({ at }) => forbidden(at, "may not be used when `type` is 'ClusterIP'"))
      : []),
    ...given.flatMap(({ at, nodePort }, index) => (again.has(index) ? [duplicate(at, nodePort)] : [])),
  ];
}

/** Said of what only balancers of load have. */
export const ofBalancers = "may only be used when `type` is 'LoadBalancer'";

function balancerCauses(spec: Fields, field: string): readonly StatusCause[] {
  const isBalancer = spec["type"] === "LoadBalancer";
  const ranges = itemsOf(spec["loadBalancerSourceRanges"]);
  const at = `${field}.LoadBalancerSourceRanges`;
  const isMisplaced = !isBalancer && isGiven(spec["allocateLoadBalancerNodePorts"]);
  return [
    ...(ranges.length > 0 && !isBalancer ? [forbidden(at, ofBalancers)] : []),
    ...ranges.flatMap((range, index) => addressRange(textOf(range).trim(), `${at}[${index}]`)),
    ...(isMisplaced ? [forbidden(`${field}.allocateLoadBalancerNodePorts`, ofBalancers)] : []),
    ...classCauses(spec, field),
  ];
}

function classCauses(spec: Fields, field: string): readonly StatusCause[] {
  const at = `${field}.loadBalancerClass`;
  if (!isGiven(spec["loadBalancerClass"])) return [];
  return spec["type"] === "LoadBalancer"
    ? formed(qualifiedNameProblems)(spec["loadBalancerClass"], at)
    : [forbidden(at, ofBalancers)];
}

/** What is wrong with the change of a service. The class of its balancer is looked at twice, and told twice. */
export function serviceChanges(next: Fields, old: Fields): readonly StatusCause[] {
  const [spec, before] = [fieldsOf(next["spec"]), fieldsOf(old["spec"])];
  const [now, was] = [spec["loadBalancerClass"] ?? null, before["loadBalancerClass"] ?? null];
  const isMoved = spec["type"] === "LoadBalancer" && before["type"] === "LoadBalancer" && now !== was;
  return [
    ...clusterAddressChanges(next, old),
    ...(isMoved ? [invalid("spec.loadBalancerClass", now, "may not change once set")] : []),
    ...classCauses(spec, "spec"),
  ];
}

function policyCauses(spec: Fields, field: string): readonly StatusCause[] {
  const { type, externalTrafficPolicy: policy, healthCheckNodePort: port, externalIPs } = spec;
  const isOpen = type === "NodePort" || type === "LoadBalancer" || itemsOf(externalIPs).length > 0;
  const isChecked = type === "LoadBalancer" && policy === "Local";
  const outside = "may only be set for externally-accessible services";
  const unchecked = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
  return [
    ...(isGiven(policy) && policy !== "" && !isOpen
      ? [invalid(`${field}.externalTrafficPolicy`, policy, outside)]
      : members({ externalTrafficPolicy: unlessEmpty(among(["Cluster", "Local"])) })(spec, field)),
    ...(numberOf(port) === 0
      ? []
      : isChecked
        ? inRange(numberOf(port), `${field}.healthCheckNodePort`, [1, 65_535])
        : [invalid(`${field}.healthCheckNodePort`, port, unchecked)]),
    ...members({
      internalTrafficPolicy: optional(among(["Cluster", "Local"])),
      trafficDistribution: optional(among(["PreferClose", "PreferSameZone", "PreferSameNode"])),
    })(spec, field),
  ];
}

/** What is wrong with the specification of a service, but for the addresses that it is given. */
export const serviceSpec: FieldCheck = (value, field) => {
  const spec = fieldsOf(value);
  const isNamed = spec["type"] === "ExternalName";
  const needsPorts = !isNamed && spec["clusterIP"] !== "None";
  const isEmpty = itemsOf(spec["ports"]).length === 0;
  return [
    ...(isEmpty && needsPorts ? [required(`${field}.ports`)] : []),
    ...(isNamed ? nameCauses(spec, field) : headlessCauses(spec, field)),
    ...members({ ports, selector, sessionAffinity: needed(among(["ClientIP", "None"])) })(spec, field),
    ...affinityCauses(spec, field),
    ...clusterAddressCauses(spec),
    ...members({
      externalIPs: items(externalAddress),
      type: needed(among(["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"])),
    })(spec, field),
    ...nodePortCauses(spec, field),
    ...members({ ports: distinctPorts })(spec, field),
    ...balancerCauses(spec, field),
    ...policyCauses(spec, field),
  ];
};

function modeCauses(hasAddress: boolean, mode: unknown, field: string): readonly StatusCause[] {
  if (!isGiven(mode)) return hasAddress ? [required(field, "must be specified when `ip` is set")] : [];
  if (!hasAddress) return [forbidden(field, "may not be specified when `ip` is not set")];
  return among(["Proxy", "VIP"])(mode, field);
}

const ingress: FieldCheck = (value, field) => {
  const { ip, hostname, ipMode } = fieldsOf(value);
  const name = textOf(hostname);
  return [
    ...unlessEmpty(address)(ip, `${field}.ip`),
    ...modeCauses(textOf(ip) !== "", ipMode, `${field}.ipMode`),
    ...unlessEmpty(subdomain)(name, `${field}.hostname`),
    ...(isAddress(name) ? [invalid(`${field}.hostname`, name, "must be a DNS name, not an IP address")] : []),
  ];
};

/** What is wrong with where a service is reached from outside. */
export function serviceStatusCauses(next: Fields): readonly StatusCause[] {
  const reached = itemsOf(fieldsOf(fieldsOf(next["status"])["loadBalancer"])["ingress"]);
  const field = "status.loadBalancer.ingress";
  if (reached.length > 0 && fieldsOf(next["spec"])["type"] !== "LoadBalancer") {
    return [forbidden(field, "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  return items(ingress)(reached, field);
}
