import { declare, member } from "./declaration.ts";
import type { FunctionDeclaration } from "./declaration.ts";

/** What policies ask about access. Rules of custom resources have nothing to ask it of, but the names are taken. */
export function authorization(): readonly FunctionDeclaration[] {
  const narrowed = "subresource namespace name fieldSelector labelSelector".split(" ");
  return [
    declare("path", member("authorizer_path", "Authorizer, string -> PathCheck")),
    declare("group", member("authorizer_group", "Authorizer, string -> GroupCheck")),
    declare("serviceAccount", member("authorizer_serviceaccount", "Authorizer, string, string -> Authorizer")),
    declare("resource", member("groupcheck_resource", "GroupCheck, string -> ResourceCheck")),
    ...narrowed.map((name) => declare(name, member(`resourcecheck_${name}`, "ResourceCheck, string -> ResourceCheck"))),
    declare(
      "check",
      member("pathcheck_check", "PathCheck, string -> Decision"),
      member("resourcecheck_check", "ResourceCheck, string -> Decision"),
    ),
    declare("errored", member("decision_errored", "Decision -> bool")),
    declare("error", member("decision_error", "Decision -> string")),
    declare("allowed", member("decision_allowed", "Decision -> bool")),
    declare("reason", member("decision_reason", "Decision -> string")),
  ];
}
