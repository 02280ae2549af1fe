import type { PolicyRule } from "../../types/rbac/v1/index.ts";
import type { Attributes, PathAttributes, ResourceAttributes } from "./attributes.ts";

const all = "*";

/** Whether a rule of a role allows something. Rules only ever add rights. */
export function ruleAllows(rule: PolicyRule, attributes: Attributes): boolean {
  if (!contains(rule.verbs, attributes.verb)) return false;
  return attributes.type === "path" ? allowsPath(rule, attributes) : allowsResource(rule, attributes);
}

function allowsResource(
  { apiGroups, resources = [], resourceNames = [] }: PolicyRule,
  { group, resource, subresource, name }: ResourceAttributes,
): boolean {
  if (!contains(apiGroups, group)) return false;
  const whole = subresource === "" ? resource : `${resource}/${subresource}`;
  const isNamed = resources.some(
    (one) => one === all || one === whole || (subresource !== "" && one === `*/${subresource}`),
  );
  return isNamed && (resourceNames.length === 0 || resourceNames.includes(name));
}

function allowsPath({ nonResourceURLs = [] }: PolicyRule, { path }: PathAttributes): boolean {
  return nonResourceURLs.some((one) => (one.endsWith(all) ? path.startsWith(withoutStars(one)) : one === path));
}

/** A pattern would begin anew at each star of a long name that ends otherwise. */
function withoutStars(text: string): string {
  let end = text.length;
  while (text[end - 1] === all) end--;
  return text.slice(0, end);
}

function contains(values: readonly string[] = [], wanted: string): boolean {
  return values.includes(all) || values.includes(wanted);
}
