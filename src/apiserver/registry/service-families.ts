import { deepEqual } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import { invalid } from "../crd/index.ts";
import { addressFamilies, clusterAddressCauses, clusterAddresses } from "./rules/index.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The specification of a service with the families of its addresses, or why it cannot have any. */
export interface WithFamilies {
  readonly spec: Fields;
  readonly causes: readonly StatusCause[];
}

const policyField = "spec.ipFamilyPolicy";

/** Services have addresses of this family. */
const ownFamily = "IPv4";

/** A service that has no address and selects nothing may have endpoints of both families. */
function isOpen({ clusterIP, selector }: Fields): boolean {
  return clusterIP === "None" && Object.keys(selector ?? {}).length === 0;
}

function policyOf(spec: Fields, before: Fields): unknown {
  return spec["ipFamilyPolicy"] ?? before["ipFamilyPolicy"] ?? (isOpen(spec) ? "RequireDualStack" : "SingleStack");
}

/** A service that takes one family back keeps what it had of it. */
function reduced(spec: Fields, before: Fields): Fields {
  if (spec["ipFamilyPolicy"] !== "SingleStack") return spec;
  const firstOf = (member: string, all: readonly string[]): object =>
    all.length > 1 && deepEqual(spec[member], before[member]) ? { [member]: all.slice(0, 1) } : {};
  return {
    ...spec,
    ...firstOf("clusterIPs", clusterAddresses(spec)),
    ...firstOf("ipFamilies", addressFamilies(spec)),
  };
}

/** What is wrong with a policy beside the addresses and families of a service, and those that it had. */
function policyCauses(spec: Fields, before: Fields): readonly StatusCause[] {
  const { ipFamilyPolicy: policy } = spec;
  const wrong = (words: string): StatusCause => invalid(policyField, policy, words);
  const [ips, families] = [clusterAddresses(spec).length, addressFamilies(spec).length];
  if (policy === "SingleStack") {
    const several = (what: string): string =>
      `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`;
    return [
      ...(ips === 2 ? [wrong(several("cluster IPs"))] : []),
      ...(families === 2 ? [wrong(several("IP families"))] : []),
    ];
  }
  const isLess = (now: number, was: number): boolean => now > 0 && now < was;
  return [
    ...(isLess(ips, clusterAddresses(before).length)
      ? [wrong("must be 'SingleStack' to release the secondary cluster IP")]
      : []),
    ...(isLess(families, addressFamilies(before).length)
      ? [wrong("must be 'SingleStack' to release the secondary IP family")]
      : []),
  ];
}

/** The families that the addresses tell, where they are not told themselves. */
function inferred(spec: Fields): WithFamilies {
  const [ips, families] = [clusterAddresses(spec), addressFamilies(spec)];
  const untold = ips[0] === "None" ? [] : [...ips.entries()].slice(families.length);
  const foreign = untold.filter(([, ip]) => ip.includes(":"));
  const causes = foreign.map(([index]) =>
    invalid(`spec.clusterIPs[${index}]`, ips, "IPv6 is not configured on this cluster"),
  );
  const all = [...families, ...untold.filter(([, ip]) => !ip.includes(":")).map(() => ownFamily)];
  return { spec: all.length === 0 ? spec : { ...spec, ipFamilies: all }, causes };
}

function ofOpenService(spec: Fields): Fields {
  const [first = ownFamily, second] = addressFamilies(spec);
  const other = first === "IPv4" ? "IPv6" : "IPv4";
  const isSingle = second === undefined && spec["ipFamilyPolicy"] === "SingleStack";
  return { ...spec, ipFamilies: isSingle ? [first] : [first, second ?? other] };
}

function unservedCauses(spec: Fields): readonly StatusCause[] {
  const { ipFamilyPolicy: policy } = spec;
  return [
    ...(policy === "RequireDualStack"
      ? [invalid(policyField, policy, "this cluster is not configured for dual-stack services")]
      : []),
    ...addressFamilies(spec).flatMap((family, index) =>
      family === ownFamily ? [] : [invalid(`spec.ipFamilies[${index}]`, family, "not configured on this cluster")],
    ),
  ];
}

/** The specification of a service with the families that it needs; `before` is what it was, without members if it is new. */
export function withFamilies(given: Fields, before: Fields): WithFamilies {
  if (given["type"] === "ExternalName") return { spec: given, causes: [] };
  const chosen = { ...given, ipFamilyPolicy: policyOf(given, before) };
  const wrong = clusterAddressCauses(chosen);
  if (wrong.length > 0) return { spec: chosen, causes: wrong };
  const kept = reduced(chosen, before);
  const { spec, causes } = inferred(kept);
  const refused = [...policyCauses(kept, before), ...causes];
  if (refused.length > 0) return { spec, causes: refused };
  if (isOpen(spec)) return { spec: ofOpenService(spec), causes: [] };
  const isTold = addressFamilies(spec).length > 0;
  return { spec: isTold ? spec : { ...spec, ipFamilies: [ownFamily] }, causes: unservedCauses(spec) };
}
