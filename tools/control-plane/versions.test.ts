import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { describe, test } from "vitest";
import { ControlPlaneError } from "./errors.ts";
import { binariesFolder, cacheRoot, controlPlaneVersions, daemonFolder, parseVersions } from "./versions.ts";

describe("versions", () => {
  test("are those that go.mod requires", ({ expect }) => {
    const goMod =
      "module m\n\ngo 1.26.0\n\nrequire (\n\tgo.etcd.io/etcd/server/v3 v3.6.8\n\tk8s.io/kubernetes v1.36.3\n)\n";
    expect(parseVersions(goMod)).toEqual({ kubernetes: "v1.36.3", etcd: "v3.6.8", go: "1.26.0" });
  });

  test("of a module that is only required indirectly, or replaced, are not mistaken for those of the servers", ({
    expect,
  }) => {
    const goMod = "go 1.26.0\nrequire go.etcd.io/etcd/server/v3 v3.6.8\nreplace x => k8s.io/kubernetes v9.9.9\n";
    const reading = (): unknown => parseVersions(goMod);
    expect(reading).toThrow(expect.objectContaining({ code: "SETPOINT_CONTROL_PLANE_VERSIONS" }));
    expect(reading).toThrow(/k8s\.io\/kubernetes/);
  });

  test("of this checkout can be read", ({ expect }) => {
    expect(controlPlaneVersions().kubernetes).toMatch(/^v1\.\d+\.\d+$/);
  });

  test("errors are recognised by their code", ({ expect }) => {
    const error = new ControlPlaneError("SETPOINT_CONTROL_PLANE_BUILD", "x");
    expect(ControlPlaneError.is(error)).toBe(true);
    expect(ControlPlaneError.is(error, "SETPOINT_CONTROL_PLANE_BUILD")).toBe(true);
    expect(ControlPlaneError.is(error, "SETPOINT_CONTROL_PLANE_MISSING")).toBe(false);
    expect(ControlPlaneError.is(Object.assign(new Error("x"), { code: "ENOENT" }))).toBe(false);
  });
});

describe("the cache folder", () => {
  test("is SETPOINT_CACHE before anything else, made absolute", ({ expect }) => {
    expect(cacheRoot({ SETPOINT_CACHE: "/a", XDG_CACHE_HOME: "/b" })).toBe(resolve("/a"));
    expect(cacheRoot({ SETPOINT_CACHE: "a" })).toBe(resolve("a"));
  });

  test("is below XDG_CACHE_HOME, unless that is relative", ({ expect }) => {
    expect(cacheRoot({ XDG_CACHE_HOME: "/b" })).toBe(join("/b", "setpoint"));
    expect(cacheRoot({ XDG_CACHE_HOME: "b" })).toBe(join(homedir(), ".cache", "setpoint"));
  });

  test("is below the home folder otherwise, also when the variables are empty", ({ expect }) => {
    expect(cacheRoot({ SETPOINT_CACHE: "", XDG_CACHE_HOME: "" })).toBe(join(homedir(), ".cache", "setpoint"));
  });

  test("keeps the binaries of each version and platform apart", ({ expect }) => {
    const environment = { SETPOINT_CACHE: "/a" };
    const folder = binariesFolder(environment, { kubernetes: "v1.36.3", etcd: "v3.6.8", go: "1.26.0" });
    expect(folder).toBe(
      resolve("/a", "control-plane", `kubernetes-v1.36.3-etcd-v3.6.8-${process.platform}-${process.arch}`),
    );
    expect(daemonFolder(environment)).toBe(resolve("/a", "control-plane", "run", "default"));
  });
});
