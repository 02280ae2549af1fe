import type { ApiReader } from "../api-reader.ts";
import { compareText } from "../compare-text.ts";
import { CodegenError } from "../errors.ts";
import { generatedComment } from "../generated-comment.ts";
import { bindingLine, roleLine } from "./rbac-lines.ts";
import type { BootstrapObject } from "./rbac-lines.ts";

/** The lists of a new server's roles and bindings, by their plural. */
const plurals = ["clusterroles", "clusterrolebindings", "roles", "rolebindings"] as const;

/** The roles and bindings that a server has by itself. */
export type BootstrapRbac = Readonly<Record<(typeof plurals)[number], readonly BootstrapObject[]>>;

/** Reads what a new server made for itself: what is marked so, by name. */
export async function readBootstrapRbac(reader: ApiReader): Promise<BootstrapRbac> {
  const lists: [string, readonly BootstrapObject[]][] = [];
  for (const plural of plurals) {
    const path = `/apis/rbac.authorization.k8s.io/v1/${plural}?labelSelector=kubernetes.io/bootstrapping=rbac-defaults`;
    const list = (await reader.get(path)) as { readonly items?: readonly BootstrapObject[] | undefined };
    if (list.items === undefined || list.items.length === 0) {
      throw new CodegenError("SETPOINT_CODEGEN_RESPONSE", `Reading ${path}: expected a list with items.`);
    }
    lists.push([plural, list.items]);
  }
  return Object.fromEntries(lists) as BootstrapRbac;
}

/** Makes the file of the default roles and bindings, by its path below `src`. */
export function generateRbac(rbac: BootstrapRbac, serverVersion: string): ReadonlyMap<string, string> {
  const text = [
    generatedComment(serverVersion, ["", "@module"]),
    "",
    "interface BootstrapRbac {",
    "  readonly clusterRoles: string;",
    "  readonly clusterRoleBindings: string;",
    "  readonly roles: string;",
    "  readonly roleBindings: string;",
    "}",
    "",
    "/** The roles and bindings that every server has, one on a line, as the embedded API server reads them. */",
    "export const bootstrapRbac: BootstrapRbac = {",
    ...member("clusterRoles", rbac.clusterroles.map(roleLine)),
    ...member("clusterRoleBindings", rbac.clusterrolebindings.map(bindingLine)),
    ...member("roles", rbac.roles.map(roleLine)),
    ...member("roleBindings", rbac.rolebindings.map(bindingLine)),
    "};",
    "",
  ];
  return new Map([["types/pack/bootstrap-rbac.ts", text.join("\n")]]);
}

function member(name: string, lines: readonly string[]): readonly string[] {
  return [`  ${name}: \``, ...lines.toSorted(compareText), "`,"];
}
