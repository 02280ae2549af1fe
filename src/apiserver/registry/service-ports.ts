import { forbidden, invalid } from "../crd/index.ts";
import { nodePortRange } from "./defaults.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import { portsOf } from "./service-addresses.ts";
import type { ServiceAddresses, ServicePort } from "./service-addresses.ts";
import { withValueAt } from "./value-at.ts";

type Fields = Readonly<Record<string, unknown>>;

function specOf(service: Document | undefined): Fields {
  return (service?.["spec"] ?? {}) as Fields;
}

/** Whether a service is reached by ports of nodes. */
export function needsNodePorts({ type, allocateLoadBalancerNodePorts }: Fields): boolean {
  return type === "NodePort" || (type === "LoadBalancer" && allocateLoadBalancerNodePorts !== false);
}

/** Whether a service has a port by which nodes are asked whether they serve it. */
export function needsHealthPort({ type, externalTrafficPolicy }: Fields): boolean {
  return type === "LoadBalancer" && externalTrafficPolicy === "Local";
}

/** Ports that are not mentioned stay as they were given: those of nodes by the names of the ports. */
export function withOldPorts(next: Document, old: Document): Document {
  const [spec, before] = [specOf(next), specOf(old)];
  const { healthCheckNodePort: health } = before;
  const isKept = needsHealthPort(spec) && needsHealthPort(before) && (spec["healthCheckNodePort"] ?? 0) === 0;
  const kept = isKept && health !== undefined ? withValueAt(next, ["spec", "healthCheckNodePort"], health) : next;
  if (!needsNodePorts(spec) || !needsNodePorts(before) || portsOf(next).length === 0) return kept;
  const used = new Set(portsOf(next).map(({ nodePort }) => nodePort));
  const known = new Map(portsOf(old).map(({ name = "", nodePort = 0 }) => [name, nodePort]));
  const ports = portsOf(next).map((port) => {
    const had = known.get(port.name ?? "") ?? 0;
    return (port.nodePort ?? 0) !== 0 || had === 0 || used.has(had) ? port : { ...port, nodePort: had };
  });
  return withValueAt(kept, ["spec", "ports"], ports);
}

/** What a service gets its ports of nodes from. */
interface PortSource {
  readonly addresses: ServiceAddresses;
  /** What the service was, unless it is new. */
  readonly old?: Document | undefined;
  /** The ports are not kept: that they are in the range is then not looked at. */
  readonly isDryRun?: boolean | undefined;
}

/** Gives one write of a service its ports: none that another service has, or that it has given already. */
class PortWrite {
  readonly #service: Document;
  readonly #addresses: ServiceAddresses;
  readonly #isDryRun: boolean;
  readonly #taken: Set<number>;

  constructor(service: Document, { addresses, isDryRun = false }: PortSource) {
    this.#service = service;
    this.#addresses = addresses;
    this.#isDryRun = isDryRun;
    this.#taken = new Set();
  }

  any(): number | undefined {
    const port = this.#addresses.freePort(this.#taken);
    if (port !== undefined) this.#taken.add(port);
    return port;
  }

  /** Takes a port that was asked for, or says why it cannot be had. */
  problem(port: number): string | undefined {
    const [first, last] = nodePortRange;
    if (!this.#isDryRun && (port < first || port > last)) {
      return `provided port is not in the valid range. The range of valid ports is ${first}-${last}`;
    }
    if (this.#taken.has(port) || this.#addresses.isPortTaken(port)) return "provided port is already allocated";
    this.#taken.add(port);
    return undefined;
  }

  take(port: number, index: number): number {
    const problem = this.problem(port);
    if (problem === undefined) return port;
    throw refused(this.#service, invalid(`spec.ports[${index}].nodePort`, port, problem));
  }
}

function refused({ metadata }: Document, cause: ReturnType<typeof invalid>): StatusError {
  return StatusError.invalid({ group: "", kind: "Service" }, metadata.name, [cause]);
}

/** Ports of a new service: those of the same number share one of the nodes. */
function newPorts(service: Document, write: PortWrite): readonly ServicePort[] {
  const all = portsOf(service);
  const shared = new Map<number, number>();
  return all.map((given, index) => {
    const { port = 0, nodePort = 0 } = given;
    if (nodePort === 0 && !needsNodePorts(specOf(service))) return given;
    const had = shared.get(port);
    if (had !== undefined) {
      if (nodePort === 0 || nodePort === had) return { ...given, nodePort: had };
      return { ...given, nodePort: write.take(nodePort, index) };
    }
    const asked = all.find((one) => one.port === port && (one.nodePort ?? 0) !== 0)?.nodePort ?? 0;
    const found = asked === 0 ? write.any() : write.take(asked, index);
    shared.set(port, found ?? 0);
    return { ...given, nodePort: found };
  });
}

function changedPorts(service: Document, old: Document, write: PortWrite): readonly ServicePort[] {
  const had = new Set(portsOf(old).map(({ nodePort = 0 }) => nodePort));
  const asked = new Set<number>();
  const seen = new Set<string>();
  return portsOf(service).map((given, index) => {
    const { protocol = "TCP", nodePort = 0 } = given;
    if (nodePort === 0 && !needsNodePorts(specOf(service))) return given;
    if (nodePort !== 0 && !had.has(nodePort) && !asked.has(nodePort)) asked.add(write.take(nodePort, index));
    const found = nodePort === 0 ? write.any() : nodePort;
    const name = `{${protocol} ${found}}`;
    if (seen.has(name)) throw StatusError.withoutReason(`duplicate nodePort: ${name}`);
    seen.add(name);
    return { ...given, nodePort: found };
  });
}

function withHealthPort(service: Document, old: Document | undefined, write: PortWrite): Document {
  if (!needsHealthPort(specOf(service))) return service;
  const port = Number(specOf(service)["healthCheckNodePort"] ?? 0);
  if (old !== undefined && needsHealthPort(specOf(old))) {
    if (port === Number(specOf(old)["healthCheckNodePort"] ?? 0)) return service;
    throw refused(service, forbidden("spec.healthCheckNodePort", "field is immutable"));
  }
  if (port === 0) return withValueAt(service, ["spec", "healthCheckNodePort"], write.any());
  const problem = write.problem(port);
  if (problem === undefined) return service;
  throw StatusError.internal(`failed to allocate requested HealthCheck NodePort ${port}: ${problem}`);
}

/** The service with its ports of nodes, or the reason why it cannot have them. */
export function withNodePorts(service: Document, source: PortSource): Document {
  const { old } = source;
  const write = new PortWrite(service, source);
  const { type } = specOf(service);
  const isReached = (type === "NodePort" || type === "LoadBalancer") && portsOf(service).length > 0;
  if (!isReached) return withHealthPort(service, old, write);
  const ports = old === undefined ? newPorts(service, write) : changedPorts(service, old, write);
  return withHealthPort(withValueAt(service, ["spec", "ports"], ports), old, write);
}
