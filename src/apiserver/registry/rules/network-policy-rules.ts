import { portNameProblems } from "../../../model/index.ts";
import { forbidden, invalid, required } from "../../crd/index.ts";
import { sharedBits } from "./address-bits.ts";
import { addressRange } from "./address-checks.ts";
import {
  among,
  fieldsOf,
  formed,
  isGiven,
  items,
  itemsOf,
  members,
  needed,
  numberOf,
  optional,
  portNumber,
  textOf,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import { ruled } from "./rule-of.ts";
import type { Rule } from "./rule.ts";
import { labelSelector } from "./selector-checks.ts";

const port: FieldCheck = (value, field) => {
  const { port: first, endPort } = fieldsOf(value);
  const last = numberOf(endPort);
  const end = (words: string): ReturnType<FieldCheck> =>
    isGiven(endPort) ? [invalid(`${field}.endPort`, last, words)] : [];
  const protocol = members({ protocol: optional(among(["TCP", "UDP", "SCTP"])) })(value, field);
  if (!isGiven(first)) return [...protocol, ...end("may not be specified when `port` is not specified")];
  if (typeof first === "string") {
    return [
      ...protocol,
      ...end("may not be specified when `port` is non-numeric"),
      ...formed(portNameProblems)(first, `${field}.port`),
    ];
  }
  return [
    ...protocol,
    ...portNumber(first, `${field}.port`),
    // The port is named here, not the end.
    ...(isGiven(endPort) && last < numberOf(first)
      ? [invalid(`${field}.endPort`, numberOf(first), "must be greater than or equal to `port`")]
      : []),
    ...optional(portNumber)(endPort, `${field}.endPort`),
  ];
};

const block: FieldCheck = (value, field) => {
  const { cidr, except } = fieldsOf(value);
  const causes = needed(addressRange)(cidr, `${field}.cidr`);
  if (causes.length > 0) return causes;
  return items((one, at) => {
    const wrong = addressRange(one, at);
    if (wrong.length > 0) return wrong;
    return isInside(textOf(one), textOf(cidr)) ? [] : [invalid(at, one, "must be a strict subset of `cidr`")];
  })(except, `${field}.except`);
};

/** Whether a range is a smaller one within another. */
function isInside(inner: string, outer: string): boolean {
  const [one, other] = [sharedBits(inner), sharedBits(outer)];
  return one.length > other.length && one.startsWith(other);
}

const peer: FieldCheck = (value, field) => {
  const given = ["podSelector", "namespaceSelector", "ipBlock"].filter((name) => isGiven(fieldsOf(value)[name]));
  const isMixed = given.length > 1 && given.includes("ipBlock");
  return [
    ...members({ podSelector: labelSelector, namespaceSelector: labelSelector, ipBlock: optional(block) })(
      value,
      field,
    ),
    ...(given.length === 0 ? [required(field, "must specify a peer")] : []),
    ...(isMixed ? [forbidden(field, "may not specify both ipBlock and another peer")] : []),
  ];
};

const policyTypes: FieldCheck = (value, field) =>
  itemsOf(value).length > 2
    ? [invalid(field, value, "may not specify more than two policyTypes")]
    : items(among(["Ingress", "Egress"]))(value, field);

/** What is wrong with what a policy says of a network. */
const networkPolicySpec: FieldCheck = members({
  podSelector: labelSelector,
  ingress: items(members({ ports: items(port), from: items(peer) })),
  egress: items(members({ ports: items(port), to: items(peer) })),
  policyTypes,
});

/** Policies for networks. */
export const networkPolicyRules: readonly Rule[] = [ruled("spec", networkPolicySpec)];
