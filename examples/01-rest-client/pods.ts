import type { RestClient } from "setpoint/client";
import { Pod } from "setpoint/kinds";

/** What is shown of a pod. */
export interface PodSummary {
  readonly name: string;
  readonly phase: string;
  readonly images: readonly string[];
}

/** The pods of a namespace. Resource, namespace and query are put together by hand; the answer has the resource's type. */
export async function listPods(rest: RestClient, namespace: string): Promise<readonly Pod[]> {
  const { items } = await rest.get(Pod).namespace(namespace).query({ limit: 500 }).send();
  return items;
}

/** One pod, decoded into a type of our own. */
export async function readPod(rest: RestClient, namespace: string, name: string): Promise<PodSummary> {
  const request = rest.get(Pod).namespace(namespace).name(name);
  return request.into((answer) => summarize(answer as Pod));
}

/** A pod in one line of a table. */
export function summarize({ metadata, spec, status }: Pod): PodSummary {
  const images = (spec?.containers ?? []).map(({ image }) => image ?? "");
  return { name: metadata.name, phase: status?.phase ?? "Unknown", images };
}
