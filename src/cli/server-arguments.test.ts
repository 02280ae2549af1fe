import { test } from "vitest";
import { CommandError } from "./errors.ts";
import { parseServerArguments } from "./server-arguments.ts";

test("a server needs no options [cli/server-options]", ({ expect }) => {
  expect(parseServerArguments([])).toEqual({ isHelp: false, port: 0, authorization: "rbac" });
});

test("options are read with and without an equals sign [cli/server-options]", ({ expect }) => {
  expect(
    parseServerArguments([
      "--port",
      "6443",
      "--authorization=off",
      "--token=a.b",
      "--kubeconfig",
      "f",
      "--host=::",
      "--client-ca=ca",
    ]),
  ).toEqual({
    isHelp: false,
    port: 6443,
    authorization: "off",
    token: "a.b",
    kubeconfig: "f",
    host: "::",
    clientCa: "ca",
  });
});

test.for([
  [["--port=65536"], 'expected --port to be a number from 0 to 65535, but got "65536"'],
  [["--port=-1"], "expected --port"],
  [["--port=0x10"], "expected --port"],
  [["--port="], "expected --port"],
  [["--host=localhost"], "expected --host to be an IP address of this machine"],
  [["--authorization=maybe"], "expected --authorization to be rbac or off"],
  [["--kubeconfig="], "expected --kubeconfig"],
  [["--client-ca="], "expected --client-ca"],
  [["--token=a b"], "expected --token to be a bearer token"],
  [["--colour=red"], "Unknown option '--colour'"],
  [["--port"], "--port"],
  [["extra"], "extra"],
] as const)("%s is refused with what was expected [cli/misused]", ([words, message], { expect }) => {
  const parse = (): unknown => parseServerArguments(words);
  expect(parse).toThrow(message);
  expect(parse).toThrow(expect.toSatisfy((error) => CommandError.is(error, "SETPOINT_CLI_USAGE")));
});

test("a token that cannot be is not repeated [cli/misused]", ({ expect }) => {
  expect(() => parseServerArguments(["--token=secret word"])).toThrow(
    expect.toSatisfy((error: Error) => !error.message.includes("secret")),
  );
});
