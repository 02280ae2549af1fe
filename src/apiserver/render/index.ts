/**
 * The forms in which the server answers: JSON, YAML and protobuf; whole objects, their metadata, or tables of them.
 *
 * Promised: what `Accept` asks for is chosen as Kubernetes chooses it; a document is encoded in protobuf once, however many readers and
 * watchers it has. Not promised: YAML byte for byte as Kubernetes writes it; it says the same.
 *
 * @module
 */
export { noRepresentation } from "./not-acceptable.ts";
export { Renderer } from "./renderer.ts";
export type { Rendering } from "./rendering.ts";
