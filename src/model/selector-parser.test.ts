import fc from "fast-check";
import { test } from "vitest";
import { InvalidInputError } from "./errors.ts";
import { everything } from "./selector.ts";
import { parseSelector } from "./selector-parser.ts";
import vectors from "./testdata/label-selectors.json" with { type: "json" };

/** The three rules that most messages end with stand in the vectors by their names. */
function spelledOut(message: string): string {
  return message.replace(/\{(NAME|VALUE|DNS)\}/g, (_, rule: keyof typeof vectors.rules) => vectors.rules[rule]);
}

function refusalOf(text: unknown, place?: string): InvalidInputError {
  try {
    parseSelector(text as string, place);
  } catch (error) {
    if (InvalidInputError.is(error, "SETPOINT_INVALID_SELECTOR")) return error;
    throw error;
  }
  throw new Error(`${JSON.stringify(text)} was accepted`);
}

test("what Kubernetes accepts is accepted and printed as Kubernetes prints it [model/selector-grammar]", ({
  expect,
}) => {
  for (const [text = "", printed, place] of vectors.accepted) {
    expect([text, parseSelector(text, place).toString()]).toEqual([text, printed]);
  }
  expect(vectors.accepted.length).toBeGreaterThan(70);
});

test("what Kubernetes refuses is refused with the same message [model/selector-messages]", ({ expect }) => {
  for (const [text = "", message = "", place] of vectors.refused) {
    const refusal = refusalOf(text, place);
    expect([text, refusal.detail]).toEqual([text, spelledOut(message)]);
    expect(refusal.place).toBe(place);
    expect(refusal.message).toContain(`Cannot parse the label selector${place === undefined ? "" : ` at ${place}`}: `);
  }
  expect(vectors.refused.length).toBeGreaterThan(120);
});

test("what is printed reads back to the same selector [model/selector-round-trip]", ({ expect }) => {
  const key = fc.constantFrom("app", "in", "notin", "example.com/tier", "A.b-c_d", "constructor");
  const values = fc.array(fc.constantFrom("web", "", "in", "notin", "a.b-c_d", "10"), { minLength: 1, maxLength: 4 });
  const requirement = fc.oneof(
    key,
    key.map((name) => `!${name}`),
    fc
      .tuple(key, fc.constantFrom("=", "==", "!="), values)
      .map(([name, operator, [value]]) => `${name}${operator}${value}`),
    fc
      .tuple(key, fc.constantFrom("in", "notin"), values)
      .map(([name, word, list]) => `${name} ${word} (${list.join(",")})`),
    fc.tuple(key, fc.constantFrom(">", "<"), fc.integer({ min: 0 })).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(fc.array(requirement, { maxLength: 6 }), (requirements) => {
      const selector = parseSelector(requirements.join(", "));
      const again = parseSelector(selector.toString());
      expect(again.toString()).toBe(selector.toString());
      expect(again.requirements.map(String)).toEqual(selector.requirements.map(String));
      expect(selector.requirements).toHaveLength(requirements.length);
    }),
  );
});

test("every text is either read or refused with a code [model/selector-messages]", ({ expect }) => {
  const piece = fc.constantFrom(
    "a",
    "in",
    "notin",
    "(",
    ")",
    ",",
    "=",
    "!",
    "<",
    ">",
    " ",
    "\0",
    "é",
    "/",
    "-",
    "1",
    "__proto__",
  );
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(piece).map((pieces) => pieces.join("")),
  );
  fc.assert(
    fc.property(text, (input) => {
      try {
        parseSelector(input);
      } catch (error) {
        expect(InvalidInputError.is(error, "SETPOINT_INVALID_SELECTOR")).toBe(true);
      }
    }),
  );
});

test.for([[undefined], [null], [7], [{}], [["app"]]])(
  "%o is refused as the text of a selector [model/selector-messages]",
  ([text], { expect }) => {
    expect(refusalOf(text, "labelSelector").place).toBe("labelSelector");
  },
);

test("the empty selector chooses everything [model/selector-everything]", ({ expect }) => {
  expect(parseSelector("")).toBe(everything());
  expect(parseSelector(" ").isEverything).toBe(true);
});

test("a very long selector is read or refused without delay [model/selector-linear]", ({ expect }) => {
  const many = 200_000;
  const terms = Array.from({ length: many }, (_, index) => `k${index}=v`).join(",");
  expect(parseSelector(terms).requirements).toHaveLength(many);
  const values = Array.from({ length: many }, (_, index) => `v${index}`).join(",");
  expect(parseSelector(`app in (${values})`).requirements[0]?.values).toHaveLength(many);
  const evil = [
    "a".repeat(many),
    `${"a".repeat(many)}!`,
    "a-".repeat(many),
    `${"a.".repeat(many)}/x`,
    "/".repeat(many),
  ];
  for (const text of [
    ...evil,
    `x=${evil[2]}`,
    "(".repeat(many),
    "!".repeat(many),
    ",".repeat(many),
    "é".repeat(many),
  ]) {
    expect(refusalOf(text).code).toBe("SETPOINT_INVALID_SELECTOR");
  }
});
