import { isSecretName } from "./secret-names.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The types that Kubernetes and its common tools give to Secrets: items of a list carry no kind. */
const secretTypes = /^(?:Opaque$|kubernetes\.io\/|bootstrap\.kubernetes\.io\/|helm\.sh\/release)/;

/** Whether the object is a Kubernetes Secret or a list of them. */
export function isSecretObject(object: Fields): boolean {
  const kind = own(object, "kind");
  if (kind === "Secret" || kind === "SecretList") return true;
  const type = own(object, "type");
  return typeof type === "string" && secretTypes.test(type);
}

/** Whether a field of a Secret, at whatever depth, holds what the Secret keeps. */
export function isSecretContent(name: string): boolean {
  return name === "data" || name === "stringData" || name === "kubectl.kubernetes.io/last-applied-configuration";
}

/** Whether the object is a name with a value, as in a container's `env` or a probe's headers, and the name is a secret's. */
export function isSecretPair(object: Fields): boolean {
  if (!Object.hasOwn(object, "value")) return false;
  const name = own(object, "name") ?? own(object, "key");
  return typeof name === "string" && isSecretName(name);
}

function own(object: Fields, name: string): unknown {
  try {
    return Object.hasOwn(object, name) ? object[name] : undefined;
  } catch {
    return undefined;
  }
}
