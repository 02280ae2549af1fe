/** Whether a group is one of Kubernetes' own community, in which a definition needs approval. */
export function isProtected(group: string): boolean {
  return /(^|\.)(k8s|kubernetes)\.io$/.test(group);
}
