import { systemGroups } from "./user.ts";
import type { User } from "./user.ts";

/** Names, sizes and times of authentication, in one place. */
export const authDefaults = {
  /** What a generated credential is made from: 256 bits. */
  tokenBytes: 32,
  /** Who signs the tokens of service accounts, and for whom they are unless they say otherwise. */
  issuer: "https://kubernetes.default.svc.cluster.local",
  /** How long a token is good when nobody says. */
  tokenSeconds: 3_600,
  /** The shortest and the longest life of a token that can be asked for. */
  minTokenSeconds: 600,
  maxTokenSeconds: 4_294_967_296,
  /** A token of a pod that is asked for with this life is what a kubelet asks for: it is good for longer, and there is a warning in it. */
  kubeletTokenSeconds: 3_607,
  extendedTokenSeconds: 31_536_000,
  /** How long a token still counts after its account, or what it is bound to, was told to go. */
  deletionGraceMs: 60_000,
  /** How far the clocks of others may be off. */
  leewayMs: 60_000,
  /** How many checked tokens are remembered, so that their signatures need not be checked again. */
  rememberedTokens: 256,
} as const;

/** Who has the server's own credential. */
export const administrator: User = {
  name: "setpoint-admin",
  groups: [systemGroups.masters, systemGroups.authenticated],
};
