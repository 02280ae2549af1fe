import { getOwn } from "setpoint/model";
import { badRequest } from "./service-error.ts";

/** What a request wants an item to be: the inner object of its body. */
export type Attributes = Readonly<Record<string, unknown>>;

/** Which attributes a collection's items have. */
export interface AttributeRules {
  /** May be given at any time. */
  readonly changeable: readonly string[];
  /** May be given when the item is made, and never changed. */
  readonly fixed: readonly string[];
  /** Set by the service alone. */
  readonly computed: readonly string[];
}

/** Refuses what may not stand in the body of a POST. */
export function checkNew(attributes: Attributes, { changeable, fixed, computed }: AttributeRules): void {
  const names = Object.keys(attributes);
  const forbidden = names.find((name) => computed.includes(name));
  if (forbidden !== undefined) throw badRequest(`Attribute '${forbidden}' not allowed in POST`);
  refuseUnknown(names, [...changeable, ...fixed]);
}

/** Refuses what may not stand in the body of a PUT. */
export function checkChange(attributes: Attributes, { changeable, fixed, computed }: AttributeRules): void {
  const names = Object.keys(attributes);
  const forbidden = names.find((name) => fixed.includes(name) || computed.includes(name));
  if (forbidden !== undefined) throw badRequest(`Cannot update read-only attribute ${forbidden}`);
  refuseUnknown(names, changeable);
}

function refuseUnknown(names: readonly string[], known: readonly string[]): void {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw badRequest(`Unrecognized attribute(s) '${unknown.join(", ")}'`);
}

/** The text of an attribute, or nothing when it is not given. */
export function textIn(attributes: Attributes, name: string): string | undefined {
  const value = getOwn(attributes, name);
  if (value === undefined || typeof value === "string") return value;
  throw badRequest(`Invalid input for ${name}. Reason: '${JSON.stringify(value)}' is not a valid string.`);
}
