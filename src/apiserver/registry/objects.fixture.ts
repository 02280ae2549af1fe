/** What a pod needs at least. */
const podSpec: Readonly<Record<string, unknown>> = { containers: [{ name: "main", image: "example.com/main" }] };

/** A pod, with members of its spec besides those that it needs. */
export function pod(name: string, spec: object = {}): object {
  return { metadata: { name }, spec: { ...podSpec, ...spec } };
}

const labels = { app: "web" };

/** A deployment, a replica set or another set of pods, with members of its spec besides those that it needs. */
export function podSet(name: string, spec: object = {}): object {
  return { metadata: { name }, spec: { selector: { matchLabels: labels }, template: template(), ...spec } };
}

/** A job. */
export function job(name: string, spec: object = {}): object {
  return { metadata: { name }, spec: { template: { spec: { ...podSpec, restartPolicy: "Never" } }, ...spec } };
}

/** What pods are made from. */
export function template(spec: object = {}): object {
  return { metadata: { labels }, spec: { ...podSpec, ...spec } };
}

/** The path of a resource of the group `apps` in the namespace `default`. */
export function apps(plural: string): string {
  return `/apis/apps/v1/namespaces/default/${plural}`;
}

/** The path of pods in the namespace `default`. */
export const pods = "/api/v1/namespaces/default/pods";
