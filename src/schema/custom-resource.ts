import type { KubeObject, Resource } from "../model/index.ts";

/** A CustomResourceDefinition as this folder writes it. */
export interface CrdManifest extends KubeObject {
  readonly apiVersion: "apiextensions.k8s.io/v1";
  readonly kind: "CustomResourceDefinition";
  readonly spec: {
    readonly group: string;
    readonly scope: "Namespaced" | "Cluster";
    readonly names: {
      readonly kind: string;
      readonly listKind: string;
      readonly plural: string;
      readonly singular: string;
      readonly shortNames?: string[] | undefined;
      readonly categories?: string[] | undefined;
    };
    readonly versions: readonly {
      readonly name: string;
      readonly served: boolean;
      readonly storage: boolean;
      readonly schema: { readonly openAPIV3Schema: Readonly<Record<string, unknown>> };
      readonly subresources?: { readonly status?: Readonly<Record<string, never>> | undefined } | undefined;
    }[];
  };
}

/** A kind of the user's own: the value that stands for it, with the definition that makes a server serve it. */
export interface CustomResource<T extends KubeObject = KubeObject> extends Resource<T> {
  readonly crd: CrdManifest;
}
