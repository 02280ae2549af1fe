import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../src/async/index.ts";
import { executableName, findBinaries, findGo } from "./binaries.ts";
import { ControlPlaneError } from "./errors.ts";
import { goBuild } from "./go-build.ts";
import { acquireLock } from "./lock.ts";
import { binariesFolder, controlPlaneVersions, moduleFolder } from "./versions.ts";
import type { ControlPlaneVersions, Environment } from "./versions.ts";

/** What building needs from outside. */
export interface BuildOptions {
  readonly clock: Clock;
  readonly environment: Environment;
  /** Called with each line of progress. */
  readonly print: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Builds the named commands into the cache, unless they are there already. A binary appears whole or not at all, and of several builds at
 * the same time one works and the others wait for it.
 */
export async function buildBinaries(names: readonly string[], options: BuildOptions): Promise<void> {
  const { environment, clock, print, signal } = options;
  const packages = await commandPackages();
  for (const name of names) packageOf(name, packages);

  const versions = controlPlaneVersions();
  const folder = binariesFolder(environment, versions);
  const cacheOnly = { ...environment, KUBEBUILDER_ASSETS: undefined };
  const absent = (): readonly string[] => findBinaries(names, cacheOnly).missing;
  if (absent().length === 0) {
    print(`${names.join(", ")}: built already, reused from ${folder}`);
    return;
  }
  const onWait = ({ pid }: { pid: number }): void => print(`another build is running (process ${pid}), waiting for it`);
  await using _lock = await acquireLock(join(folder, "build.lock"), { clock, signal, onWait });
  await removeDrafts(folder);
  for (const name of absent()) {
    await buildOne(name, { ...options, versions, folder, package: packageOf(name, packages) });
  }
  print(`${names.join(", ")}: built in ${folder}`);
}

/** The commands that `tools.go` imports: package paths by the name of the command. */
export async function commandPackages(): Promise<ReadonlyMap<string, string>> {
  const source = await readFile(join(moduleFolder, "tools.go"), "utf8");
  const paths = [...source.matchAll(/^\s*_ "(\S+)"/gm)].map((match) => match[1] ?? "");
  return new Map(paths.map((path) => [commandName(path), path]));
}

/** etcd's command is the package that is called after its version. */
function commandName(path: string): string {
  return path.startsWith("go.etcd.io/etcd/server/") ? "etcd" : path.slice(path.lastIndexOf("/") + 1);
}

function packageOf(name: string, packages: ReadonlyMap<string, string>): string {
  const path = packages.get(name);
  if (path !== undefined) return path;
  throw new ControlPlaneError(
    "SETPOINT_CONTROL_PLANE_UNKNOWN_BINARY",
    `building ${JSON.stringify(name)}: expected one of ${[...packages.keys()].join(", ")} (the commands that tools.go imports)`,
  );
}

interface BuildOne extends BuildOptions {
  readonly versions: ControlPlaneVersions;
  readonly folder: string;
  readonly package: string;
}

const draftPrefix = "building-";

async function buildOne(name: string, options: BuildOne): Promise<void> {
  const { clock, environment, print, signal, folder, versions } = options;
  const go = findGo(environment);
  if (go === undefined) throw noGo(name, versions);
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `${draftPrefix}${executableName(name)}`);
  const startedAt = clock.monotonic();
  const seconds = (): number => Math.round((clock.monotonic() - startedAt) / 1000);
  print(`${name}: building ${options.package} (Kubernetes ${versions.kubernetes}, etcd ${versions.etcd})`);
  await goBuild({
    go,
    package: options.package,
    output: draft,
    linkFlags: linkFlags(versions.kubernetes),
    clock,
    environment,
    signal,
    onProgress: (progress) => print(`${name}: ${progress}, ${seconds()} s`),
  });
  await rename(draft, join(folder, executableName(name)));
  print(`${name}: built in ${seconds()} s`);
}

function noGo(name: string, versions: ControlPlaneVersions): ControlPlaneError {
  const install = `install Go ${versions.go} or newer (https://go.dev/dl) and build again`;
  const assets = `set KUBEBUILDER_ASSETS to a folder with etcd, kube-apiserver and kubectl ${versions.kubernetes}`;
  return new ControlPlaneError(
    "SETPOINT_CONTROL_PLANE_NO_GO",
    `building ${name}: there is no \`go\` command on the PATH; ${install}, or ${assets}`,
  );
}

/** A build that was killed leaves its draft behind. Only called under the lock. */
async function removeDrafts(folder: string): Promise<void> {
  const names = await readdir(folder);
  await Promise.all(
    names.filter((name) => name.startsWith(draftPrefix)).map((name) => rm(join(folder, name), { force: true })),
  );
}

/** A Go module knows no release: without these, every Kubernetes command would call itself v0.0.0. */
function linkFlags(kubernetes: string): string {
  const [major, minor] = kubernetes.slice(1).split(".");
  const values = { gitVersion: kubernetes, gitMajor: major, gitMinor: minor, gitTreeState: "clean" };
  const packages = ["k8s.io/component-base/version", "k8s.io/client-go/pkg/version"];
  const settings = packages.flatMap((path) =>
    Object.entries(values).map(([name, value]) => `-X ${path}.${name}=${value}`),
  );
  return ["-s", "-w", ...settings].join(" ");
}
