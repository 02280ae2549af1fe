import { labelValueProblems, qualifiedNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { duplicate, forbidden, invalid, notSupported, required } from "../../crd/index.ts";
import { among, formed, repeats } from "./field-checks.ts";
import { countedKeys } from "./label-key-selectors.ts";
import { isGiven, listAt, numberAt, partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import type { ValueCheck } from "./value-checks.ts";

const qualified: ValueCheck = formed(qualifiedNameProblems);

function operatorCauses(toleration: Fields, field: string): readonly StatusCause[] {
  const [operator, value] = [textAt(toleration, "operator"), textAt(toleration, "value")];
  const at = `${field}.operator`;
  switch (operator) {
    case "":
    case "Equal": {
      const problems = labelValueProblems(value);
      return problems.length === 0 ? [] : [invalid(at, value, problems.join(";"))];
    }
    case "Exists":
      return value === "" ? [] : [invalid(at, value, "value must be empty when `operator` is 'Exists'")];
    case "Lt":
    case "Gt":
      return [notSupported(at, operator, ["Equal", "Exists", "Lt", "Gt"])];
    default:
      return [notSupported(at, operator, ["Equal", "Exists"])];
  }
}

const keyless = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';

/** What a pod bears of nodes. */
export function tolerationCauses(toleration: Fields, field: string): readonly StatusCause[] {
  const [key, operator, effect] = ["key", "operator", "effect"].map((member) => textAt(toleration, member));
  const isMisplaced = isGiven(toleration, "tolerationSeconds") && effect !== "NoExecute";
  return [
    ...(key === "" ? [] : qualified(key ?? "", `${field}.key`)),
    ...(key === "" && operator !== "Exists" ? [invalid(`${field}.operator`, operator, keyless)] : []),
    ...(isMisplaced
      ? [invalid(`${field}.effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set")]
      : []),
    ...operatorCauses(toleration, field),
    ...(effect === "" ? [] : among(["NoSchedule", "PreferNoSchedule", "NoExecute"])(effect ?? "", `${field}.effect`)),
  ];
}

/** The positions of constraints whose key and action stand in the list again. */
export function repeatedSpreads(spreads: readonly Fields[]): ReadonlySet<number> {
  const keys = spreads.map((spread) =>
    JSON.stringify([textAt(spread, "topologyKey"), textAt(spread, "whenUnsatisfiable")]),
  );
  return new Set(Array.from(repeats(keys.toReversed()), (fromEnd) => keys.length - 1 - fromEnd));
}

/** What is wrong with how the pods of a set are spread; `selector` is what the schema says of its selector. */
export function spreadCauses(
  spread: Fields,
  field: string,
  { isRepeated, selector }: { readonly isRepeated: boolean; readonly selector: readonly StatusCause[] },
): readonly StatusCause[] {
  const [key, action] = [textAt(spread, "topologyKey"), textAt(spread, "whenUnsatisfiable")];
  const skew = numberAt(spread, "maxSkew") ?? 0;
  return [
    ...(skew > 0 ? [] : [invalid(`${field}.maxSkew`, skew, "must be greater than zero")]),
    ...(key === "" ? [required(`${field}.topologyKey`, "can not be empty")] : []),
    ...among(["DoNotSchedule", "ScheduleAnyway"])(action, `${field}.whenUnsatisfiable`),
    ...(isRepeated ? [duplicate(`${field}.{topologyKey, whenUnsatisfiable}`, `{${key}, ${action}}`)] : []),
    ...domainCauses(spread, field, action),
    ...["nodeAffinityPolicy", "nodeTaintsPolicy"].flatMap((member) =>
      isGiven(spread, member) ? among(["Honor", "Ignore"])(textAt(spread, member), `${field}.${member}`) : [],
    ),
    ...labelKeyCauses(spread, field, "matchLabelKeys"),
    ...chosenKeyCauses(spread, field),
    ...selector,
  ];
}

function domainCauses(spread: Fields, field: string, action: string): readonly StatusCause[] {
  const domains = numberAt(spread, "minDomains");
  if (domains === undefined) return [];
  const words = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`;
  return [
    ...(domains > 0 ? [] : [invalid(`${field}.minDomains`, domains, "must be greater than zero")]),
    ...(action === "DoNotSchedule" ? [] : [invalid(`${field}.minDomains`, domains, words)]),
  ];
}

/** Keys of labels whose values are taken from the pod itself. */
export function labelKeyCauses(term: Fields, field: string, member: string): readonly StatusCause[] {
  const keys = countedKeys(term, member);
  if (keys.length === 0) return [];
  if (partAt(term, "labelSelector") === undefined) {
    return [forbidden(`${field}.${member}`, "must not be specified when labelSelector is not set")];
  }
  return keys.flatMap(([key, index]) => qualified(key, `${field}.${member}[${index}]`));
}

/** Of a key whose value is taken from the pod itself, the selector says nothing else. Kubernetes leaves the name of the list out. */
export function chosenKeyCauses(term: Fields, field: string): readonly StatusCause[] {
  const selector = partAt(term, "labelSelector") ?? {};
  const positions = new Map(listAt(term, "matchLabelKeys").map((key, index) => [key, index] as const));
  const chosen = [
    ...Object.keys(partAt(selector, "matchLabels") ?? {}),
    ...partsAt(selector, "matchExpressions").map((expression) => textAt(expression, "key")),
  ];
  const again = repeats(chosen);
  return chosen.flatMap((key, index) => {
    const at = again.has(index) ? positions.get(key) : undefined;
    return at === undefined ? [] : [invalid(`${field}[${at}]`, key, "exists in both matchLabelKeys and labelSelector")];
  });
}

/** What a pod waits for before it is scheduled. */
export function gateCauses(spec: Fields, field: string): readonly StatusCause[] {
  const names = partsAt(spec, "schedulingGates").map((gate) => textAt(gate, "name"));
  const again = repeats(names);
  return names.flatMap((name, index) => [
    ...qualified(name, `${field}[${index}]`),
    ...(again.has(index) ? [duplicate(`${field}[${index}]`, name)] : []),
  ]);
}
