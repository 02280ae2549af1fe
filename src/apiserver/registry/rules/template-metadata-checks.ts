import { labelValueProblems, qualifiedNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid } from "../../crd/index.ts";
import { fieldsOf, isGiven, textOf } from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";

const taken: readonly string[] = ["labels", "annotations"];

/** Whether a member says something: Go does not tell an empty text or a generation of zero from nothing. */
function isSaid(value: unknown, name: string): boolean {
  return isGiven(value) && value !== "" && !(name === "generation" && value === 0);
}

/** The metadata that what is made from a template gets of it: labels and annotations, and nothing else. */
export const templateMetadata: FieldCheck = (value, field) => {
  const metadata = fieldsOf(value);
  const { labels, annotations } = metadata;
  return [
    ...Object.keys(fieldsOf(annotations)).flatMap((key) =>
      qualifiedNameProblems(key.toLowerCase()).map((problem) => invalid(`${field}.annotations`, key, problem)),
    ),
    ...Object.entries(fieldsOf(labels)).flatMap(([key, text]): readonly StatusCause[] => [
      ...qualifiedNameProblems(key).map((problem) => invalid(`${field}.labels`, key, problem)),
      ...labelValueProblems(textOf(text)).map((problem) => invalid(`${field}.labels`, text, problem)),
    ]),
    ...Object.keys(metadata)
      .filter((name) => !taken.includes(name) && isSaid(metadata[name], name))
      .map((name) => forbidden(`${field}.${name === "uid" ? "uID" : name}`, "cannot be set")),
  ];
};
