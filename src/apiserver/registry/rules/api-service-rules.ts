import { dns1035LabelProblems, pathSegmentProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { invalid, required } from "../../crd/index.ts";
import {
  among,
  fieldsOf,
  formed,
  isGiven,
  items,
  members,
  needed,
  numberOf,
  subdomain,
  textOf,
  unlessEmpty,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import type { Fields } from "./places.ts";

function between(most: number): FieldCheck {
  const words = `must be positive and less than ${most}`;
  return (value, field) =>
    numberOf(value) <= 0 || numberOf(value) > most ? [invalid(field, numberOf(value), words)] : [];
}

const port: FieldCheck = (value, field) => {
  const words = "port is not valid: must be between 1 and 65535, inclusive";
  return numberOf(value) < 1 || numberOf(value) > 65_535 ? [invalid(field, numberOf(value), words)] : [];
};

/** How the server behind is reached and trusted. */
const reached: FieldCheck = (value, field) => {
  const { service, caBundle, insecureSkipTLSVerify: isInsecure } = fieldsOf(value);
  const bytes = atob(textOf(caBundle)).length;
  const at = `${field}.insecureSkipTLSVerify`;
  if (!isGiven(service)) {
    return [
      ...(bytes > 0
        ? [invalid(`${field}.caBundle`, `${bytes} bytes`, "local APIServices may not have a caBundle")]
        : []),
      ...(isInsecure === true ? [invalid(at, true, "local APIServices may not have insecureSkipTLSVerify")] : []),
    ];
  }
  return [
    ...members({ namespace: needed(), name: needed(), port })(service, `${field}.service`),
    ...(isInsecure === true && bytes > 0 ? [invalid(at, true, "may not be true if caBundle is present")] : []),
  ];
};

/** What is wrong with a server behind this one. */
export function apiServiceCauses(next: Fields, old: Fields | undefined): readonly StatusCause[] {
  const metadata = fieldsOf(next["metadata"]);
  const spec = fieldsOf(next["spec"]);
  const [group, version] = [textOf(spec["group"]), textOf(spec["version"])];
  const own = `${version}.${group}`;
  const words = `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(own)}`;
  const noGroup = "only v1 may have an empty group and it better be legacy kube";
  const states = items(members({ status: among(["True", "False", "Unknown"]) }));
  return [
    ...["generateName", "name"].flatMap((key) => {
      const text = textOf(metadata[key]);
      if (text === "" || text === own || pathSegmentProblems(text).length > 0) return [];
      return [invalid(`metadata.${key}`, text, words)];
    }),
    ...(group === "" && version !== "v1" ? [required("spec.group", noGroup)] : []),
    ...members({
      group: unlessEmpty(subdomain),
      version: formed(dns1035LabelProblems),
      groupPriorityMinimum: between(20_000),
      versionPriority: between(1000),
    })(spec, "spec"),
    ...reached(spec, "spec"),
    ...(old === undefined ? [] : members({ conditions: states })(next["status"], "status")),
  ];
}
