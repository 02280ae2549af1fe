import { test } from "vitest";
import type { Document } from "../document.ts";
import { storageKinds } from "./storage-kinds.ts";

/** What is said of an object, as the real server says it; the words about names are shortened. */
function saidOf(kind: string, next: object, old?: object): readonly string[] {
  const causes = storageKinds[kind]?.check?.(next as Document, old as Document | undefined) ?? [];
  return causes.map(({ field, message }) =>
    `${field}: ${message}`
      .replace(/a lowercase RFC 1123 subdomain.*/, "SUBDOMAIN")
      .replace(/(?:name part|a valid label key) must consist.*/, "NAME"),
  );
}

const volume = { capacity: { storage: "1" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/" } };

test("a volume is refused in the words and the order of Kubernetes [apiserver/rules-as-data]", ({ expect }) => {
  const wrong = {
    capacity: { storage: "-1" },
    accessModes: ["ReadWriteOnce", "X"],
    hostPath: { path: "/a/../b", type: "x" },
    storageClassName: "A_",
    volumeMode: "",
    nodeAffinity: {},
    volumeAttributesClassName: "",
  };
  expect(saidOf("/persistentvolumes", { spec: wrong })).toEqual([
    'spec.accessModes: Unsupported value: "X": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
    "spec.capacity[storage]: Invalid value: -1: must be a valid resource quantity",
    'spec.capacity[storage]: Invalid value: "-1": must be greater than zero',
    "spec.nodeAffinity.required: Required value: must specify required node constraints",
    "spec.hostPath.path: Invalid value: \"/a/../b\": must not contain '..'",
    'spec.hostPath.type: Unsupported value: "x": supported values: "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"',
    'spec.storageClassName: Invalid value: "A_": SUBDOMAIN',
    'spec.volumeMode: Unsupported value: "": supported values: "Block", "Filesystem"',
    "spec.volumeAttributesClassName: Required value: an empty string is disallowed",
    "spec.csi: Required value: has to be specified when using volumeAttributesClassName",
  ]);
  expect(saidOf("/persistentvolumes", { spec: volume })).toEqual([]);
});

test("a change of a volume is looked at twice, and where its data is stays [apiserver/rules-as-data]", ({ expect }) => {
  const recycled = { ...volume, persistentVolumeReclaimPolicy: "Recycle" };
  const twice = "spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'";
  expect(saidOf("/persistentvolumes", { spec: recycled }, { spec: volume })).toEqual([twice, twice]);
  const more = "spec.cephFS: Forbidden: may not specify more than 1 volume type";
  expect(saidOf("/persistentvolumes", { spec: { ...volume, cephfs: {} } }, { spec: volume })).toEqual([
    more,
    more,
    "spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation",
  ]);
});

const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, volumeMode: "Filesystem" };

test("a claim is refused in the words and the order of Kubernetes [apiserver/rules-as-data]", ({ expect }) => {
  const wrong = {
    accessModes: ["ReadWriteOnce", "ReadWriteOncePod"],
    storageClassName: "A_",
    volumeMode: "x",
    resources: { requests: { storage: "0" } },
    volumeAttributesClassName: "A_",
    selector: { matchLabels: { "a b": "c" } },
  };
  expect(saidOf("/persistentvolumeclaims", { spec: wrong })).toEqual([
    'spec.selector.matchLabels: Invalid value: "a b": NAME',
    "spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes",
    'spec.resources[storage]: Invalid value: "0": must be greater than zero',
    'spec.storageClassName: Invalid value: "A_": SUBDOMAIN',
    'spec.volumeMode: Unsupported value: "x": supported values: "Block", "Filesystem"',
    'spec.volumeAttributesClassName: Invalid value: "A_": SUBDOMAIN',
  ]);
});

test("of a claim only its volume changes, and a class that it had not [apiserver/rules-as-data]", ({ expect }) => {
  const fixed =
    "spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";
  const said = (spec: object): readonly string[] => saidOf("/persistentvolumeclaims", { spec }, { spec: claim });
  expect(said({ ...claim, volumeName: "v", storageClassName: "s" })).toEqual([]);
  expect(said({ ...claim, resources: { requests: { storage: "2Gi" } } })).toEqual([fixed]);
  expect(said({ ...claim, resources: {} })).toEqual([
    "spec.resources[storage]: Required value",
    fixed,
    "spec.resources.requests.storage: Forbidden: field can not be less than status.capacity",
  ]);
});

test("one source of a claim's data stands in both fields [apiserver/rules-as-data]", ({ expect }) => {
  const updated = storageKinds["/persistentvolumeclaims"]?.updated;
  const made = (spec: object): unknown => updated?.({ spec } as unknown as Document, {} as Document)["spec"];
  const source = { kind: "PersistentVolumeClaim", name: "b" };
  expect(made({ dataSource: source })).toEqual({ dataSource: source, dataSourceRef: source });
  expect(made({ dataSourceRef: source })).toEqual({ dataSource: source, dataSourceRef: source });
  expect(made({ dataSource: { apiGroup: "x.y", kind: "A", name: "b" } })).toEqual({});
  expect(made({ dataSourceRef: { ...source, namespace: "far" } })).toEqual({});
});

test("classes, drivers and attachments are refused in the words of Kubernetes [apiserver/rules-as-data]", ({
  expect,
}) => {
  const expressions = [
    { key: "a", values: ["a", "a"] },
    { key: "a", values: ["b"] },
  ];
  const topology = {
    provisioner: "a/b",
    volumeBindingMode: "y",
    parameters: { "": "a" },
    allowedTopologies: [{ matchLabelExpressions: expressions }, {}],
  };
  expect(saidOf("storage.k8s.io/storageclasses", topology)).toEqual([
    'parameters: Invalid value: "": field can not be empty.',
    'volumeBindingMode: Unsupported value: "y": supported values: "Immediate", "WaitForFirstConsumer"',
    'allowedTopologies[0].matchLabelExpressions[0].values[1]: Duplicate value: "a"',
    'allowedTopologies[0].matchLabelExpressions[1].key: Duplicate value: "a"',
    'allowedTopologies[1].matchLabelExpressions: Duplicate value: ""',
  ]);
  expect(
    saidOf("storage.k8s.io/volumeattributesclasses", { driverName: "d" }, { driverName: "d", parameters: { a: "b" } }),
  ).toEqual([
    "parameters: Forbidden: updates to parameters are forbidden.",
    "parameters: Required value: must contain at least one key/value pair",
  ]);
  const drivers = [
    { name: "A_", nodeID: "", allocatable: { count: -1 }, topologyKeys: ["", "a", "a"] },
    { nodeID: "x" },
  ];
  expect(saidOf("storage.k8s.io/csinodes", { spec: { drivers } })).toEqual([
    'spec.drivers[0].name: Invalid value: "A_": SUBDOMAIN',
    "spec.drivers[0].nodeID: Required value",
    "spec.drivers[0].allocatable.count: Invalid value: -1: must be greater than or equal to 0",
    "spec.drivers[0]: Required value",
    'spec.drivers[0]: Invalid value: "": name part must be non-empty',
    'spec.drivers[0]: Invalid value: "": NAME',
    'spec.drivers[0]: Duplicate value: "a"',
    "spec.drivers[1].name: Required value",
  ]);
  expect(
    saidOf("storage.k8s.io/volumeattachments", {
      spec: { attacher: "A_", nodeName: "", source: { persistentVolumeName: "" } },
    }),
  ).toEqual([
    'spec.attacher: Invalid value: "A_": SUBDOMAIN',
    "spec.source.persistentVolumeName: Required value: must specify non empty persistentVolumeName",
    'spec.nodeName: Invalid value: "": SUBDOMAIN',
    'spec.source.persistentVolumeName: Invalid value: "": SUBDOMAIN',
  ]);
  const driver = {
    volumeLifecycleModes: ["x"],
    fsGroupPolicy: "y",
    tokenRequests: [{ audience: "a", expirationSeconds: 1 }, { audience: "a" }],
    nodeAllocatableUpdatePeriodSeconds: 1,
  };
  expect(saidOf("storage.k8s.io/csidrivers", { spec: driver })).toEqual([
    'spec.fsGroupPolicy: Unsupported value: "y": supported values: "File", "None", "ReadWriteOnceWithFSType"',
    "spec.tokenRequests[0].expirationSeconds: Invalid value: 1: may not specify a duration less than 10 minutes",
    'spec.tokenRequests[1].audience: Duplicate value: "a"',
    'spec.volumeLifecycleModes: Unsupported value: "x": supported values: "Persistent", "Ephemeral"',
    "spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 1: must be greater than or equal to 10 seconds",
  ]);
});
