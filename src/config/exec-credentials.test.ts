import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { rootCertificates } from "node:tls";
import { describe, test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { createLogger, MetricsRegistry } from "../observe/index.ts";
import { configDefaults } from "./defaults.ts";
import { execCredentials } from "./exec-credentials.ts";
import { kubeconfig, refusalOf } from "./kubeconfig.fixture.ts";
import { parseKubeconfig } from "./parse-kubeconfig.ts";
import {
  apiVersion,
  execCredential,
  lifeline,
  printingPlugin,
  scriptedPlugin,
  exec,
  tokenOf,
} from "./plugin.fixture.ts";

const [authority = ""] = rootCertificates;
const startMs = Date.UTC(2030, 0, 1);

describe("a plugin", () => {
  test("is run when its credential is needed, and not before [config/exec]", async ({ expect }) => {
    await using plugin = await printingPlugin(execCredential({ token: "from-plugin" }));
    const { credentials } = await parseKubeconfig(exec({ command: plugin.command }));
    expect(plugin.runs).toBe(0);
    expect((await credentials?.current({}))?.authorization).toBe("Bearer from-plugin");
    expect((await credentials?.current({}))?.authorization).toBe("Bearer from-plugin");
    expect(plugin.runs).toBe(1);
  });

  test("is not run where the user has something else [config/exec-last]", async ({ expect }) => {
    await using plugin = await printingPlugin(execCredential({ token: "from-plugin" }));
    const fields = { apiVersion, command: plugin.command, interactiveMode: "Never" };
    const config = await parseKubeconfig(kubeconfig({ user: { token: "static", exec: fields } }));
    expect(config).toMatchObject({ token: "static" });
    expect(config.credentials).toBeUndefined();
  });

  test("gets our variables, its own, its arguments as they are and what is wanted [config/exec-environment]", async ({
    expect,
  }) => {
    await using plugin = await scriptedPlugin(
      `printf '%s|%s|' "$1" "$2" > seen; printf '%s|%s|%s' "$OURS" "$ITS" "$BOTH" >> seen
       printf %s "$KUBERNETES_EXEC_INFO" > info; echo '${execCredential({ token: "t" })}'`,
    );
    const environment = { PATH: process.env["PATH"], OURS: "ours", BOTH: "ours", KUBERNETES_EXEC_INFO: "old" };
    const args = ["$(touch evil); `touch evil` | & ' \"", "*"];
    await tokenOf({ command: plugin.command, args, env: { ITS: "its", BOTH: "its" } }, { environment });
    expect(plugin.file("seen")).toBe(`${args[0]}|*|ours|its|its`);
    expect(JSON.parse(plugin.file("info"))).toEqual({
      kind: "ExecCredential",
      apiVersion,
      spec: { interactive: false },
    });
    expect(() => plugin.file("evil")).toThrow("ENOENT");
  });

  test("is told about the cluster only if it asks [config/exec-cluster]", async ({ expect }) => {
    await using plugin = await scriptedPlugin(
      `printf %s "$KUBERNETES_EXEC_INFO" > info; echo '${execCredential({ token: "t" })}'`,
    );
    const cluster = {
      "certificate-authority-data": Buffer.from(authority).toString("base64"),
      "tls-server-name": "name",
      "proxy-url": "http://proxy",
      "disable-compression": true,
      extensions: [
        { name: "other", extension: 1 },
        { name: "client.authentication.k8s.io/exec", extension: { audience: "a" } },
      ],
    };
    const told = async (provideClusterInfo: boolean): Promise<unknown> => {
      const fields = { apiVersion, command: plugin.command, interactiveMode: "Never", provideClusterInfo };
      const { credentials } = await parseKubeconfig(kubeconfig({ cluster, user: { exec: fields } }));
      await credentials?.current({});
      return (JSON.parse(plugin.file("info")) as { readonly spec: Readonly<Record<string, unknown>> }).spec["cluster"];
    };
    expect(await told(false)).toBeUndefined();
    const { extensions: _extensions, ...rest } = cluster;
    expect(await told(true)).toEqual({ server: "https://cluster.example:6443", ...rest, config: { audience: "a" } });
  });

  test("has the terminal only if there is one and it wants it [config/exec-stdin]", async ({ expect }) => {
    await using plugin = await scriptedPlugin(
      `printf %s "$KUBERNETES_EXEC_INFO" > info; echo '${execCredential({ token: "t" })}'`,
    );
    const cases = [
      ["Never", true, false],
      ["Never", false, false],
      ["IfAvailable", true, true],
      ["IfAvailable", false, false],
      ["Always", true, true],
    ] as const;
    for (const [interactiveMode, isTerminal, interactive] of cases) {
      await tokenOf({ command: plugin.command, interactiveMode }, { isTerminal });
      expect(JSON.parse(plugin.file("info"))).toMatchObject({ spec: { interactive } });
    }
    const error = await refusalOf(
      tokenOf({ command: plugin.command, interactiveMode: "Always" }, { isTerminal: false }),
    );
    expect(error.message).toContain("it has to ask a person, and the standard input is no terminal");
    expect(plugin.runs).toBe(cases.length);
  });

  test("with a path in its command is looked for from the kubeconfig's folder, a bare name in PATH [config/exec-path]", async ({
    expect,
  }) => {
    await using plugin = await printingPlugin(execCredential({ token: "found" }));
    const { folder } = plugin;
    const fromFolder = await parseKubeconfig(exec({ command: "./plugin" }), { folder });
    expect((await fromFolder.credentials?.current({}))?.authorization).toBe("Bearer found");
    expect(await tokenOf({ command: "plugin" }, { environment: { PATH: `/does/not/exist:${folder}:/bin` } })).toBe(
      "Bearer found",
    );
    await writeFile(join(folder, "text"), "", { mode: 0o644 });
    for (const [command, PATH] of [
      ["plugin", ""],
      ["plugin", relative(process.cwd(), folder)],
      ["plugin", "/bin"],
      ["text", folder],
      [folder, "/bin"],
    ]) {
      const error = await refusalOf(tokenOf({ command: command ?? "" }, { environment: { PATH } }));
      expect(error.code).toBe("SETPOINT_CONFIG_PLUGIN_MISSING");
    }
  });

  test("that is not there is an error with the install hint, which can't steer a terminal [config/exec-missing]", async ({
    expect,
  }) => {
    const command = exec({ command: "/does/not/exist", installHint: "get it\n\u001b[31mhere\u0007 ñ ✓" });
    const { credentials } = await parseKubeconfig(command, { place: "/k" });
    const error = await refusalOf(credentials?.current({}) ?? Promise.resolve());
    expect(error.code).toBe("SETPOINT_CONFIG_PLUGIN_MISSING");
    expect(error.message).toBe(
      'run the exec plugin of /k (context "x"): users[u].user.exec: there is no program "/does/not/exist" ' +
        "(expected it to be installed: get it\nU+001B[31mhereU+0007 ñ ✓)",
    );
  });

  test("that fails is an error with its code, and what it said is in the log [config/exec-failed, config/exec-log]", async ({
    expect,
  }) => {
    await using plugin = await scriptedPlugin(
      `echo 'please log in, password=hunter2' >&2
       echo '-----BEGIN PRIVATE KEY-----' >&2; echo c2VjcmV0 >&2; echo '-----END PRIVATE KEY-----' >&2
       printf unfinished >&2; exit 3`,
    );
    const lines: string[] = [];
    const log = createLogger({ clock: new VirtualClock(), write: (line) => lines.push(line) });
    const error = await refusalOf(tokenOf({ command: plugin.command }, { log, place: "here" }));
    expect(error).toMatchObject({ code: "SETPOINT_CONFIG_PLUGIN", place: "here" });
    expect(error.message).toContain("it ended with the code 3");
    expect(lines.join("")).toContain("please log in");
    expect(lines.join("")).toContain("unfinished");
    expect(lines.join("") + error.message).not.toMatch(/hunter2|c2VjcmV0/);
  });

  test("that leaves a helper behind has ended when it has ended [config/exec-helper]", async ({ expect }) => {
    await using plugin = await scriptedPlugin(
      `(sleep 60 </dev/null >/dev/null & echo $! >&2); echo '${execCredential({ token: "t" })}'`,
    );
    const lines: string[] = [];
    const log = createLogger({ clock: new VirtualClock(), format: "json", write: (line) => lines.push(line) });
    expect(await tokenOf({ command: plugin.command }, { log })).toBe("Bearer t");
    const helper = Number(/"(\d+)"/.exec(lines.join(""))?.[1]);
    // It is alive: whoever asked for a credential does not end what serves it.
    expect(process.kill(helper, "SIGKILL")).toBe(true);
  });

  test("that says too much is cut off in the log [config/exec-log]", async ({ expect }) => {
    await using plugin = await scriptedPlugin(
      `i=0; while [ $i -lt 3000 ]; do echo 'a line of fifty characters, which is not short at all' >&2; i=$((i+1)); done
       echo '${execCredential({ token: "t" })}'`,
    );
    const lines: string[] = [];
    const log = createLogger({ clock: new VirtualClock(), write: (line) => lines.push(line) });
    expect(await tokenOf({ command: plugin.command }, { log })).toBe("Bearer t");
    expect(lines.length).toBeGreaterThan(1_000);
    expect(lines.length).toBeLessThan(configDefaults.maxPluginLogCharacters / 50);
  });
});

describe("how often a plugin is run", () => {
  const current = async (source: ReturnType<typeof execCredentials>): Promise<string | undefined> =>
    (await source.current({})).authorization;

  /** Prints its own number as token, and an end if one is given. */
  const counting = (end?: string): ReturnType<typeof scriptedPlugin> =>
    scriptedPlugin(
      `n=$(wc -l < runs | tr -d ' '); echo '{"kind":"ExecCredential","apiVersion":"${apiVersion}","status":{"token":"'$n'"${
        end === undefined ? "" : `,"expirationTimestamp":"${end}"`
      }}}'`,
    );

  test("callers at the same time share one process [config/exec-once]", async ({ expect }) => {
    await using plugin = await counting();
    const source = execCredentials({ apiVersion, command: plugin.command, interactiveMode: "Never" });
    const tokens = await Promise.all(Array.from({ length: 32 }, () => current(source)));
    expect(new Set(tokens)).toEqual(new Set(["Bearer 1"]));
    expect(plugin.runs).toBe(1);
  });

  test("each source asks by itself [config/exec-own-cache]", async ({ expect }) => {
    await using plugin = await counting();
    const settings = { apiVersion, command: plugin.command, interactiveMode: "Never" } as const;
    expect(await current(execCredentials(settings))).toBe("Bearer 1");
    expect(await current(execCredentials(settings))).toBe("Bearer 2");
  });

  test("again shortly before the end [config/exec-expiry]", async ({ expect }) => {
    const clock = new VirtualClock({ startMs });
    await using plugin = await counting("2030-01-01T01:00:00Z");
    const source = execCredentials({ apiVersion, command: plugin.command, interactiveMode: "Never" }, { clock });
    expect(await current(source)).toBe("Bearer 1");
    await clock.advance(3_600_000 - configDefaults.renewalMs - 1);
    expect(await current(source)).toBe("Bearer 1");
    await clock.advance(1);
    expect(await current(source)).toBe("Bearer 2");
  });

  test("never again without an end, until the server refuses it [config/exec-expiry, config/exec-refused]", async ({
    expect,
  }) => {
    const clock = new VirtualClock({ startMs });
    await using plugin = await counting();
    const source = execCredentials({ apiVersion, command: plugin.command, interactiveMode: "Never" }, { clock });
    const first = await source.current({});
    await clock.advance(1e12);
    expect(await source.current({})).toBe(first);
    expect([source.refused(first), source.refused(first)]).toEqual([true, true]);
    const second = await source.current({});
    expect(second.authorization).toBe("Bearer 2");
    // Whoever was slow comes with the old one, and only has to ask for the new one.
    expect(source.refused(first)).toBe(true);
    expect(await source.current({})).toBe(second);
  });

  test("is counted [config/exec-metrics]", async ({ expect }) => {
    const metrics = new MetricsRegistry();
    await using good = await counting();
    await using bad = await scriptedPlugin("exit 7");
    await tokenOf({ command: good.command }, { metrics });
    await refusalOf(tokenOf({ command: bad.command }, { metrics }));
    await refusalOf(tokenOf({ command: "/does/not/exist" }, { metrics }));
    const name = "rest_client_exec_plugin_call_total";
    const text = metrics.text();
    expect(text).toContain(`${name}{code="0",call_status="no_error"} 1`);
    expect(text).toContain(`${name}{code="7",call_status="plugin_execution_error"} 1`);
    expect(text).toContain(`${name}{code="1",call_status="plugin_not_found_error"} 1`);
  });
});

describe("a policy", () => {
  test("allows all, none, or what is in a list [config/exec-policy]", async ({ expect }) => {
    await using plugin = await printingPlugin(execCredential({ token: "t" }));
    const { command, folder } = plugin;
    const environment = { PATH: `${folder}:/bin:/usr/bin` };
    for (const policy of ["allow-all", { allow: ["plugin"] }, { allow: ["other", command] }] as const) {
      expect(await tokenOf({ command }, { policy, environment })).toBe("Bearer t");
      expect(await tokenOf({ command: "plugin" }, { policy, environment })).toBe("Bearer t");
    }
    const { runs } = plugin;
    for (const policy of ["deny-all", { allow: ["other"] }, { allow: ["/bin/plugin"] }] as const) {
      const error = await refusalOf(tokenOf({ command }, { policy, environment }));
      expect(error.code).toBe("SETPOINT_CONFIG_PLUGIN_REFUSED");
      expect(error.message).toContain("plugins.policy");
    }
    expect(plugin.runs).toBe(runs);
    const loaded = await parseKubeconfig(exec({ command }), { plugins: { policy: "deny-all" } });
    const error = await refusalOf(loaded.credentials?.current({}) ?? Promise.resolve());
    expect(error.code).toBe("SETPOINT_CONFIG_PLUGIN_REFUSED");
  });

  test.for([{ allow: [] }, { allow: [""] }, { allow: ["/bin/../bin/x"] }, { allow: ["./x"] }, "allow" as "allow-all"])(
    "that can't be meant is refused: %j [config/exec-policy]",
    async (policy, { expect }) => {
      const error = await refusalOf(parseKubeconfig(exec({}), { plugins: { policy } }));
      expect(error.place).toBe("the options: plugins.policy");
    },
  );
});

describe("a plugin that goes on and on", () => {
  test("is killed after its time, with what it started [config/exec-bounded]", async ({ expect }) => {
    const clock = new VirtualClock({ startMs });
    await using line = await lifeline();
    await using plugin = await scriptedPlugin(`${line.script} & wait`);
    const refusal = refusalOf(tokenOf({ command: plugin.command }, { clock, place: "here" }));
    const { ended } = await line.begun();
    await clock.advance(configDefaults.pluginMs);
    const error = await refusal;
    expect(error).toMatchObject({ code: "SETPOINT_CONFIG_PLUGIN_TIMEOUT", place: "here" });
    expect(error.message).toContain("it did not end within 60000 ms and was killed");
    await ended;
    expect(clock.pending).toBe(0);
  });

  test("and on printing is killed at its limit [config/exec-bounded]", async ({ expect }) => {
    await using plugin = await scriptedPlugin("exec yes the-secret");
    const error = await refusalOf(tokenOf({ command: plugin.command }));
    expect(error.message).toContain("it prints too much");
    expect(error.message).not.toContain("the-secret");
  });

  test("is killed when the last who waits gives up, with what it started [config/exec-aborted]", async ({ expect }) => {
    await using line = await lifeline();
    await using plugin = await scriptedPlugin(`${line.script} & wait`);
    const source = execCredentials({ apiVersion, command: plugin.command, interactiveMode: "Never" });
    const [one, other] = [new AbortController(), new AbortController()];
    const waiting = [one, other].map(({ signal }) => source.current({ signal }).catch((error: unknown) => error));
    const { ended } = await line.begun();
    one.abort("first");
    expect(await waiting[0]).toBe("first");
    other.abort("second");
    expect(await waiting[1]).toBe("second");
    await ended;
    expect(plugin.runs).toBe(1);
  });
});
