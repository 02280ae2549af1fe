import type { Metric } from "../benchmark.ts";

/** The peer of the server, as reports name it: with its etcd, which never waits for the disk. */
export const kubeApiserver = "kube-apiserver + etcd";

/** What the platform does by itself, for what is little more than that. */
export const bareTls = "node:tls alone";

/** Everything that is measured of the server. A goal holds for every way to connect: none is chosen because it is met there. */
export const serverMetrics: readonly Metric[] = [
  lower("startMs", "ms", 0.1),
  lower("startInProcessMs", "ms", 0.1),
  higher("creates1", "creates/s", 3),
  higher("creates32", "creates/s", 3),
  higher("creates32Http2", "creates/s", 3),
  lower("createCpuUs", "CPU µs", null),
  higher("gets1", "gets/s", null),
  higher("gets32", "gets/s", null),
  lower("getCpuUs", "CPU µs", null),
  higher("listMbPerSecond", "MB/s", 3),
  // One write to everybody, and then the next, over HTTP/2 with 50 watches on a connection: so the clients of Kubernetes connect.
  higher("fanOut1", "deliveries/s", 1.5),
  // Over HTTP/1.1 with a connection for each: nearly all of it is the platform's TLS, which is shown beside it and reaches the goal by itself
  // only a little more. See designs/005.
  { ...higher("fanOut1Http1", "deliveries/s", null), against: { [kubeApiserver]: 1.5, [bareTls]: null } },
  // The same with 32 writers at once.
  higher("fanOut32Http1", "deliveries/s", 1.5),
  lower("rssEmptyMb", "MB", 0.4),
  lower("rssTenthMb", "MB", null),
  lower("rssFullMb", "MB", null),
  lower("testMs", "ms", null),
];

function higher(name: string, unit: string, goal: number | null): Metric {
  return { name, unit, better: "higher", against: { [kubeApiserver]: goal } };
}

function lower(name: string, unit: string, goal: number | null): Metric {
  return { name, unit, better: "lower", against: { [kubeApiserver]: goal } };
}
