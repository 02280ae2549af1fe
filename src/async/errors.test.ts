import { describe, test } from "vitest";
import { ChannelClosedError, ClockRunawayError, InvalidArgumentError, InvalidDurationError, shown } from "./errors.ts";

const input = { place: "an option", input: 1, expected: "something else" };

describe.for([
  ["SETPOINT_INVALID_ARGUMENT", InvalidArgumentError, new InvalidArgumentError(input)],
  ["SETPOINT_INVALID_DURATION", InvalidDurationError, new InvalidDurationError(input)],
  ["SETPOINT_CHANNEL_CLOSED", ChannelClosedError, new ChannelClosedError("send")],
  ["SETPOINT_CLOCK_RUNAWAY", ClockRunawayError, new ClockRunawayError("advance", 5)],
] as const)("%s", ([code, type, error]) => {
  test("is the stable code by which the error is recognised, also from another copy of the package", ({ expect }) => {
    expect([error.code, error.name]).toEqual([code, type.name]);
    expect(type.is(error)).toBe(true);
    expect(type.is(Object.assign(new Error("other copy"), { code }))).toBe(true);
    for (const other of [
      { code },
      new Error(error.message),
      Object.assign(new Error("x"), { code: "OTHER" }),
      undefined,
      null,
    ]) {
      expect(type.is(other)).toBe(false);
    }
  });
});

test("a message names the place, the input and what was expected", ({ expect }) => {
  expect(new InvalidArgumentError({ place: "Channel.capacity", input: -1, expected: "zero or more" }).message).toBe(
    "use -1 as Channel.capacity: expected zero or more",
  );
});

test.for([
  ["text", '"text"'],
  ['quote " and\nline', '"quote \\" and\\nline"'],
  ["x".repeat(1_000_000), `"${"x".repeat(64)}"… (1000000 characters)`],
  [NaN, "NaN"],
  [undefined, "undefined"],
  [null, "null"],
  [10n, "10"],
  [{ toString: () => "evil" }, "a value of type object"],
] as const)("a value is shown on one line, escaped and never long (%#)", ([value, text], { expect }) => {
  expect(shown(value)).toBe(text);
});
