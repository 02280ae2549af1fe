import { exactIntegerText } from "../../../model/index.ts";
import { duplicate, invalid } from "../../crd/index.ts";
import { every, fieldsOf, itemsOf, members, repeats, textOf } from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import type { Fields } from "./places.ts";
import { resourceAmount } from "./resource-names.ts";

const amounts: FieldCheck = (value, field) =>
  Object.entries(fieldsOf(value)).flatMap(([name, amount]) => resourceAmount(name)(amount, `${field}.${name}`));

const featureWords =
  "must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes";

const featureName: FieldCheck = (value, field) => {
  const name = textOf(value);
  const wrong = (words: string): ReturnType<FieldCheck> => [
    invalid(field, name, `invalid feature name ${JSON.stringify(name)}: ${words}`),
  ];
  if (name.length > 253) return wrong("must be no more than 253 characters");
  return /^[A-Z][A-Za-z0-9]*(?:\/[A-Za-z0-9]+)*$/.test(name) ? [] : wrong(featureWords);
};

/** What a node can do is told in order, each once. */
const features: FieldCheck = (value, field) => {
  const names = itemsOf(value).map(textOf);
  return names.flatMap((name, index) => {
    const at = `${field}[${index}]`;
    const before = names[index - 1];
    const place =
      before === undefined || before < name
        ? []
        : [before === name ? duplicate(at, name) : invalid(at, name, "list must be sorted alphabetically")];
    return [...place, ...featureName(name, at)];
  });
};

/** Messages have always told it in this place. */
const swapCapacity: FieldCheck = (value) => {
  const digits = exactIntegerText(value);
  return digits !== undefined && BigInt(digits) <= 0n
    ? [invalid("metadata.nodeSwapStatus.capacity", value, "must be greater than zero")]
    : [];
};

/** What is wrong with what a new node has and can do. */
export const newNodeStatus: FieldCheck = members({
  capacity: amounts,
  allocatable: amounts,
  nodeInfo: members({ swap: members({ capacity: swapCapacity }) }),
  declaredFeatures: features,
});

const nodeResources: FieldCheck = members({
  capacity: amounts,
  allocatable: amounts,
  declaredFeatures: features,
});

/** Messages show an address with the names that Go has for its members. */
function shownAddress({ type, address }: Fields): string {
  return JSON.stringify({ Type: textOf(type), Address: textOf(address) });
}

/** A node has each of its addresses once. */
const distinctAddresses: FieldCheck = (value, field) => {
  const shown = itemsOf(value).map((one) => shownAddress(fieldsOf(one)));
  const again = repeats(shown);
  return shown.flatMap((text, index) =>
    again.has(index)
      ? [{ reason: "FieldValueDuplicate", message: `Duplicate value: ${text}`, field: `${field}[${index}]` }]
      : [],
  );
};

/** What is wrong with the status of a node that there was before. */
export const nodeStatus: FieldCheck = every(nodeResources, members({ addresses: distinctAddresses }));
