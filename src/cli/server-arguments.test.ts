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
      "--event-ttl=1h30m",
    ]),
  ).toEqual({
    isHelp: false,
    port: 6443,
    authorization: "off",
    token: "a.b",
    kubeconfig: "f",
    host: "::",
    clientCa: "ca",
    eventTtl: 5_400_000,
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
  [["--event-ttl=1"], 'expected --event-ttl to be a duration such as 1h or 90m, or 0 for ever, but got "1"'],
  [["--event-ttl=-1s"], "expected --event-ttl"],
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
