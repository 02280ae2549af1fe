import { describe, test } from "vitest";
import { isLoopbackHost } from "./loopback.ts";

describe("a Host header", () => {
  test.for(["localhost", "LOCALHOST:6443", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:6443"])(
    "%j names this machine",
    (host, { expect }) => {
      expect(isLoopbackHost(host)).toBe(true);
    },
  );

  test.for([
    undefined,
    "",
    "example.dev",
    "localhost.example.dev",
    "127.0.0.1.example.dev:6443",
    "127.0.0.2",
    "localhost:6443, example.dev",
    "user@localhost",
    "[::1].example.dev",
    "localhost:port",
  ])("%j names another", (host, { expect }) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});
