/** The tags of the fields in `ObjectMeta`, which is the same for all kinds. */
export const metadataTags = {
  name: 0x0a,
  namespace: 0x1a,
  uid: 0x2a,
  resourceVersion: 0x32,
  generation: 0x38,
  deletionTimestamp: 0x4a,
  labels: 0x5a,
  ownerReferences: 0x6a,
  finalizers: 0x72,
  managedFields: 0x8a,
} as const;

/** What is known of the metadata of an object, with places in its bytes. A run that is empty stands for nothing. */
export class MetadataScan {
  name: string | undefined = undefined;
  namespace: string | undefined = undefined;
  uid: string | undefined = undefined;
  resourceVersion: string | undefined = undefined;
  generation: number | undefined = undefined;
  deletionTimestamp: string | undefined = undefined;
  hasFinalizers = false;
  /** Whether fields are not in the order of their numbers: nobody writes it so. */
  isScattered = false;
  labelsStart = 0;
  labelsEnd = 0;
  ownersStart = 0;
  ownersEnd = 0;
  managedStart = 0;
  managedEnd = 0;
  /** Where the field begins that metadata is in. */
  fieldStart = 0;
  /** Where the content of metadata is. */
  start = 0;
  end = 0;

  /** Notes where a field is that was passed over. One that may occur often follows itself. */
  add(tag: number, start: number, end: number): void {
    switch (tag) {
      case metadataTags.labels:
        if (this.labelsEnd === 0) this.labelsStart = start;
        this.labelsEnd = end;
        break;
      case metadataTags.ownerReferences:
        if (this.ownersEnd === 0) this.ownersStart = start;
        this.ownersEnd = end;
        break;
      case metadataTags.managedFields:
        if (this.managedEnd === 0) this.managedStart = start;
        this.managedEnd = end;
        break;
      case metadataTags.finalizers:
        this.hasFinalizers = true;
        break;
    }
  }

  /** The same in bytes in which each offset is elsewhere, and without managed fields. */
  moved(to: (offset: number) => number): MetadataScan {
    const copy = new MetadataScan();
    copy.name = this.name;
    copy.namespace = this.namespace;
    copy.uid = this.uid;
    copy.resourceVersion = this.resourceVersion;
    copy.generation = this.generation;
    copy.deletionTimestamp = this.deletionTimestamp;
    copy.hasFinalizers = this.hasFinalizers;
    copy.labelsStart = to(this.labelsStart);
    copy.labelsEnd = to(this.labelsEnd);
    copy.ownersStart = to(this.ownersStart);
    copy.ownersEnd = to(this.ownersEnd);
    copy.fieldStart = this.fieldStart;
    copy.start = to(this.start);
    copy.end = to(this.end);
    return copy;
  }
}
