/** Who documents are about, as Kubernetes says it. */
export const serverInfo: Readonly<{ title: string; version: string }> = { title: "Kubernetes", version: "1.36" };

/** The same for documents of custom resources. */
export const customInfo: Readonly<{ title: string; version: string }> = {
  title: "Kubernetes CRD Swagger",
  version: "v0.1.0",
};
