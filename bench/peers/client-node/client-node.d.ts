/** What the benchmark uses of the peer, which is never among the packages of the checkout. */
declare module "@kubernetes/client-node" {
  interface Pod {
    readonly metadata?: {
      readonly name?: string;
      readonly namespace?: string;
      readonly labels?: Readonly<Record<string, string>>;
      readonly ownerReferences?: readonly { readonly name: string }[];
    };
    readonly spec?: { readonly nodeName?: string; readonly containers: readonly { readonly image?: string }[] };
    readonly status?: { readonly phase?: string; readonly conditions?: readonly object[] };
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
    listPodForAllNamespaces(): Promise<PodList>;
  }
  class CustomObjectsApi {
    listClusterCustomObject(request: {
      readonly group: string;
      readonly version: string;
      readonly plural: string;
    }): Promise<PodList>;
  }
  interface PodList {
    readonly items: readonly Pod[];
  }
  interface Informer {
    on(verb: "add" | "update", callback: (object: Pod) => void): void;
    on(verb: "error", callback: (error: unknown) => void): void;
    list(): readonly Pod[];
    start(): Promise<void>;
    stop(): Promise<void>;
  }
  function makeInformer(config: KubeConfig, path: string, list: () => Promise<PodList>): Informer;
  class KubeConfig {
    loadFromOptions(options: KubeConfigOptions): void;
    makeApiClient<T>(api: new () => T): T;
  }
  const PatchStrategy: { readonly MergePatch: string };
  function setHeaderOptions(name: string, value: string): HeaderOptions;
}
