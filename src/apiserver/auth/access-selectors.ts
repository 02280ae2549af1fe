import { labelValueProblems, parseFieldSelector, parseSelector, qualifiedNameProblems } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import type { ResourceAttributes } from "../../types/authorization/v1/index.ts";
import { forbidden, invalid, required } from "../crd/index.ts";

type Name = "fieldSelector" | "labelSelector";
type Selection = NonNullable<ResourceAttributes[Name]>;
type Requirement = NonNullable<Selection["requirements"]>[number];

const names: readonly Name[] = ["fieldSelector", "labelSelector"];
const pathOf = (name: Name): string => `spec.resourceAttributes.${name}`;

/** What is wrong with what a question says of the fields and labels of the objects that it is about. */
export function selectorCauses(resource: ResourceAttributes | undefined): readonly StatusCause[] {
  return names.flatMap((name) => {
    const selection = resource?.[name];
    if (selection === undefined) return [];
    const field = pathOf(name);
    const { rawSelector = "", requirements = [] } = selection;
    const one = name === "fieldSelector" ? fieldRequirementCauses : labelRequirementCauses;
    const both = "may not specified at the same time as requirements";
    const neither = `when ${field} is specified, requirements or rawSelector is required`;
    return [
      ...(rawSelector !== "" && requirements.length > 0 ? [invalid(`${field}.rawSelector`, rawSelector, both)] : []),
      ...(rawSelector === "" && requirements.length === 0 ? [required(`${field}.requirements`, neither)] : []),
      ...requirements.flatMap((requirement, index) => one(requirement, `${field}.requirements[${index}]`)),
    ];
  });
}

function fieldRequirementCauses(requirement: Requirement, field: string): readonly StatusCause[] {
  const unnamed = requirement.key === "" ? [required(`${field}.key`, "must be specified")] : [];
  return [...unnamed, ...valuesCauses(requirement, field)];
}

function labelRequirementCauses(requirement: Requirement, field: string): readonly StatusCause[] {
  const { key, values = [] } = requirement;
  return [
    ...valuesCauses(requirement, field),
    ...qualifiedNameProblems(key).map((problem) => invalid(`${field}.key`, key, problem)),
    ...values.flatMap((value, index) =>
      labelValueProblems(value).map((problem) => invalid(`${field}.values[${index}]`, value, problem)),
    ),
  ];
}

/** What other operators need is not looked at: requirements with them are left out. */
function valuesCauses({ operator, values = [] }: Requirement, field: string): readonly StatusCause[] {
  const [isSet, isPresence] = [isSetOperator(operator), isPresenceOperator(operator)];
  if (isSet && values.length === 0) {
    return [required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'")];
  }
  if (!isPresence || values.length === 0) return [];
  return [forbidden(`${field}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
}

const isSetOperator = (operator: string | undefined): boolean => operator === "In" || operator === "NotIn";
const isPresenceOperator = (operator: string | undefined): boolean =>
  operator === "Exists" || operator === "DoesNotExist";

/** What of it nobody understands, and is left out: then the question is about more objects. Empty if there is no such thing. */
export function selectorProblem(resource: ResourceAttributes | undefined): string {
  return names
    .flatMap((name) => {
      const ignored = ignoredPart(name, resource?.[name]);
      return ignored === undefined ? [] : [`${pathOf(name)} ${ignored} due to parse error`];
    })
    .join("; ");
}

function ignoredPart(name: Name, { rawSelector = "", requirements = [] }: Selection = {}): string | undefined {
  if (rawSelector !== "") return isReadable(name, rawSelector) ? undefined : "ignored";
  const understood = requirements.filter(({ operator, values = [] }) =>
    name === "fieldSelector"
      ? isSetOperator(operator) && values.length === 1
      : isSetOperator(operator) || isPresenceOperator(operator),
  );
  if (understood.length === requirements.length) return undefined;
  return understood.length === 0 ? "ignored" : "partially ignored";
}

function isReadable(name: Name, text: string): boolean {
  try {
    if (name === "fieldSelector") parseFieldSelector(text);
    else parseSelector(text);
    return true;
  } catch {
    return false;
  }
}
