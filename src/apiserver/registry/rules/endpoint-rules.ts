import { deepEqual, labelValueProblems, qualifiedNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import type { Document } from "../document.ts";
import { address, exactAddress, ordinaryAddress } from "./address-checks.ts";
import { duplicate, hasFormat, invalid, notSupported, required, tooMany } from "../../crd/index.ts";
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
  optional,
  portNumber,
  present,
  repeats,
  subdomain,
  textOf,
  unlessEmpty,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import type { Fields } from "./places.ts";

const protocols: readonly string[] = ["SCTP", "TCP", "UDP"];
const protocol: FieldCheck = needed(among(protocols));
const appProtocol: FieldCheck = optional(formed(qualifiedNameProblems));

const endpointAddress: FieldCheck = (value, field) => [
  ...members({ ip: address, hostname: unlessEmpty(label), nodeName: optional(subdomain) })(value, field),
  ...members({ ip: ordinaryAddress })(value, field),
];

const subset: FieldCheck = (value, field) => {
  const { addresses, notReadyAddresses, ports } = fieldsOf(value);
  const isEmpty = itemsOf(addresses).length + itemsOf(notReadyAddresses).length === 0;
  const name: FieldCheck = itemsOf(ports).length > 1 ? needed(label) : unlessEmpty(label);
  return [
    ...(isEmpty ? [required(field, "must specify `addresses` or `notReadyAddresses`")] : []),
    ...members({
      addresses: items(endpointAddress),
      notReadyAddresses: items(endpointAddress),
      ports: items(members({ name, port: portNumber, protocol, appProtocol })),
    })(value, field),
  ];
};

/** What is wrong with endpoints in their old form. */
export function endpointsCauses(next: Fields, old: Fields | undefined): readonly StatusCause[] {
  const isSame = old !== undefined && deepEqual(next["subsets"], old["subsets"]);
  return isSame ? [] : items(subset)(next["subsets"], "subsets");
}

function distinctNames(check: FieldCheck): FieldCheck {
  return (value, field) => {
    const names = itemsOf(value).map((one) => textOf(fieldsOf(one)["name"]));
    const again = repeats(names);
    return names.flatMap((name, index) => {
      const at = `${field}[${index}].name`;
      return again.has(index) ? [duplicate(at, name)] : check(name, at);
    });
  };
}

const ports: FieldCheck = (value, field) => {
  const names = itemsOf(value).map((port) => textOf(fieldsOf(port)["name"]));
  const again = repeats(names);
  return itemsOf(value).flatMap((port, index) => {
    const at = `${field}[${index}]`;
    return [
      ...unlessEmpty(label)(names[index], `${at}.name`),
      ...(again.has(index) ? [duplicate(`${at}.name`, names[index])] : []),
      ...members({ protocol: present(among(protocols)), appProtocol })(port, at),
    ];
  });
};

const domain: FieldCheck = (value, field) => {
  // The dot at the end says that nothing comes after it.
  const name = textOf(value).replace(/\.$/, "");
  const causes = subdomain(name, field);
  if (causes.length > 0 || name.includes(".")) return causes;
  return [invalid(field, name, "should be a domain with at least two segments separated by dots")];
};

/** An address of a family; that it is of another is told of the whole list. */
function ofFamily(format: "ipv4" | "ipv6", family: string): FieldCheck {
  return (value, field) => {
    const wrong = exactAddress(value, field);
    if (wrong.length > 0) return wrong;
    const isOwn = hasFormat(textOf(value), format);
    const words = `must be an ${family} address`;
    return [...(isOwn ? [] : [invalid(field.replace(/\[\d+\]$/, ""), value, words)]), ...ordinaryAddress(value, field)];
  };
}

const addressTypes: Readonly<Record<string, FieldCheck>> = {
  FQDN: domain,
  IPv4: ofFamily("ipv4", "IPv4"),
  IPv6: ofFamily("ipv6", "IPv6"),
};

function countCauses(value: unknown, most: number, field: string): readonly StatusCause[] {
  const count = itemsOf(value).length;
  return count > most ? [tooMany(field, count, most)] : [];
}

/** A list of so many items at most; of more nothing else is told. */
function limited(most: number, check: FieldCheck): FieldCheck {
  return (value, field) => {
    const causes = countCauses(value, most, field);
    return causes.length > 0 ? causes : check(value, field);
  };
}

const forZones: FieldCheck = limited(8, distinctNames(formed(labelValueProblems)));
const forNodes: FieldCheck = limited(8, distinctNames(subdomain));

const hints: FieldCheck = (value, field) => {
  const isLong = itemsOf(fieldsOf(value)["forZones"]).length > 8;
  return members(isLong ? { forZones } : { forZones, forNodes })(value, field);
};

function endpoint(type: string): FieldCheck {
  const inner: FieldCheck = items(addressTypes[type] ?? (() => []));
  const addresses: FieldCheck = (value, field) => [...countCauses(value, 100, field), ...inner(value, field)];
  return members({
    addresses: needed(addresses, "must contain at least 1 address"),
    nodeName: optional(subdomain),
    hostname: optional(label),
    hints: optional(hints),
  });
}

/** What is wrong with a slice of endpoints, whose addresses stay of one type. */
export function endpointSliceCauses(next: Fields, old: Fields | undefined): readonly StatusCause[] {
  const type = textOf(next["addressType"]);
  const isKnown = Object.hasOwn(addressTypes, type);
  const types =
    type === ""
      ? [required("addressType")]
      : isKnown
        ? []
        : [notSupported("addressType", type, Object.keys(addressTypes))];
  const isMoved = old !== undefined && old["addressType"] !== next["addressType"];
  return [
    ...types,
    ...members({ ports: limited(20_000, ports), endpoints: limited(1_000, items(endpoint(type))) })(next, ""),
    ...(isMoved ? [invalid("addressType", next["addressType"] ?? "", "field is immutable")] : []),
  ];
}

/** A slice without what this version of it does not take any more. */
export function withoutTopology(slice: Document): Document {
  const endpoints = itemsOf(slice["endpoints"]).map(fieldsOf);
  if (!endpoints.some((one) => isGiven(one["deprecatedTopology"]))) return slice;
  return { ...slice, endpoints: endpoints.map(({ deprecatedTopology: _former, ...one }) => one) };
}
