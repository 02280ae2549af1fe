import { dns1123LabelProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, notSupported, required } from "../../crd/index.ts";
import { typedConditions } from "./condition-checks.ts";
import {
  among,
  every,
  fieldsOf,
  formed,
  from,
  isGiven,
  items,
  itemsOf,
  label,
  members,
  needed,
  numberOf,
  optional,
  subdomain,
  textOf,
  upTo,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import type { Fields } from "./places.ts";

const nameOf = (object: Fields): string => textOf(fieldsOf(object["metadata"])["name"]);

/** A list that may hold a star, but then nothing else. */
function starred(missing: string, others: string, check: FieldCheck = () => []): FieldCheck {
  return needed((value, field) => {
    const all = itemsOf(value);
    if (!all.includes("*")) return check(value, field);
    return all.length > 1 ? [invalid(field, all, `if '*' is present, must not specify other ${others}`)] : [];
  }, missing);
}

const knownVerbs: readonly string[] = "create delete deletecollection get list patch proxy update watch".split(" ");

const verbs: FieldCheck = starred("verbs must contain at least one value", "verbs", (value, field) =>
  itemsOf(value).every((verb) => knownVerbs.includes(textOf(verb))) ? [] : [notSupported(field, value, knownVerbs)],
);

const urlPath: FieldCheck = (value, field) => {
  const text = textOf(value);
  const stars = text.split("*").length - 1;
  const words = [
    ...(text === "" ? ["must not be empty"] : []),
    ...(text.startsWith("/") ? [] : ["must start with slash"]),
    ...(text.includes(" ") ? ["must not contain white-space"] : []),
    ...(text.includes("//") ? ["must not contain double slash"] : []),
    ...(stars > 1 || (stars === 1 && !text.endsWith("/*")) ? ["wildcard can only do suffix matching"] : []),
  ];
  return words.slice(0, 1).map((problem) => invalid(field, text, problem));
};

const ownNamespaces = "resource rules that are not cluster scoped must supply at least one namespace";

const resourceRule: FieldCheck = (value, field) => {
  const { namespaces, clusterScope } = fieldsOf(value);
  const isAnywhere = itemsOf(namespaces).length === 0 && clusterScope === true;
  const intro = "each member of this list must be '*' or a DNS-1123 label; ";
  return [
    ...members({
      verbs,
      apiGroups: starred("resource rules must supply at least one api group", "api groups"),
      resources: starred("resource rules must supply at least one resource", "resources"),
    })(value, field),
    ...(isAnywhere
      ? []
      : starred(
          ownNamespaces,
          "namespaces",
          items(formed((text) => dns1123LabelProblems(text).map((problem) => intro + problem))),
        )(namespaces, `${field}.namespaces`)),
  ];
};

const nonResourceRule: FieldCheck = members({
  verbs,
  nonResourceURLs: starred("nonResourceURLs must contain at least one value", "non-resource URLs", items(urlPath)),
});

const kinds: Readonly<Record<string, string>> = { Group: "group", ServiceAccount: "serviceAccount", User: "user" };

const account: FieldCheck = members({
  name: needed((value, field) => (value === "*" ? [] : subdomain(value, field))),
  namespace: needed(label, "must specify namespace for service account"),
});

const subject: FieldCheck = (value, field) => {
  const given = fieldsOf(value);
  const kind = textOf(given["kind"]);
  const own = Object.hasOwn(kinds, kind) ? (kinds[kind] ?? "") : "";
  if (own === "") return [notSupported(`${field}.kind`, kind, Object.keys(kinds))];
  const words = `${own} is required when subject kind is '${kind}'`;
  const check = own === "serviceAccount" ? account : members({ name: needed() });
  const others = ["ServiceAccount", "User", "Group"].filter((other) => other !== kind);
  return [
    ...needed(check, words)(given[own], `${field}.${own}`),
    ...others.flatMap((other) => {
      const member = kinds[other] ?? "";
      const unwanted = `${member} is forbidden when subject kind is not '${other}'`;
      return isGiven(given[member]) ? [forbidden(`${field}.${member}`, unwanted)] : [];
    }),
  ];
};

const flowRule: FieldCheck = (value, field) => {
  const { resourceRules, nonResourceRules } = fieldsOf(value);
  const isEmpty = itemsOf(resourceRules).length === 0 && itemsOf(nonResourceRules).length === 0;
  const words = "at least one of resourceRules and nonResourceRules has to be non-empty";
  return [
    ...members({ subjects: needed(items(subject), "subjects must contain at least one value") })(value, field),
    ...(isEmpty ? [required(field, words)] : []),
    ...members({ resourceRules: items(resourceRule), nonResourceRules: items(nonResourceRule) })(value, field),
  ];
};

/** What is wrong with which requests are of one flow. */
export function flowSchemaCauses(next: Fields): readonly StatusCause[] {
  const isExempt = nameOf(next) === "exempt";
  const first: FieldCheck = (value, field) =>
    value === 1 && !isExempt
      ? [invalid(field, value, "only the schema named 'exempt' may have matchingPrecedence 1")]
      : [];
  const spec = members({
    matchingPrecedence: every(
      from(1, "must be a positive value"),
      upTo(10_000, "must not be greater than 10000"),
      first,
    ),
    distinguisherMethod: optional((value, field) => {
      const types = ["ByNamespace", "ByUser"];
      const { type } = fieldsOf(value);
      return types.includes(textOf(type)) ? [] : [notSupported(`${field}.type`, { Type: textOf(type) }, types)];
    }),
    priorityLevelConfiguration: members({
      name: needed(subdomain, "must reference a priority level"),
    }),
    rules: items(flowRule),
  });
  return members({ spec, status: members({ conditions: typedConditions }) })(next, "");
}

const positive: FieldCheck = from(1, "must be positive");
const notNegative: FieldCheck = from(0, "must be a non-negative integer");

const percent: FieldCheck = (value, field) =>
  numberOf(value) < 0 || numberOf(value) > 100 ? [invalid(field, value, "must be between 0 and 100, inclusive")] : [];

const maxQueues = 10_000_000;

/** How many bits it takes to deal a hand from so many queues. */
function entropy(queues: number, hand: number): number {
  let values = 1;
  for (let dealt = 0; dealt < hand; dealt++) values *= queues - dealt;
  return Math.ceil(Math.log2(values));
}

const queuing: FieldCheck = (value, field) => {
  const [queues, hand] = [numberOf(fieldsOf(value)["queues"]), numberOf(fieldsOf(value)["handSize"])];
  const deal = (): readonly StatusCause[] => {
    const at = `${field}.handSize`;
    if (hand <= 0) return [invalid(at, hand, "must be positive")];
    if (hand > queues) return [invalid(at, hand, `should not be greater than queues (${queues})`)];
    const words = `required entropy bits of deckSize ${queues} and handSize ${hand} should not be greater than 60`;
    return entropy(queues, hand) > 60 ? [invalid(at, hand, words)] : [];
  };
  return [
    ...members({
      queueLengthLimit: positive,
      queues: every(positive, upTo(maxQueues, `must not be greater than ${maxQueues}`)),
    })(value, field),
    ...deal(),
  ];
};

/** One of some types, or none at all. */
function typeCauses(type: string, field: string, types: readonly string[]): readonly StatusCause[] {
  return type === "" ? [required(field)] : among(types)(type, field);
}

const limitResponse: FieldCheck = (value, field) => {
  const { type, queuing: given } = fieldsOf(value);
  const at = `${field}.queuing`;
  if (type === "Reject") {
    return isGiven(given) ? [forbidden(at, "must be nil if limited.limitResponse.type is not Limited")] : [];
  }
  if (type !== "Queue") return typeCauses(textOf(type), `${field}.type`, ["Queue", "Reject"]);
  return needed(queuing, "must not be empty if limited.limitResponse.type is Limited")(given, at);
};

const limited: FieldCheck = members({
  nominalConcurrencyShares: notNegative,
  limitResponse,
  lendablePercent: optional(percent),
  borrowingLimitPercent: optional(from(0, "if specified, must be a non-negative integer")),
});

const exempt: FieldCheck = members({
  nominalConcurrencyShares: optional(notNegative),
  lendablePercent: optional(percent),
});

/** What is wrong with how many requests of one importance are answered at a time. */
export function priorityLevelCauses(next: Fields): readonly StatusCause[] {
  const spec: FieldCheck = (value, field) => {
    const { type, limited: most, exempt: all } = fieldsOf(value);
    const isOwn = (nameOf(next) === "exempt") === (type === "Exempt");
    const words = "must be 'Exempt' if and only if `name` is 'exempt'";
    const causes = isOwn ? [] : [invalid(`${field}.type`, textOf(type), words)];
    if (type === "Exempt") {
      const none = isGiven(most) ? [forbidden(`${field}.limited`, "must be nil if the type is not Limited")] : [];
      return [...causes, ...none, ...optional(exempt)(all, `${field}.exempt`)];
    }
    if (type !== "Limited") return [...causes, ...typeCauses(textOf(type), `${field}.type`, ["Exempt", "Limited"])];
    return [
      ...causes,
      ...(isGiven(all) ? [forbidden(`${field}.exempt`, "must be nil if the type is Limited")] : []),
      ...needed(limited, "must not be empty when type is Limited")(most, `${field}.limited`),
    ];
  };
  return members({ spec, status: members({ conditions: typedConditions }) })(next, "");
}
