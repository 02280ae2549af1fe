import type { KubeObject } from "../../model/index.ts";
import type { PersistentVolume, PersistentVolumeClaim } from "../../types/core/v1/index.ts";
import type {
  CSIDriver,
  CSINode,
  StorageClass,
  VolumeAttachment,
  VolumeAttributesClass,
} from "../../types/storage/v1/index.ts";
import { age, nameOf } from "./formats.ts";
import { printer } from "./row.ts";
import type { RowPrinters } from "./row.ts";

const unset = "<unset>";
const accessModes: Readonly<Record<string, string>> = {
  ReadWriteOnce: "RWO",
  ReadOnlyMany: "ROX",
  ReadWriteMany: "RWX",
  ReadWriteOncePod: "RWOP",
};

/** Volumes, and where they come from. */
export const storagePrinters: RowPrinters = {
  "/persistentvolumes": printer<PersistentVolume>((object, now) => {
    const { spec } = object;
    const claim = spec?.claimRef;
    return [
      nameOf(object),
      spec?.capacity?.["storage"] ?? "0",
      modesOf(spec?.accessModes),
      spec?.persistentVolumeReclaimPolicy ?? "",
      phaseOf(object, object.status?.phase),
      claim === undefined ? "" : `${claim.namespace ?? ""}/${claim.name ?? ""}`,
      classOf(object, spec?.storageClassName),
      spec?.volumeAttributesClassName ?? unset,
      object.status?.reason ?? "",
      age(object, now),
      spec?.volumeMode ?? unset,
    ];
  }),
  "/persistentvolumeclaims": printer<PersistentVolumeClaim>((object, now) => {
    const { spec, status } = object;
    const isBound = Boolean(spec?.volumeName);
    return [
      nameOf(object),
      phaseOf(object, status?.phase),
      spec?.volumeName ?? "",
      isBound ? (status?.capacity?.["storage"] ?? "0") : "",
      isBound ? modesOf(status?.accessModes) : "",
      classOf(object, spec?.storageClassName),
      spec?.volumeAttributesClassName ?? unset,
      age(object, now),
      spec?.volumeMode ?? unset,
    ];
  }),
  "storage.k8s.io/storageclasses": printer<StorageClass>((object, now) => [
    withDefaultMark(object, "storageclass.kubernetes.io/is-default-class"),
    object.provisioner ?? "",
    object.reclaimPolicy ?? "Delete",
    object.volumeBindingMode ?? "Immediate",
    object.allowVolumeExpansion ?? false,
    age(object, now),
  ]),
  "storage.k8s.io/volumeattributesclasses": printer<VolumeAttributesClass>((object, now) => [
    nameOf(object),
    object.driverName ?? "",
    age(object, now),
  ]),
  "storage.k8s.io/volumeattachments": printer<VolumeAttachment>((object, now) => [
    nameOf(object),
    object.spec?.attacher ?? "",
    object.spec?.source?.persistentVolumeName ?? "",
    object.spec?.nodeName ?? "",
    object.status?.attached ?? false,
    age(object, now),
  ]),
  "storage.k8s.io/csinodes": printer<CSINode>((object, now) => [
    nameOf(object),
    object.spec?.drivers?.length ?? 0,
    age(object, now),
  ]),
  "storage.k8s.io/csidrivers": printer<CSIDriver>((object, now) => {
    const { spec } = object;
    const audiences = spec?.tokenRequests?.map(({ audience }) => audience) ?? [];
    return [
      nameOf(object),
      spec?.attachRequired ?? true,
      spec?.podInfoOnMount ?? false,
      spec?.storageCapacity ?? false,
      audiences.length === 0 ? unset : audiences.join(","),
      spec?.requiresRepublish ?? false,
      spec?.volumeLifecycleModes?.join(",") ?? "<none>",
      age(object, now),
    ];
  }),
};

function modesOf(modes: readonly string[] | undefined): string {
  return [...new Set(modes)].map((mode) => accessModes[mode] ?? mode).join(",");
}

function phaseOf({ metadata }: KubeObject, phase: string | undefined): string {
  return metadata?.deletionTimestamp ? "Terminating" : (phase ?? "");
}

function classOf({ metadata }: KubeObject, name: string | undefined): string {
  return metadata?.annotations?.["volume.beta.kubernetes.io/storage-class"] ?? name ?? "";
}

function withDefaultMark(object: KubeObject, annotation: string): string {
  const isDefault = object.metadata?.annotations?.[annotation] === "true";
  return `${nameOf(object)}${isDefault ? " (default)" : ""}`;
}
