/** Names the object that another one belongs to. The garbage collector removes what has no owner left. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  /** At most one owner manages an object. */
  readonly controller?: boolean | undefined;
  /** With foreground deletion, the owner stays until this object is gone. */
  readonly blockOwnerDeletion?: boolean | undefined;
}
