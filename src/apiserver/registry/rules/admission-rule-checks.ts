import { pathSegmentProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { duplicate, invalid, notSupported, required } from "../../crd/index.ts";
import { among, every, formed, items, itemsOf, members, needed, optional, repeats, textOf } from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";

/** A list that may hold a star, but then nothing else. */
function lone(star: string, others: string): FieldCheck {
  return (value, field) => {
    const all = itemsOf(value);
    const words = `if '${star}' is present, must not specify other ${others}`;
    return all.length > 1 && all.includes(star) ? [invalid(field, all, words)] : [];
  };
}

const said: FieldCheck = (value, field) => (textOf(value) === "" ? [required(field)] : []);

/** Resources and subresources: what a star says already is not said again. */
const resources: FieldCheck = (value, field) => {
  const names = itemsOf(value).map(textOf);
  const [whole, parts]: readonly [Set<string>, Set<string>] = [new Set(), new Set()];
  const causes = names.flatMap((name, index): readonly StatusCause[] => {
    const at = `${field}[${index}]`;
    if (name === "") return [required(at)];
    const slash = name.indexOf("/");
    if (slash < 0) return [];
    const [resource, part] = [name.slice(0, slash), name.slice(slash + 1)];
    const taken = [...(whole.has(resource) ? [`${resource}/*`] : []), ...(parts.has(part) ? [`*/${part}`] : [])];
    if (part === "*") whole.add(resource);
    if (resource === "*") parts.add(part);
    return taken.map((star) => invalid(at, name, `if '${star}' is present, must not specify ${name}`));
  });
  // Only the last one without a subresource counts.
  const isPlain = names.findLast((name) => name !== "" && !name.includes("/")) !== "*";
  const hasPlain = isPlain && names.some((name) => name !== "" && !name.includes("/"));
  const words = "if '*' is present, must not specify other resources without subresources";
  return [
    ...causes,
    ...lone("*/*", "resources")(value, field),
    ...(names.includes("*") && hasPlain ? [invalid(field, names, words)] : []),
  ];
};

const operations: readonly string[] = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];

const resourceNames: FieldCheck = (value, field) => {
  const names = itemsOf(value).map(textOf);
  const again = repeats(names);
  return names.flatMap((name, index) => [
    ...formed(pathSegmentProblems)(name, `${field}[${index}]`),
    ...(again.has(index) ? [duplicate(`${field}[${index}]`, name)] : []),
  ]);
};

const listed: FieldCheck = (value, field) => (itemsOf(value).length === 0 ? [required(field)] : []);

/** Which requests a rule of webhooks or policies is about. */
export const ruleWithOperations: FieldCheck = members({
  resourceNames,
  operations: every(
    listed,
    lone("*", "operations"),
    items((one, field) => (operations.includes(textOf(one)) ? [] : [notSupported(field, textOf(one), operations)])),
  ),
  apiGroups: every(listed, lone("*", "API groups")),
  apiVersions: every(listed, lone("*", "API versions"), items(said)),
  resources: needed(resources),
  scope: optional(among(["*", "Cluster", "Namespaced"])),
});
