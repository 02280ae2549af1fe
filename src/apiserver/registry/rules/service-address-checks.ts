import type { StatusCause } from "../../../model/index.ts";
import { duplicate, invalid, notSupported, required } from "../../crd/index.ts";
import { address } from "./address-checks.ts";
import { fieldsOf, isGiven, itemsOf, repeats, textOf } from "./field-checks.ts";
import type { Fields } from "./places.ts";

const families: readonly string[] = ["IPv4", "IPv6"];
const policies: readonly string[] = ["PreferDualStack", "RequireDualStack", "SingleStack"];
const [ips, family, policy] = ["spec.clusterIPs", "spec.ipFamilies", "spec.ipFamilyPolicy"] as const;

/** The addresses of a service, be they none. */
export function clusterAddresses(spec: Fields): readonly string[] {
  return itemsOf(spec["clusterIPs"]).map(textOf);
}

/** The families of a service's addresses. */
export function addressFamilies(spec: Fields): readonly string[] {
  return itemsOf(spec["ipFamilies"]).map(textOf);
}

/** Whether a service says that it has no address. */
export function isHeadless(spec: Fields): boolean {
  const all = clusterAddresses(spec);
  return all.length === 1 && all[0] === "None";
}

/** The two fields for addresses tell the same. */
function pairCauses(spec: Fields): readonly StatusCause[] {
  const [first, all] = [textOf(spec["clusterIP"]), clusterAddresses(spec)];
  if (first === "") {
    return all.length === 0 ? [] : [invalid(ips, all, "must be empty when `clusterIP` is not specified")];
  }
  if (all.length === 0) return [required(ips)];
  return all[0] === first ? [] : [invalid(ips, all, "first value must match `clusterIP`")];
}

function familyCauses(spec: Fields): readonly StatusCause[] {
  const all = addressFamilies(spec);
  const again = repeats(all);
  const { ipFamilyPolicy } = spec;
  return [
    ...all.flatMap((one, index) => [
      ...(families.includes(one) ? [] : [notSupported(`${family}[${index}]`, one, families)]),
      ...(again.has(index) ? [duplicate(`${family}[${index}]`, one)] : []),
    ]),
    ...(!isGiven(ipFamilyPolicy) || policies.includes(textOf(ipFamilyPolicy))
      ? []
      : [notSupported(policy, ipFamilyPolicy, policies)]),
  ];
}

const familyOf = (one: string): string => (one.includes(":") ? "IPv6" : "IPv4");

/** Each address is of the family that is told for it, and there is one of each at most. */
function matchCauses(spec: Fields): readonly StatusCause[] {
  const [all, told] = [clusterAddresses(spec), addressFamilies(spec)];
  const isPair = all.length === 2 && familyOf(all[0] ?? "") !== familyOf(all[1] ?? "");
  const words = "may specify no more than one IP for each IP family";
  return [
    ...(all.length > 1 && !isPair ? [invalid(ips, all, words)] : []),
    ...(isHeadless(spec)
      ? []
      : all.flatMap((one, index) => {
          const wanted = told[index];
          if (wanted === undefined || !families.includes(wanted) || wanted === familyOf(one)) return [];
          const why = `expected an ${wanted} value as indicated by \`ipFamilies[${index}]\``;
          return [invalid(`${ips}[${index}]`, one, why)];
        })),
  ];
}

/** What is wrong with the addresses of a service and their families. */
export function clusterAddressCauses(spec: Fields): readonly StatusCause[] {
  if (spec["type"] === "ExternalName") return [];
  const all = clusterAddresses(spec);
  const isMixed = all[0] === "None" && all.length > 1;
  const wrong = all.flatMap((one, index) => (index === 0 && one === "None" ? [] : address(one, `${ips}[${index}]`)));
  const isBroken = isMixed || wrong.length > 0;
  return [
    ...pairCauses(spec),
    ...familyCauses(spec),
    ...(isMixed ? [invalid(ips, all, "'None' must be the first and only value")] : []),
    ...wrong,
    ...(all.length > 2 ? [invalid(ips, all, "may only hold up to 2 values")] : []),
    ...(isBroken ? [] : matchCauses(spec)),
  ];
}

const fixed = "may not change once set";

/** The first address of a service stays. */
function addressChanges(spec: Fields, before: Fields): readonly StatusCause[] {
  const [now, was] = [clusterAddresses(spec), clusterAddresses(before)];
  if (isHeadless(spec) && isHeadless(before)) return [];
  const wrong = (index: number, words = fixed): StatusCause => invalid(`${ips}[${index}]`, now, words);
  if (now.length === was.length) return was.flatMap((one, index) => (one === now[index] ? [] : [wrong(index)]));
  if (now.length === 0) return [wrong(0, "primary clusterIP can not be unset")];
  return was.length > 0 && now[0] !== was[0] ? [wrong(0)] : [];
}

/** The first family of a service stays, unless it has no address. */
function familyChanges(spec: Fields, before: Fields): readonly StatusCause[] {
  if (isHeadless(spec) || isHeadless(before)) return [];
  const [now, was] = [addressFamilies(spec), addressFamilies(before)];
  const [first] = was;
  return first !== undefined && now.length > 0 && now[0] !== first ? [invalid(`${family}[0]`, now, fixed)] : [];
}

/** What is wrong with the change of the addresses of a service. Those that are only a name have none. */
export function clusterAddressChanges(next: Fields, old: Fields): readonly StatusCause[] {
  const [spec, before] = [fieldsOf(next["spec"]), fieldsOf(old["spec"])];
  if (spec["type"] === "ExternalName" || before["type"] === "ExternalName") return [];
  return [...addressChanges(spec, before), ...familyChanges(spec, before)];
}
