import { dns1123LabelProblems } from "../model/index.ts";
import { hideSecrets } from "./client-config.ts";
import type { ClientConfig } from "./client-config.ts";
import { readAuthorities, readClientCertificate, readToken } from "./credentials.ts";
import { defaultNamespace } from "./defaults.ts";
import { ConfigError } from "./errors.ts";
import { parseDocument } from "./parse-document.ts";
import { invalid, quoted, Section } from "./section.ts";
import { parseServerUrl } from "./server-url.ts";

/** How to read the text of a kubeconfig. */
export interface ParseKubeconfigOptions {
  /** What the text is called in messages: its file. */
  readonly place?: string | undefined;
  /** Where relative paths in it begin. Without it they are refused. */
  readonly folder?: string | undefined;
  /** Instead of its `current-context`. */
  readonly context?: string | undefined;
}

/** What a kubeconfig may ask for and we can't do. To go on without it would be another server, or another user, than the one meant. */
const unsupported: Readonly<Record<"cluster" | "user", readonly string[]>> = {
  cluster: ["insecure-skip-tls-verify", "proxy-url"],
  user: ["exec", "auth-provider", "username", "password", "as", "as-uid", "as-groups", "as-user-extra"],
};

/**
 * Reads the text of a kubeconfig, YAML or JSON, and the files that its chosen context names. They are read once: what is renewed on disk
 * later is not seen. Throws a `ConfigError`.
 */
export async function parseKubeconfig(text: string, options: ParseKubeconfigOptions = {}): Promise<ClientConfig> {
  const { place = "the kubeconfig", folder } = options;
  const root = new Section(await parseDocument(text, place), { file: place });
  const context = chosenContext(root, options.context);
  const cluster = named({ root, list: "clusters", key: "cluster", context });
  const user = context.has("user")
    ? named({ root, list: "users", key: "user", context })
    : new Section({}, { file: place });
  refuse(cluster, unsupported.cluster);
  refuse(user, unsupported.user);
  return hideSecrets({
    server: parseServerUrl(cluster.text("server") ?? "", cluster.placeOf("server")).href.replace(/\/+$/, ""),
    ca: await readAuthorities(cluster, folder),
    clientCertificate: await readClientCertificate(user, folder),
    token: await readToken(user, folder),
    tlsServerName: cluster.text("tls-server-name"),
    namespace: namespaceOf(context),
  });
}

function chosenContext(root: Section, chosen: string | undefined): Section {
  const name = chosen ?? root.text("current-context");
  const expected = `one of its contexts: ${listed(root.names("contexts"))}`;
  if (name === undefined) throw invalid(root.placeOf("current-context"), "found nothing", expected);
  const entry = root.entry("contexts", name);
  if (entry !== undefined) return entry.section("context");
  const place = chosen === undefined ? root.placeOf("current-context") : root.placeOf("contexts");
  throw notFound(place, `there is no context ${quoted(name)}`, expected);
}

interface Reference {
  readonly root: Section;
  readonly list: "clusters" | "users";
  readonly key: "cluster" | "user";
  readonly context: Section;
}

/** The cluster or the user that a context names. */
function named({ root, list, key, context }: Reference): Section {
  const name = context.text(key);
  const expected = `one of its ${list}: ${listed(root.names(list))}`;
  if (name === undefined) throw invalid(context.placeOf(key), "found nothing", expected);
  const entry = root.entry(list, name);
  if (entry === undefined) throw notFound(context.placeOf(key), `there is no ${key} ${quoted(name)}`, expected);
  return entry.section(key);
}

function namespaceOf(context: Section): string {
  const namespace = context.text("namespace") ?? defaultNamespace;
  const [problem] = dns1123LabelProblems(namespace);
  if (problem !== undefined) throw invalid(context.placeOf("namespace"), problem, "the name of a namespace");
  return namespace;
}

function refuse(section: Section, keys: readonly string[]): void {
  const key = keys.find((candidate) => section.has(candidate));
  if (key === undefined) return;
  throw new ConfigError({
    code: "SETPOINT_CONFIG_UNSUPPORTED",
    place: section.placeOf(key),
    detail: `${key} is not supported`,
    expected: "a verified server, and a client certificate, a token or a tokenFile",
  });
}

function notFound(place: string, detail: string, expected: string): ConfigError {
  return new ConfigError({ code: "SETPOINT_CONFIG_NOT_FOUND", place, detail, expected });
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? "there are none" : names.map(quoted).join(", ");
}
