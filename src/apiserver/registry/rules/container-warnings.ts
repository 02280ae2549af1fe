import { parseQuantity } from "../../../model/index.ts";
import { numberOf, repeats, textOf } from "./field-checks.ts";
import { isGiven, partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";

/** A container and how messages call it. */
interface PlacedContainer {
  readonly container: Fields;
  readonly at: string;
}

/** The containers of a pod in the order in which they are looked at. */
function containersOf(spec: Fields, field: string): readonly PlacedContainer[] {
  return ["initContainers", "containers", "ephemeralContainers"].flatMap((list) =>
    partsAt(spec, list).map((container, index) => ({ container, at: `${field}.${list}[${index}]` })),
  );
}

/** The form of most amounts, which are whole without a closer look. */
const wholeAmount: Readonly<RegExp> = /^\d+(?:[KMGTPE]i|[kMGTPE])?$/;

/** Bytes are whole. */
export function fractionWarnings(amounts: Fields, field: string, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const amount = amounts[name];
    if (typeof amount !== "string" || wholeAmount.test(amount)) return [];
    if (parseQuantity(amount).milliValue % 1000n === 0n) return [];
    return [`${field}[${name}]: fractional byte value ${JSON.stringify(amount)} is invalid, must be an integer`];
  });
}

function amountWarnings({ container, at }: PlacedContainer): readonly string[] {
  const resources = partAt(container, "resources");
  if (resources === undefined) return [];
  return ["memory", "ephemeral-storage"].flatMap((name) =>
    ["limits", "requests"].flatMap((kind) =>
      fractionWarnings(partAt(resources, kind) ?? {}, `${at}.resources.${kind}`, [name]),
    ),
  );
}

/** A variable may add to an earlier one of its name, not replace it. */
function variableWarnings({ container, at }: PlacedContainer): readonly string[] {
  const variables = partsAt(container, "env");
  if (variables.length < 2) return [];
  const names = variables.map((variable) => textAt(variable, "name"));
  const again = repeats(names);
  return variables.flatMap((variable, index) => {
    const [name = "", value] = [names[index], textAt(variable, "value")];
    if (!again.has(index)) return [];
    const reference = `$(${name})`;
    const isAddition = !isGiven(variable, "valueFrom") && value !== reference && value.includes(reference);
    const words = `hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`;
    return isAddition ? [] : [`${at}.env[${index}]: ${words}`];
  });
}

interface PlacedPort {
  readonly at: string;
  readonly name: string;
  readonly hostPort: number;
  readonly containerPort: number;
  readonly protocol: string;
  readonly hostIP: string;
}

function portsOf({ container, at }: PlacedContainer): readonly PlacedPort[] {
  return partsAt(container, "ports").map((port, index) => ({
    at: `${at}.ports[${index}]`,
    name: textOf(port["name"]),
    hostPort: numberOf(port["hostPort"]),
    containerPort: numberOf(port["containerPort"]),
    protocol: textOf(port["protocol"]),
    hostIP: textOf(port["hostIP"]),
  }));
}

function conflictOf(port: PlacedPort, other: PlacedPort): string | undefined {
  if (port.containerPort !== other.containerPort || port.protocol !== other.protocol) return undefined;
  if (port.hostIP === other.hostIP && port.hostPort === other.hostPort) return "duplicate port definition";
  if (port.hostPort === 0 || other.hostPort === 0) return "overlapping port definition";
  const isAmbiguous = port.hostPort === other.hostPort && (port.hostIP === "") !== (other.hostIP === "");
  return isAmbiguous ? "dangerously ambiguous port definition" : undefined;
}

/** As Go shows it. */
function shown({ name, hostPort, containerPort, protocol, hostIP }: PlacedPort): string {
  return `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;
}

/** More ports are not compared with each other, and more warnings have no room in an answer: whoever asks chooses how many there are. */
const most: Readonly<{ ports: number; warnings: number }> = Object.freeze({ ports: 1_000, warnings: 100 });

function portWarnings(ports: readonly PlacedPort[]): readonly string[] {
  const told: string[] = [];
  for (const [index, port] of ports.slice(0, most.ports).entries()) {
    const { at, hostPort, hostIP } = port;
    if (hostIP !== "" && hostPort === 0) told.push(`${at}: hostIP set without hostPort: ${shown(port)}`);
    for (const other of ports.slice(0, index)) {
      const conflict = conflictOf(port, other);
      if (conflict !== undefined) told.push(`${at}: ${conflict} with ${other.at}`);
      if (told.length >= most.warnings) return told;
    }
  }
  return told;
}

function portNameWarnings(ports: readonly PlacedPort[]): readonly string[] {
  const firsts = new Map<string, PlacedPort>();
  return ports.flatMap((port) => {
    if (port.name === "") return [];
    const first = firsts.get(port.name);
    if (first === undefined) {
      firsts.set(port.name, port);
      return [];
    }
    const words = `duplicate port name ${JSON.stringify(port.name)} with ${first.at}`;
    return [`${port.at}: ${words}, services and probes that select ports by name will use ${first.at}`];
  });
}

/** What whoever writes the containers of a pod is told of them; `first` is told before the rest of each. */
export function containerWarnings(
  spec: Fields,
  field: string,
  first: (container: Fields) => readonly string[] = () => [],
): readonly string[] {
  const containers = containersOf(spec, field);
  const ports = containers.flatMap(portsOf);
  return [
    ...containers.flatMap((one) => [...first(one.container), ...amountWarnings(one), ...variableWarnings(one)]),
    ...(ports.length === 0 ? [] : [...portWarnings(ports), ...portNameWarnings(ports)]),
  ];
}
