import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { test } from "vitest";
import { shellWord } from "./shell-word.ts";

test("a plain path stays as it is [cli/server]", ({ expect }) => {
  expect(shellWord("/tmp/setpoint-server-a1/kubeconfig")).toBe("/tmp/setpoint-server-a1/kubeconfig");
});

test("whatever a path holds, a shell takes it as one word [cli/server]", ({ expect }) => {
  const odd = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !text.includes("\0"));
  const texts = ["it's $HOME", "a b;c", ...fc.sample(odd, 40)];
  const words = texts.map((text) => shellWord(text)).join(" ");
  const printed = execFileSync("sh", ["-c", `printf '%s\\0' ${words}`], { encoding: "utf8" });
  expect(printed.split("\0").slice(0, -1)).toEqual(texts);
});
