/**
 * The name of the method for a resource: its plural, written as its kind is. `ReplicaSet` and `replicasets` give `replicaSets`,
 * `CSIDriver` and `csidrivers` give `csiDrivers`.
 */
export function methodName({ kind, plural }: { readonly kind: string; readonly plural: string }): string {
  // Leading capitals are one word, and the last of them begins the next: `CSIDriver` is `CSI` and `Driver`.
  const written = kind.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (word) => word.toLowerCase());
  const lower = kind.toLowerCase();
  let shared = 0;
  while (shared < plural.length && lower[shared] === plural[shared]) shared++;
  return `${written.slice(0, shared)}${plural.slice(shared)}`;
}
