import { describe, test } from "vitest";
import { isOwnHost } from "./loopback.ts";

describe("a Host header", () => {
  test.for(["localhost", "LOCALHOST:6443", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:6443"])(
    "%j names this machine",
    (host, { expect }) => {
      expect(isOwnHost(host)).toBe(true);
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
    expect(isOwnHost(host)).toBe(false);
  });

  test("may also be an address that the server listens on", ({ expect }) => {
    const addresses = ["192.0.2.1", "2001:db8::1"];
    for (const host of ["192.0.2.1:6443", "[2001:DB8::1]:6443", "localhost"]) {
      expect(isOwnHost(host, addresses)).toBe(true);
    }
    for (const host of ["192.0.2.2:6443", "example.dev", "", undefined]) expect(isOwnHost(host, addresses)).toBe(false);
  });
});
