import { realClock } from "../async/index.ts";
import { dns1123LabelProblems } from "../model/index.ts";
import { silentLogger } from "../observe/index.ts";
import { chooseContext } from "./choose-context.ts";
import type { ChosenContext } from "./choose-context.ts";
import { hideSecrets } from "./client-config.ts";
import type { ClientConfig } from "./client-config.ts";
import type { ConfigOptions } from "./config-options.ts";
import { defaultNamespace } from "./defaults.ts";
import { ConfigError } from "./errors.ts";
import type { ExecCluster } from "./exec-info.ts";
import type { Kubeconfig } from "./kubeconfig.ts";
import { said } from "./overrides.ts";
import type { SaidOptions } from "./overrides.ts";
import { parseProxyUrl, proxyFromEnvironment } from "./proxy-url.ts";
import { readImpersonation } from "./read-impersonation.ts";
import { readLogin, saysCredential } from "./read-login.ts";
import type { Login } from "./read-login.ts";
import { readTrust, saysTrust } from "./read-trust.ts";
import { invalid } from "./section.ts";
import type { Section } from "./section.ts";
import { parseServerUrl } from "./server-url.ts";

/** How to make one configuration out of kubeconfigs and options. */
export interface BuildOptions extends ConfigOptions {
  /** Where the context names no namespace. */
  readonly implicitNamespace?: string | undefined;
}

/** The configuration of one context, in which what the options say wins. Throws a `ConfigError`. */
export async function buildConfig(kubeconfig: Kubeconfig, options: BuildOptions): Promise<ClientConfig> {
  const { clock = realClock, log = silentLogger, environment = process.env } = options;
  const chosen = chooseContext(kubeconfig, options);
  const over = said(options);
  const url = serverOf(chosen, over);
  const target = {
    server: url.href.replace(/\/+$/, ""),
    ...(await readTrust(saysTrust(over.cluster) ? over.cluster : chosen.cluster, { clock, log })),
    tlsServerName: tlsServerNameOf(chosen, over),
    proxyUrl: proxyOf(chosen, over) ?? proxyFromEnvironment(url, environment),
  };
  const login = await readLogin(saysCredential(over.user) ? over.user : chosen.user, {
    clock,
    log,
    environment,
    plugins: options.plugins,
    cluster: execCluster(chosen.cluster, target),
    userName: chosen.userName,
  });
  refuseInTheClear(url, { login, place: placeOfServer(chosen, over) });
  return hideSecrets({
    ...target,
    ...login,
    impersonate: readImpersonation(over.user.has("as") ? over.user : chosen.user),
    namespace: namespaceOf(chosen, options),
  });
}

function placeOfServer({ cluster }: ChosenContext, over: SaidOptions): string {
  return (over.cluster.has("server") ? over.cluster : cluster).placeOf("server");
}

function serverOf(chosen: ChosenContext, over: SaidOptions): URL {
  const server = over.cluster.text("server") ?? chosen.cluster.text("server") ?? "";
  return parseServerUrl(server, placeOfServer(chosen, over));
}

/** The name in the kubeconfig belongs to the server there, and not to another one. */
function tlsServerNameOf({ cluster }: ChosenContext, over: SaidOptions): string | undefined {
  const own = over.cluster.text("tls-server-name");
  return own ?? (over.cluster.has("server") ? undefined : cluster.text("tls-server-name"));
}

function proxyOf({ cluster }: ChosenContext, over: SaidOptions): string | undefined {
  const section = over.cluster.has("proxy-url") ? over.cluster : cluster;
  const text = section.text("proxy-url");
  return text === undefined ? undefined : parseProxyUrl(text, section.placeOf("proxy-url"));
}

function execCluster(cluster: Section, target: ExecCluster): ExecCluster {
  const extension = cluster.entry("extensions", "client.authentication.k8s.io/exec");
  const disableCompression = cluster.flag("disable-compression");
  return { ...target, disableCompression, config: extension?.value("extension") };
}

interface ClearOptions {
  readonly login: Login;
  readonly place: string;
}

/** Also refuses a credential that would be left out, as it can't be sent: the request would come from somebody else than was meant. */
function refuseInTheClear(url: URL, { login, place }: ClearOptions): void {
  if (url.protocol === "https:" || Object.values(login).every((part) => part === undefined)) return;
  const detail = "the credential would be sent in the clear";
  throw new ConfigError({ code: "SETPOINT_CONFIG_INSECURE", place, detail, expected: "an https: address" });
}

function namespaceOf({ context }: ChosenContext, { namespace, implicitNamespace }: BuildOptions): string {
  const isAsked = namespace !== undefined && namespace !== "";
  const found = isAsked ? namespace : (context.text("namespace") ?? implicitNamespace ?? defaultNamespace);
  const [problem] = dns1123LabelProblems(found);
  if (problem === undefined) return found;
  throw invalid(isAsked ? "the options: namespace" : context.placeOf("namespace"), problem, "the name of a namespace");
}
