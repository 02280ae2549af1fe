const kubeVersion = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const stages: readonly (string | undefined)[] = ["alpha", "beta", undefined];

/** Orders versions as Kubernetes prefers them: `v2`, `v1`, `v1beta2`, `v1beta1`, `v1alpha1`, and then the others by name. */
export function compareVersions(left: string, right: string): number {
  const a = kubeVersion.exec(left);
  const b = kubeVersion.exec(right);
  if (a === null || b === null) {
    if (a !== null || b !== null) return a === null ? 1 : -1;
    return left < right ? -1 : Number(left > right);
  }
  return (
    stages.indexOf(b[2]) - stages.indexOf(a[2]) || Number(b[1]) - Number(a[1]) || Number(b[3] ?? 0) - Number(a[3] ?? 0)
  );
}
