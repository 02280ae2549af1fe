import type { Call, Script } from "../call.ts";

type More = Partial<Call>;

/** Collections that the scripts use. */
export const maps = "/api/v1/namespaces/{ns}/configmaps";
export const pods = "/api/v1/namespaces/{ns}/pods";
export const deployments = "/apis/apps/v1/namespaces/{ns}/deployments";
export const services = "/api/v1/namespaces/{ns}/services";

/** Reads a path. */
export function get(path: string, more: More = {}): Call {
  return { method: "GET", path, ...more };
}

/** Makes an object. */
export function post(path: string, body: unknown, more: More = {}): Call {
  return { method: "POST", path, body, ...more };
}

/** Replaces an object. */
export function put(path: string, body: unknown, more: More = {}): Call {
  return { method: "PUT", path, body, ...more };
}

/** Deletes an object or a collection. */
export function del(path: string, body?: unknown, more: More = {}): Call {
  return { method: "DELETE", path, body, ...more };
}

/** Changes an object by a patch of a type: `merge-patch`. */
export function patch(type: string, path: string, body: unknown): Call {
  return {
    method: "PATCH",
    path,
    body,
    contentType: `application/${type}+${type === "apply-patch" ? "yaml" : "json"}`,
  };
}

/** A config map. */
export function map(name: string, data: object | undefined = { a: "1" }, metadata: object = {}): object {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, ...metadata },
    ...(data === undefined ? {} : { data }),
  };
}

/** A small deployment. */
export function deployment(name: string, spec: object = {}, metadata: object = {}): object {
  const template = { metadata: { labels: { app: name } }, spec: { containers: [{ name: "c", image: "i" }] } };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, ...metadata },
    spec: { selector: { matchLabels: { app: name } }, template, ...spec },
  };
}

/** A small pod. */
export function pod(name: string, spec: object = {}, metadata: object = {}): object {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, ...metadata },
    spec: { containers: [{ name: "c", image: "i" }], ...spec },
  };
}

/** The same call as one that only prepares. */
export function setup(call: Call): Call {
  return { ...call, isSetup: true };
}

/** Requests that show one behaviour, counted for a kind. */
export function script(id: string, kind: string, calls: readonly Call[]): Script {
  return { id: `apiserver/${id}`, kind, calls };
}
