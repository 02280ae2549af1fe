import { serviceAddressPrefix } from "./registry/index.ts";

/** An object that a server has from the beginning. */
export interface BootstrapObject {
  /** Its resource: `group/version/plural`. */
  readonly at: string;
  /** Another resource by which it can be told that the object is there. */
  readonly shownBy?: string | undefined;
  /** Who owns its fields. */
  readonly manager: string;
  readonly body: {
    readonly metadata: {
      readonly name: string;
      readonly namespace?: string | undefined;
      readonly labels?: Readonly<Record<string, string>> | undefined;
    };
    readonly [member: string]: unknown;
  };
  /** Who applies its conditions; if nobody does, its manager writes them. */
  readonly statusManager?: string | undefined;
  /** Without their times, which are those of the server. */
  readonly conditions?: readonly Readonly<Record<string, string>>[] | undefined;
}

const manager = "kube-apiserver";
const firstAddress = `${serviceAddressPrefix}0.1`;

/**
 * The objects that tell of this server, and so are another server's but in form: its service, with its address and the range that it is from.
 *
 * Not among them: the config map about tokens of the old kind, which there are none of, and which everybody who follows config maps would
 * meet; Endpoints and EndpointSlices of the service, which may not name an address of the loopback interface, so that the real
 * server has none there either; the authorities of client certificates, which come and go with the ports; the lease of the process, which
 * would have to be renewed for ever.
 */
export function ownObjects(): readonly BootstrapObject[] {
  return [
    {
      at: "networking.k8s.io/v1/servicecidrs",
      manager,
      body: { metadata: { name: "kubernetes" }, spec: { cidrs: [`${serviceAddressPrefix}0.0/16`] } },
      statusManager: "kubernetes-service-cidr-controller",
      conditions: [{ type: "Ready", status: "True", message: "Kubernetes default Service CIDR is ready" }],
    },
    { at: "/v1/services", shownBy: "networking.k8s.io/v1/ipaddresses", manager, body: service },
  ];
}

/** A server may listen on any port, on several or on none: the target is the one that Kubernetes listens on by default. */
const service: Readonly<BootstrapObject["body"]> = {
  metadata: {
    name: "kubernetes",
    namespace: "default",
    labels: { component: "apiserver", provider: "kubernetes" },
  },
  spec: {
    ports: [{ name: "https", protocol: "TCP", port: 443, targetPort: 6443 }],
    clusterIP: firstAddress,
    type: "ClusterIP",
    sessionAffinity: "None",
    ipFamilyPolicy: "SingleStack",
    internalTrafficPolicy: "Cluster",
  },
};
