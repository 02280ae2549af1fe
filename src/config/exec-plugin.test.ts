import { rootCertificates } from "node:tls";
import { describe, test } from "vitest";
import { kubeconfig, refusalOf } from "./kubeconfig.fixture.ts";
import { parseKubeconfig } from "./parse-kubeconfig.ts";
import { apiVersion, execCredential, printingPlugin, exec, tokenOf } from "./plugin.fixture.ts";

const [authority = ""] = rootCertificates;

describe("the description of a plugin", () => {
  test("is of version v1 or v1beta1 [config/exec-version]", async ({ expect }) => {
    const group = "client.authentication.k8s.io";
    for (const version of ["v1", "v1beta1"]) {
      expect((await parseKubeconfig(exec({ apiVersion: `${group}/${version}` }))).credentials).toBeDefined();
    }
    for (const version of [`${group}/v1alpha1`, `${group}/v2`, "v1", ""]) {
      const error = await refusalOf(parseKubeconfig(exec({ apiVersion: version }), { place: "/k" }));
      expect(error.place).toBe('/k (context "x"): users[u].user.exec.apiVersion');
    }
  });

  test("says whether a person is asked, from v1 on [config/exec-interactive-mode]", async ({ expect }) => {
    const error = await refusalOf(parseKubeconfig(exec({ interactiveMode: undefined })));
    expect(error.message).toContain("exec.interactiveMode: found nothing (expected Never, IfAvailable, Always)");
    const beta = { apiVersion: "client.authentication.k8s.io/v1beta1", interactiveMode: undefined };
    expect((await parseKubeconfig(exec(beta))).credentials).toBeDefined();
    expect((await refusalOf(parseKubeconfig(exec({ interactiveMode: "Sometimes" })))).code).toBe(
      "SETPOINT_CONFIG_INVALID",
    );
  });

  test.for([
    [{ command: "" }, "exec.command"],
    [{ args: "a" }, "exec.args"],
    [{ args: [1] }, "exec.args[0]"],
    [{ env: [{ value: "x" }] }, "exec.env[0].name"],
    [{ env: [{ name: "a=b" }] }, "exec.env[0].name"],
    [{ env: [{ name: "a", value: 1 }] }, "exec.env[0].value"],
    [{ provideClusterInfo: "yes" }, "exec.provideClusterInfo"],
  ] as const)("is refused with its field: %j [config/refused]", async ([fields, place], { expect }) => {
    expect((await refusalOf(parseKubeconfig(exec(fields)))).place).toContain(`users[u].user.${place}`);
  });

  test("does not go with an auth provider [config/exec-or-provider]", async ({ expect }) => {
    const user = { exec: { apiVersion, command: "x", interactiveMode: "Never" }, "auth-provider": { name: "oidc" } };
    const error = await refusalOf(parseKubeconfig(kubeconfig({ user })));
    expect(error.message).toContain("auth-provider: found exec beside it");
  });
});

describe("what a plugin prints", () => {
  const status = { token: "the-secret" };
  const outputs: readonly (readonly [string, string, RegExp])[] = [
    ["nothing", "", /output of the plugin: it is not JSON/],
    ["garbage", "the-secret", /it is not JSON/],
    ["a list", '["the-secret"]', /found a list/],
    ["another kind", JSON.stringify({ kind: "Pod", apiVersion, status }), /kind: it is not what was asked for/],
    [
      "another version",
      JSON.stringify({ kind: "ExecCredential", apiVersion: "client.authentication.k8s.io/v1beta1", status }),
      /apiVersion: it is not what was asked for/,
    ],
    ["no version", JSON.stringify({ kind: "ExecCredential", status }), /apiVersion: it is not what was asked for/],
    ["no status", JSON.stringify({ kind: "ExecCredential", apiVersion }), /status: there is no credential/],
    ["no credential", execCredential({}), /status: there is no credential/],
    ["a token for no header", execCredential({ token: "the-secret\nx" }), /status.token: it is empty or/],
    ["a token that is none", execCredential({ token: { a: "the-secret" } }), /status.token: found a value/],
    ["half a pair", execCredential({ clientCertificateData: authority }), /clientKeyData: found nothing/],
    ["the other half", execCredential({ clientKeyData: "the-secret" }), /clientCertificateData: found nothing/],
    [
      "a key that is none",
      execCredential({ clientCertificateData: authority, clientKeyData: "the-secret" }),
      /clientKeyData: it can't be read/,
    ],
    ["no time", execCredential({ ...status, expirationTimestamp: "the-secret" }), /expirationTimestamp: it is no time/],
  ];

  test.for(outputs)("is refused and not told: %s [config/exec-output]", async ([, output, message], { expect }) => {
    await using plugin = await printingPlugin(output);
    const error = await refusalOf(tokenOf({ command: plugin.command }, { place: "here" }));
    expect(error).toMatchObject({ code: "SETPOINT_CONFIG_PLUGIN", place: "here" });
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain("the-secret");
  });
});
