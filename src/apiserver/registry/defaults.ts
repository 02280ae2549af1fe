/** The namespaces that every server has. */
export const bootstrapNamespaces: readonly string[] = ["default", "kube-system", "kube-public", "kube-node-lease"];

/** The namespaces that cannot be deleted. */
export const protectedNamespaces: readonly string[] = ["default", "kube-system", "kube-public"];

/** How often a watch that allows it gets a bookmark. */
export const bookmarkIntervalMs = 60_000;

/** How long before its end a watch gets its last bookmark. */
export const lastBookmarkMs = 2_000;

/** A watch without a time-out of its own ends after a random time in this range. */
export const watchTimeoutRangeMs: readonly [number, number] = [1_800_000, 3_600_000];

/** How long a read waits for a version that is not there yet, and how often it looks. */
export const versionPatienceMs = 3_000;
/** See above. */
export const versionPollMs = 50;

/** How long an event is kept after its last write. */
export const defaultEventTtlMs = 3_600_000;
/** After so many events that are forgotten others get their turn. */
export const eventsPerTurn = 256;

/** How often a taken generated name is replaced by another. */
export const nameAttempts = 8;

/** The longest beginning of a generated name, the random end and its characters. */
export const generatedName: Readonly<{ baseLength: number; randomLength: number; alphabet: string }> = Object.freeze({
  baseLength: 58,
  randomLength: 5,
  alphabet: "bcdfghjklmnpqrstvwxz2456789",
});

/** How large all annotations of an object may be together. */
export const maxAnnotationBytes = 262_144;

/** How large an encoded object may be: what etcd takes by default. */
export const maxObjectBytes = 1_572_864;

/** How many initial events of a watch are made at once: up to whichever is reached first. */
export const initialBatch: Readonly<{ events: number; bytes: number }> = Object.freeze({
  events: 1_000,
  bytes: 262_144,
});

/** How long the name of a field manager may be. */
export const maxFieldManagerBytes = 128;

/** How long the subresource may be through which fields are owned. */
export const maxOwnedSubresourceBytes = 256;

/** Who owns what the server itself writes. */
export const serverManager = "kube-apiserver";

/** The addresses that services get: all that begin with this. */
export const serviceAddressPrefix = "10.96.";

/** The ports of nodes that services get. */
export const nodePortRange: readonly [number, number] = [30_000, 32_767];

/** How many owners are quoted in all, for each look at an object that has several controllers. */
export const maxQuotedOwners = 1000;
