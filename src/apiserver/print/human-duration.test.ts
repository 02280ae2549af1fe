import { test } from "vitest";
import { humanDuration, since } from "./human-duration.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

test.for([
  [-3 * second, "<invalid>"],
  [-second, "0s"],
  [0, "0s"],
  [119 * second + 999, "119s"],
  [120 * second, "2m"],
  [5 * minute + 30 * second, "5m30s"],
  [10 * minute + 30 * second, "10m"],
  [3 * hour - 1, "179m"],
  [3 * hour + 5 * minute, "3h5m"],
  [8 * hour + 5 * minute, "8h"],
  [47 * hour, "47h"],
  [2 * day + 3 * hour, "2d3h"],
  [8 * day + 3 * hour, "8d"],
  [2 * 365 * day + 5 * day, "2y5d"],
  [8 * 365 * day + 5 * day, "8y"],
] as const)("%d ms are written as %s [apiserver/table-ages]", ([ms, text], { expect }) => {
  expect(humanDuration(ms)).toBe(text);
});

test("no time is unknown, and what is none is invalid [apiserver/table-ages]", ({ expect }) => {
  expect(since(undefined, 0)).toBe("<unknown>");
  expect(since("yesterday", 0)).toBe("<invalid>");
  expect(since("1970-01-01T00:00:00Z", 5_000)).toBe("5s");
});
