import { describe, test } from "vitest";
import { parseArguments } from "./arguments.ts";

describe("the command line", () => {
  test("builds what is named", ({ expect }) => {
    expect(parseArguments(["build"])).toEqual({ name: "build", binaries: [] });
    expect(parseArguments(["build", "etcd", "kubectl"])).toEqual({ name: "build", binaries: ["etcd", "kubectl"] });
  });

  test.for(["start", "stop", "status", "env"])("knows %s, which takes nothing else", (name, { expect }) => {
    expect(parseArguments([name])).toEqual({ name });
    expect(parseArguments([name, "now"])).toMatchObject({ name: "misused", problem: expect.stringContaining('"now"') });
  });

  test.for([["--help"], ["-h"], ["help"], ["build", "--help"], ["nonsense", "--help"]])(
    "explains itself when asked: %s",
    (words, { expect }) => {
      expect(parseArguments(words)).toEqual({ name: "help" });
    },
  );

  test.for([[], ["nonsense"], ["--wait"], ["build", "--force"], ["__proto__"], ["constructor"]])(
    "refuses what it does not know: %s",
    (words, { expect }) => {
      expect(parseArguments(words)).toMatchObject({ name: "misused" });
    },
  );
});
