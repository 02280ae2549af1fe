import type { ConfigOverrides } from "./config-options.ts";
import { ConfigError } from "./errors.ts";
import type { Kubeconfig } from "./kubeconfig.ts";
import { invalid, quoted, Section } from "./section.ts";

/** The parts of a kubeconfig that count. What is not there is an empty section. */
export interface ChosenContext {
  readonly context: Section;
  readonly cluster: Section;
  readonly user: Section;
  /** What the user is called in its file. */
  readonly userName: string | undefined;
}

/** Whether nothing says which server is meant: neither the options nor a current context. */
export function isUndecided(kubeconfig: Kubeconfig, options: ConfigOverrides): boolean {
  const { context, cluster, server } = options;
  return [context, cluster, server].every(isNone) && kubeconfig.currentContext === undefined;
}

/** The context that is asked for, else the current one, with the cluster and the user that it or the options name. */
export function chooseContext(kubeconfig: Kubeconfig, options: ConfigOverrides): ChosenContext {
  if (isUndecided(kubeconfig, options)) {
    throw new ConfigError({
      code: "SETPOINT_CONFIG_EMPTY",
      place: kubeconfig.placeOf("current-context"),
      detail: "found nothing",
      expected: `one of the contexts: ${listed(kubeconfig.names("contexts"))}`,
    });
  }
  const asked = options.context === "" ? undefined : options.context;
  const name = asked ?? kubeconfig.currentContext?.name;
  const nothing = new Section({}, { file: "the options", context: name });
  const context = name === undefined ? nothing : contextNamed(name, { kubeconfig, isAsked: asked !== undefined });
  const cluster = named(kubeconfig, { list: "clusters", key: "cluster", context, asked: options.cluster });
  const user = named(kubeconfig, { list: "users", key: "user", context, asked: options.user });
  if (cluster === undefined && isNone(options.server)) {
    const expected = `one of the clusters: ${listed(kubeconfig.names("clusters"))}`;
    throw invalid(context.placeOf("cluster"), "found nothing", expected);
  }
  return { context, cluster: cluster?.section ?? nothing, user: user?.section ?? nothing, userName: user?.name };
}

interface Asked {
  readonly kubeconfig: Kubeconfig;
  readonly isAsked: boolean;
}

function contextNamed(name: string, { kubeconfig, isAsked }: Asked): Section {
  const entry = kubeconfig.entry("contexts", name);
  if (entry !== undefined) return entry.within(name).section("context");
  const { place } = kubeconfig.currentContext ?? {};
  throw new ConfigError({
    code: "SETPOINT_CONFIG_NOT_FOUND",
    place: isAsked || place === undefined ? kubeconfig.placeOf("contexts") : place,
    detail: `there is no context ${quoted(name)}`,
    expected: `one of the contexts: ${listed(kubeconfig.names("contexts"))}`,
  });
}

interface Reference {
  readonly list: "clusters" | "users";
  readonly key: "cluster" | "user";
  readonly context: Section;
  readonly asked: string | undefined;
}

interface NamedSection {
  readonly name: string;
  readonly section: Section;
}

/** The cluster or the user that the options or else the context name. Whoever names one means one. */
function named(kubeconfig: Kubeconfig, { list, key, context, asked }: Reference): NamedSection | undefined {
  const isAsked = asked !== undefined && asked !== "";
  const name = isAsked ? asked : context.text(key);
  if (name === undefined) return undefined;
  const entry = kubeconfig.entry(list, name);
  if (entry !== undefined) return { name, section: entry.within(context.origin.context).section(key) };
  throw new ConfigError({
    code: "SETPOINT_CONFIG_NOT_FOUND",
    place: isAsked ? kubeconfig.placeOf(list) : context.placeOf(key),
    detail: `there is no ${key} ${quoted(name)}`,
    expected: `one of the ${list}: ${listed(kubeconfig.names(list))}`,
  });
}

function isNone(text: string | undefined): boolean {
  return text === undefined || text === "";
}

function listed(names: readonly string[]): string {
  const some = names.slice(0, 20).map(quoted).join(", ");
  if (names.length === 0) return "there are none";
  return names.length > 20 ? `${some} and ${names.length - 20} more` : some;
}
