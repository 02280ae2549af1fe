import { test } from "vitest";
import { InvalidInputError } from "./errors.ts";

const error = new InvalidInputError({
  code: "SETPOINT_INVALID_KEY",
  attempt: "parse the object key",
  place: "--key",
  detail: 'unexpected key format: "a/b/c"',
  expected: "NAME or NAMESPACE/NAME",
});

test("the message of a refusal says what was attempted, where, what is wrong and what was expected [model/refusal-message]", ({
  expect,
}) => {
  expect(error.message).toBe(
    'Cannot parse the object key at --key: unexpected key format: "a/b/c" (expected NAME or NAMESPACE/NAME)',
  );
  expect(error).toMatchObject({ code: "SETPOINT_INVALID_KEY", place: "--key", expected: "NAME or NAMESPACE/NAME" });
});

test("a refusal of another copy of the package is recognised by its code [model/refusal-by-code]", ({ expect }) => {
  const foreign = Object.assign(new Error("anything"), { code: "SETPOINT_TOO_DEEP" });
  expect(InvalidInputError.is(foreign)).toBe(true);
  expect(InvalidInputError.is(foreign, "SETPOINT_INVALID_KEY", "SETPOINT_TOO_DEEP")).toBe(true);
  expect(InvalidInputError.is(foreign, "SETPOINT_INVALID_KEY")).toBe(false);
  expect(InvalidInputError.is(error, "SETPOINT_INVALID_KEY")).toBe(true);
});

test("nothing else is recognised as a refusal [model/refusal-by-code]", ({ expect }) => {
  const others: unknown[] = [
    undefined,
    null,
    "SETPOINT_TOO_DEEP",
    { code: "SETPOINT_TOO_DEEP" },
    new Error("SETPOINT_TOO_DEEP"),
    Object.assign(new Error("x"), { code: "ENOENT" }),
    Object.assign(new Error("x"), { code: "SETPOINT_API" }),
    Object.assign(new Error("x"), { code: 410 }),
  ];
  for (const other of others) expect(InvalidInputError.is(other)).toBe(false);
});
