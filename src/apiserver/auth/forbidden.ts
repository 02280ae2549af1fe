import { StatusError } from "../registry/index.ts";
import type { Attributes } from "./attributes.ts";

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** The answer to somebody who has no right to do what they asked for, in Kubernetes' words. */
export function forbidden(userName: string, attributes: Attributes, reason = ""): StatusError {
  const told = cannot(userName, attributes).replace(/[&<>]/g, (character) => escapes[character] ?? character);
  const because = reason === "" ? told : `${told}: ${reason}`;
  if (attributes.type === "path") return new StatusError("Forbidden", `forbidden: ${because}`, {});
  const { group, resource, name } = attributes;
  return StatusError.forbidden({ group, plural: resource }, name, { because });
}

function cannot(userName: string, attributes: Attributes): string {
  const who = `User ${JSON.stringify(userName)} cannot ${attributes.verb}`;
  if (attributes.type === "path") return `${who} path ${JSON.stringify(attributes.path)}`;
  const { group, resource, subresource, namespace } = attributes;
  const what = JSON.stringify(subresource === "" ? resource : `${resource}/${subresource}`);
  const where = namespace === "" ? "at the cluster scope" : `in the namespace ${JSON.stringify(namespace)}`;
  return `${who} resource ${what} in API group ${JSON.stringify(group)} ${where}`;
}
