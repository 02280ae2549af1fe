import type { Script } from "../call.ts";
import { del, get, map, maps, post, put, script, setup } from "./calls.ts";

const short = "watch=true&timeoutSeconds=1";
const options: readonly string[] = [
  "",
  "&resourceVersion=0",
  "&allowWatchBookmarks=true",
  "&resourceVersion=x",
  "&resourceVersionMatch=NotOlderThan",
  "&resourceVersionMatch=Exact",
  "&sendInitialEvents=true",
  "&sendInitialEvents=false",
  "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
  "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true",
  "&sendInitialEvents=false&resourceVersionMatch=NotOlderThan",
  "&sendInitialEvents=true&resourceVersionMatch=Exact",
  "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&continue=x",
  "&continue=x",
  "&limit=1",
  "&limit=x",
  "&labelSelector=app%3Da",
  "&labelSelector=%3D",
  "&fieldSelector=metadata.name%3Da",
  "&fieldSelector=x",
  "&fieldSelector=spec.x%3Dy",
];

const forms: readonly string[] = [
  "application/json;stream=watch",
  "application/json;as=Table;g=meta.k8s.io;v=v1",
  "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  "application/yaml",
  "text/plain",
  "*/*",
];

const first = [setup(post(maps, map("a", {}, { labels: { app: "a" } }), { as: "a" })), setup(post(maps, map("b")))];

/** Following collections. */
export const watches: readonly Script[] = [
  script("watch-options", "ConfigMap", [...first, ...options.slice(0, 11).map((one) => get(`${maps}?${short}${one}`))]),
  script("watch-refused", "ConfigMap", [...first, ...options.slice(11).map((one) => get(`${maps}?${short}${one}`))]),
  script("watch-over-http", "ConfigMap", [
    ...first,
    setup(put(`${maps}/a`, map("a", { x: "1" }, { labels: { app: "b" } }))),
    setup(del(`${maps}/b`)),
    setup(post(maps, map("c"))),
    get(`${maps}?${short}&resourceVersion={a.version}`),
    get(`${maps}?${short}&resourceVersion={a.version}&labelSelector=app%3Da`),
    get(`${maps}?${short}&resourceVersion={a.version}&labelSelector=app%3Db`),
    get(`${maps}?${short}&resourceVersion={a.version}&fieldSelector=metadata.name%3Dc`),
    get(`/api/v1/watch/namespaces/{ns}/configmaps?timeoutSeconds=1&resourceVersion={a.version}`),
    get(`/api/v1/watch/namespaces/{ns}/configmaps/c?timeoutSeconds=1`),
    get(`${maps}/c?${short}`),
    get(`${maps}?${short}&resourceVersion=1`),
  ]),
  script("metadata-only", "ConfigMap", [
    ...first,
    ...forms.map((accept) => get(`${maps}?${short}`, { headers: { accept } })),
  ]),
];
