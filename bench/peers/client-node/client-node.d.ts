/** What the benchmark uses of the peer, which is never among the packages of the checkout. */
declare module "@kubernetes/client-node" {
  interface Pod {
    readonly metadata?: { readonly name?: string };
    readonly status?: { readonly phase?: string };
  }
  interface PodName {
    readonly name: string;
    readonly namespace: string;
  }
  interface KubeConfigOptions {
    readonly clusters: readonly {
      readonly name: string;
      readonly server: string;
      readonly caData: string;
      readonly skipTLSVerify: boolean;
    }[];
    readonly users: readonly { readonly name: string; readonly token: string }[];
    readonly contexts: readonly { readonly name: string; readonly cluster: string; readonly user: string }[];
    readonly currentContext: string;
  }
  type HeaderOptions = object;

  class CoreV1Api {
    readNamespacedPod(request: PodName): Promise<Pod>;
    patchNamespacedPod(request: PodName & { readonly body: object }, options: HeaderOptions): Promise<Pod>;
    listPodForAllNamespaces(): Promise<{ readonly items: readonly Pod[] }>;
  }
  class KubeConfig {
    loadFromOptions(options: KubeConfigOptions): void;
    makeApiClient<T>(api: new () => T): T;
  }
  const PatchStrategy: { readonly MergePatch: string };
  function setHeaderOptions(name: string, value: string): HeaderOptions;
}
