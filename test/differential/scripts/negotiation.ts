import type { Script } from "../call.ts";
import { get, map, maps, post, put, script, setup } from "./calls.ts";

const at = `${maps}/a`;
const accepts: readonly string[] = [
  "application/json",
  "application/yaml",
  "*/*",
  "application/*",
  "text/html, */*;q=0.5",
  "application/json;q=0.1, application/yaml;q=0.9",
  "application/json;as=Table;g=meta.k8s.io;v=v1",
  "application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json",
  "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
  "application/json;as=Unknown;g=meta.k8s.io;v=v1",
  "application/json;as=Table;g=other;v=v1",
  "text/plain",
  "application/xml",
  "image/png, text/html",
  "",
  "nonsense",
];
const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: y\ndata:\n  x: "1"\n';

/** In which forms objects are asked for and sent. */
export const negotiation: readonly Script[] = [
  script("accepts-json", "ConfigMap", [
    setup(post(maps, map("a"))),
    ...accepts.map((accept) => get(at, { headers: { accept } })),
  ]),
  script("metadata-only", "ConfigMap", [
    setup(post(maps, map("a"))),
    ...accepts.map((accept) => get(maps, { headers: { accept } })),
  ]),
  script("protobuf", "ConfigMap", [
    setup(post(maps, map("a"))),
    get(at, { headers: { accept: "application/vnd.kubernetes.protobuf" } }),
    get(maps, { headers: { accept: "application/vnd.kubernetes.protobuf" } }),
    get(`${maps}/missing`, { headers: { accept: "application/vnd.kubernetes.protobuf" } }),
    get(maps, { headers: { accept: "application/vnd.kubernetes.protobuf;as=Table;g=meta.k8s.io;v=v1" } }),
  ]),
  script("yaml", "ConfigMap", [
    post(maps, yaml, { contentType: "application/yaml" }),
    put(`${maps}/y`, yaml.replace("1", "2"), { contentType: "application/yaml" }),
    post(maps, "a: [", { contentType: "application/yaml" }),
    post(maps, map("b"), { contentType: "text/plain" }),
    post(maps, map("b"), { contentType: "application/json; charset=utf-8" }),
    post(maps, map("c"), { contentType: "APPLICATION/JSON" }),
    post(maps, map("d"), { contentType: "application/xml" }),
  ]),
  script("field-validation", "ConfigMap", [
    ...["Ignore", "Warn", "Strict", "x", ""].map((mode, index) =>
      post(`${maps}?fieldValidation=${mode}`, { ...map(`v${index}`), unknown: { a: 1 } }),
    ),
    ...["Ignore", "Warn", "Strict"].map((mode, index) =>
      post(
        `${maps}?fieldValidation=${mode}`,
        `{"metadata":{"name":"w${index}","name":"w${index}"},"data":{"a":"1","a":"2"}}`,
      ),
    ),
    post(`${maps}?dryRun=All`, map("dry")),
    post(`${maps}?dryRun=x`, map("dry")),
    post(`${maps}?dryRun=`, map("wet")),
    post(`${maps}?dryRun=All&dryRun=All`, map("dry")),
    post(`${maps}?fieldManager=${"x".repeat(129)}`, map("long")),
    post(`${maps}?fieldManager=me`, map("mine")),
    post(`${maps}?fieldManager=%07`, map("bell")),
  ]),
  script("pretty", "ConfigMap", [
    setup(post(maps, map("a"))),
    get(`${at}?pretty=true`),
    get(`${at}?pretty=0`),
    get(at, { headers: { "user-agent": "curl/8" } }),
  ]),
];
