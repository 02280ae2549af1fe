import { dns1123SubdomainProblems, parseQuantity, utf8Length } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, notSupported, required } from "../../crd/index.ts";
import { among, formed, label, subdomain } from "./field-checks.ts";
import { isGiven, listAt, numberAt, partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { downwardFile, fileMode, keyToPath, projected } from "./projected-checks.ts";
import { storageName } from "./storage-name.ts";
import { descendingPath, inRange, noBacksteps, requiredTexts } from "./value-checks.ts";

/** What is wrong with a source of files, and at which names messages place it, if not at its own. */
interface Source {
  readonly check: (source: Fields, field: string) => readonly StatusCause[];
  readonly field?: string;
  readonly extra?: string;
}

function needs(...members: readonly string[]): Source {
  return { check: (source, field) => requiredTexts(source, field, members) };
}

function withSecret(source: Fields, field: string): readonly StatusCause[] {
  const secret = partAt(source, "secretRef");
  return secret !== undefined && textAt(secret, "name") === "" ? [required(`${field}.secretRef.name`)] : [];
}

const partitions = "must be between 1 and 255, inclusive";

function disk(member: string): Source["check"] {
  return (source, field) => {
    const partition = numberAt(source, "partition") ?? 0;
    const isRight = partition >= 0 && partition <= 255;
    return [
      ...requiredTexts(source, field, [member]),
      ...(isRight ? [] : [invalid(`${field}.partition`, partition, partitions)]),
    ];
  };
}

function keyed(name: string): Source["check"] {
  return (source, field) => [
    ...requiredTexts(source, field, [name]),
    ...fileMode(source, field, "defaultMode"),
    ...partsAt(source, "items").flatMap((item, index) => keyToPath(item, `${field}.items[${index}]`)),
  ];
}

const hostPathTypes: readonly string[] = [
  "",
  "BlockDevice",
  "CharDevice",
  "Directory",
  "DirectoryOrCreate",
  "File",
  "FileOrCreate",
  "Socket",
];

const hostPath: Source["check"] = (source, field) => {
  const path = textAt(source, "path");
  if (path === "") return [required(`${field}.path`)];
  return [...noBacksteps(path, `${field}.path`), ...among(hostPathTypes)(textAt(source, "type"), `${field}.type`)];
};

const iscsi: Source["check"] = (source, field) => {
  const name = textAt(source, "iqn");
  const isSecret = source["chapAuthDiscovery"] === true || source["chapAuthSession"] === true;
  return [
    ...requiredTexts(source, field, ["targetPortal"]),
    ...(name === "" ? [required(`${field}.iqn`)] : storageName(name, `${field}.iqn`)),
    ...inRange(numberAt(source, "lun") ?? 0, `${field}.lun`, [0, 255]),
    ...(isSecret && !isGiven(source, "secretRef") ? [required(`${field}.secretRef`)] : []),
    ...(isGiven(source, "initiatorName") ? storageName(textAt(source, "initiatorName"), `${field}.initiatorname`) : []),
  ];
};

const flocker: Source["check"] = (source, field) => {
  const [name, id] = [textAt(source, "datasetName"), textAt(source, "datasetUUID")];
  return [
    ...(name === "" && id === "" ? [required(field, "one of datasetName and datasetUUID is required")] : []),
    ...(name !== "" && id !== ""
      ? [invalid(field, "resource", "datasetName and datasetUUID can not be specified simultaneously")]
      : []),
    ...(name.includes("/") ? [invalid(`${field}.datasetName`, name, "must not contain '/'")] : []),
  ];
};

const pairs = "must be a host:port pair or multiple pairs separated by commas";

const quobyte: Source["check"] = (source, field) => {
  const registry = textAt(source, "registry");
  const tooLong = "must be a UUID and may not exceed a length of 64 characters";
  const causes =
    registry === ""
      ? [required(`${field}.registry`, pairs)]
      : utf8Length(textAt(source, "tenant")) >= 65
        ? [required(`${field}.tenant`, tooLong)]
        : registry
            .split(",")
            .filter((pair) => !/^(?:[^:[\]]*|\[[^[\]]*\]):[^:]*$/.test(pair))
            .map(() => invalid(`${field}.registry`, registry, pairs));
  return [...causes, ...requiredTexts(source, field, ["volume"])];
};

const fibreChannel: Source["check"] = (source, field) => {
  const [targets, ids] = [listAt(source, "targetWWNs"), listAt(source, "wwids")];
  const at = `${field}.targetWWNs`;
  const lun = numberAt(source, "lun");
  return [
    ...(targets.length === 0 && ids.length === 0
      ? [required(at, "must specify either targetWWNs or wwids, but not both")]
      : []),
    ...(targets.length > 0 && ids.length > 0
      ? [invalid(at, targets, "targetWWNs and wwids can not be specified simultaneously")]
      : []),
    ...(targets.length > 0 && lun === undefined
      ? [required(`${field}.lun`, "lun is required if targetWWNs is specified")]
      : []),
    ...(targets.length > 0 ? inRange(lun, `${field}.lun`, [0, 255]) : []),
  ];
};

const flexVolume: Source["check"] = (source, field) => [
  ...requiredTexts(source, field, ["driver"]),
  ...Object.keys(partAt(source, "options") ?? {})
    .filter((key) => /(?:^|\.)(?:kubernetes|k8s)\.io$/i.test(key.split("/")[0] ?? ""))
    .map((key) => invalid(`${field}.options[${key}]`, key, "kubernetes.io and k8s.io namespaces are reserved")),
];

const managedForm = "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}";
const blobForm = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd";

const azureDisk: Source["check"] = (source, field) => {
  const [uri, kind] = [textAt(source, "diskURI"), textAt(source, "kind")];
  const isManaged = kind === "Managed";
  const isRight = uri.startsWith(isManaged ? "/subscriptions/" : "https://");
  return [
    ...requiredTexts(source, field, ["diskName", "diskURI"]),
    ...(isGiven(source, "cachingMode")
      ? among(["None", "ReadOnly", "ReadWrite"])(textAt(source, "cachingMode"), `${field}.cachingMode`)
      : []),
    ...(isGiven(source, "kind") ? among(["Dedicated", "Managed", "Shared"])(kind, `${field}.kind`) : []),
    ...(isGiven(source, "kind") && !isRight
      ? [notSupported(`${field}.diskURI`, uri, [isManaged ? managedForm : blobForm])]
      : []),
  ];
};

const storageOs: Source["check"] = (source, field) => {
  const [name, namespace] = [textAt(source, "volumeName"), textAt(source, "volumeNamespace")];
  return [
    ...(name === "" ? [required(`${field}.volumeName`)] : label(name, `${field}.volumeName`)),
    ...(namespace === "" ? [] : label(namespace, `${field}.volumeNamespace`)),
    ...withSecret(source, field),
  ];
};

/** The name of a driver is one of a domain, in either case. */
function driverName(name: string, field: string): readonly StatusCause[] {
  if (name === "") return [required(field)];
  const isLong = utf8Length(name) > 63;
  const words = "Too long: may not be more than 63 bytes";
  return [
    ...(isLong ? [{ reason: "FieldValueTooLong", message: words, field }] : []),
    ...formed((text) => dns1123SubdomainProblems(text.toLowerCase()))(name, field),
  ];
}

const csi: Source["check"] = (source, field) => {
  const secret = partAt(source, "nodePublishSecretRef");
  const name = secret === undefined ? undefined : textAt(secret, "name");
  return [
    ...driverName(textAt(source, "driver"), `${field}.driver`),
    ...(name === "" ? [required(`${field}.nodePublishSecretRef.name`)] : []),
    ...(name === undefined || name === "" ? [] : subdomain(name, `${field}.name`)),
  ];
};

/** The sources that are checked by themselves, in the order in which they are looked for; the rest is checked where it belongs. */
const sources: Readonly<Record<string, Source>> = {
  emptyDir: {
    check: (source, field) =>
      parseQuantity(String(source["sizeLimit"] ?? "0")).compare(parseQuantity("0")) < 0
        ? [forbidden(`${field}.sizeLimit`, "SizeLimit field must be a valid resource quantity")]
        : [],
  },
  hostPath: { check: hostPath },
  gitRepo: {
    check: (source, field) => [
      ...requiredTexts(source, field, ["repository"]),
      ...descendingPath(textAt(source, "directory"), `${field}.directory`),
    ],
  },
  gcePersistentDisk: { check: disk("pdName"), field: "persistentDisk" },
  awsElasticBlockStore: { check: disk("volumeID") },
  secret: { check: keyed("secretName") },
  nfs: {
    check: (source, field) => {
      const path = textAt(source, "path");
      return [
        ...requiredTexts(source, field, ["server", "path"]),
        ...(path.startsWith("/") ? [] : [invalid(`${field}.path`, path, "must be an absolute path")]),
      ];
    },
  },
  iscsi: { check: iscsi },
  glusterfs: needs("endpoints", "path"),
  flocker: { check: flocker },
  persistentVolumeClaim: needs("claimName"),
  rbd: {
    check: (source, field) => [
      ...(listAt(source, "monitors").length === 0 ? [required(`${field}.monitors`)] : []),
      ...requiredTexts(source, field, ["image"]),
    ],
  },
  cinder: {
    check: (source, field) => [...requiredTexts(source, field, ["volumeID"]), ...withSecret(source, field)],
  },
  cephfs: {
    check: (source, field) => (listAt(source, "monitors").length === 0 ? [required(`${field}.monitors`)] : []),
    extra: "cephFS",
  },
  quobyte: { check: quobyte },
  downwardAPI: {
    check: (source, field) => [
      ...fileMode(source, field, "defaultMode"),
      ...partsAt(source, "items").flatMap((file) => downwardFile(file, field)),
    ],
    extra: "downwarAPI",
  },
  fc: { check: fibreChannel },
  flexVolume: { check: flexVolume },
  configMap: { check: keyed("name") },
  azureFile: needs("secretName", "shareName"),
  vsphereVolume: needs("volumePath"),
  photonPersistentDisk: needs("pdID"),
  portworxVolume: needs("volumeID"),
  azureDisk: { check: azureDisk },
  storageos: { check: storageOs },
  projected: { check: projected },
  scaleIO: needs("gateway", "system", "volumeName"),
  csi: { check: csi },
};

/** What is wrong with one volume of a pod. `generic` finds what the schema says of a member. */
export function volumeCauses(
  volume: Fields,
  field: string,
  generic: (member: string) => readonly StatusCause[],
): readonly StatusCause[] {
  const given = [...Object.keys(sources), "ephemeral", "image"].filter((name) => partAt(volume, name) !== undefined);
  const [first, ...others] = given;
  if (first === undefined) return [required(field, "must specify a volume type")];
  const source = sources[first];
  const own = source?.check(partAt(volume, first) ?? {}, `${field}.${source.field ?? first}`) ?? generic(first);
  const words = "may not specify more than 1 volume type";
  return [...own, ...others.map((name) => forbidden(`${field}.${sources[name]?.extra ?? name}`, words))];
}
