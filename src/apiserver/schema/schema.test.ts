import { test } from "vitest";
import { parseJson } from "../../model/index.ts";
import { builtInSchemas, normalized, strictProblems, typeProblem } from "./index.ts";
import type { Schema } from "./index.ts";
import { apiVersions, strictBodies, writtenForms } from "./real-answers.fixture.ts";
import type { SampleKind } from "./real-answers.fixture.ts";
import { wrongTypes } from "./wrong-types.fixture.ts";

const schemas = builtInSchemas();

function schemaOf(kind: SampleKind): Schema {
  const schema = schemas.schemaOf({ apiVersion: apiVersions[kind], kind });
  if (schema === undefined) throw new Error(`There is no schema of ${kind}`);
  return schema;
}

test.for(wrongTypes)(
  "a wrong type is named as by Kubernetes' decoder: %s %s [apiserver/field-types]",
  ([kind, text, problem], { expect }) => {
    expect(typeProblem(parseJson(text), schemaOf(kind))).toBe(problem);
  },
);

test.for(strictBodies)(
  "unknown and duplicate fields are named as by Kubernetes: %s %s [apiserver/strict-fields]",
  ([kind, text, problems], { expect }) => {
    expect(strictProblems(text, schemaOf(kind)).join(", ")).toBe(problems);
  },
);

test.for(writtenForms)(
  "an object is written as Kubernetes writes it: %s %s [apiserver/written-form]",
  ([kind, text, answer], { expect }) => {
    const { metadata: _metadata, ...rest } = normalized(parseJson(text), schemaOf(kind)) as Record<string, unknown>;
    expect(rest).toEqual(answer);
  },
);

test.for(writtenForms)(
  "what is in its form already is not copied, and has nothing wrong: %s %s [apiserver/written-form]",
  ([kind, text], { expect }) => {
    const once = normalized(parseJson(text), schemaOf(kind));
    expect(normalized(once, schemaOf(kind))).toBe(once);
    expect(typeProblem(once, schemaOf(kind))).toBeUndefined();
    expect(strictProblems(JSON.stringify(once), schemaOf(kind))).toEqual([]);
  },
);
