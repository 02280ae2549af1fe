import { describe, test } from "vitest";
import { moduleOf } from "./fence-module.ts";

const moduleFor = (code: string, line = 2): string => moduleOf({ file: "README.md", line, code });

/** The module without its first line, which imports the assertion. */
const bodyOf = (code: string): string => moduleFor(code).split("\n").slice(1).join("\n").trimEnd();

test("the code stands on the same lines as in its page", ({ expect }) => {
  const lines = moduleFor("a();\nb();", 7).split("\n");
  expect(lines[0]).toMatch(/^import \{ assertShown \}/);
  expect(lines[6]).toBe("a();");
  expect(lines[7]).toBe("b();");
});

describe("a shown value becomes an assertion", () => {
  test.for([
    [`add(1, 2); // => 3`, `assertShown(add(1, 2), (3), 2); // => 3`],
    [`add(1, 2) // => 3`, `assertShown(add(1, 2), (3), 2) // => 3`],
    [`await get(); // => { a: 1 }`, `assertShown(await get(), ({ a: 1 }), 2); // => { a: 1 }`],
    [`const sum = add(1, 2); // => 3`, `const sum = add(1, 2); assertShown(sum, (3), 2); // => 3`],
    [`console.log(sum); // => 3`, `assertShown(sum, (3), 2); // => 3`],
    [`console.log(a, b); // => undefined`, `assertShown(console.log(a, b), (undefined), 2); // => undefined`],
    [`for (const a of all) { use(a); // => 1\n}`, `for (const a of all) { assertShown(use(a), (1), 2); // => 1\n}`],
    [`add(\n  1,\n); // => 3`, `assertShown(add(\n  1,\n), (3), 4); // => 3`],
    [`a(); b(); // => 2`, `a(); assertShown(b(), (2), 2); // => 2`],
    [`a(); // => 1\nb(); // => 2`, `assertShown(a(), (1), 2); // => 1\nassertShown(b(), (2), 3); // => 2`],
    [`a(); // => "b => c"`, `assertShown(a(), ("b => c"), 2); // => "b => c"`],
  ] as const)("%s", ([code, body], { expect }) => {
    expect(bodyOf(code)).toBe(body);
  });
});

test("an ordinary comment and an arrow are left alone", ({ expect }) => {
  const code = `a(); // calls a => b\nconst f = () => 1; // a function`;
  expect(bodyOf(code)).toBe(code);
});

test.for(["// => 3", "add(1, 2);\n// => 3", "const { a } = b; // => 3", "if (a) { // => 3\n}"])(
  "a shown value that belongs to nothing is a problem: %j",
  (code, { expect }) => {
    expect(() => moduleFor(code)).toThrow(
      /^README\.md:\d+: Put `\/\/ =>` on the last line of an expression or of a constant\.$/,
    );
  },
);

test("code that does not parse is a problem at the page's line", ({ expect }) => {
  expect(() => moduleFor("a();\nconst = 1;", 10)).toThrow(/^README\.md:11: /);
});
