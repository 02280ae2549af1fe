import { defineResource } from "setpoint";
import type { ObjectOf } from "setpoint";
import { z } from "zod";

/** A network that somebody wants. Said once: the type, the custom resource definition and its schema all follow from this value. */
export const Network = defineResource({
  group: "samplecrd.k8s.io",
  version: "v1",
  kind: "Network",
  // Groups that end in `k8s.io` are protected: without this, a server refuses the definition.
  annotations: { "api-approved.kubernetes.io": "unapproved, sample" },
  spec: z.object({
    cidr: z.string(),
    /** Absent: the first address of the network. */
    gateway: z.string().optional(),
  }),
  status: z.object({
    ready: z.boolean(),
    /** What the network service calls it. */
    id: z.string().optional(),
    subnetId: z.string().optional(),
    /** Why it is not ready. */
    message: z.string().optional(),
    /** The `metadata.generation` that this status speaks of. */
    observedGeneration: z.int().optional(),
  }),
});

/** One object of the kind. */
export type Network = ObjectOf<typeof Network>;
