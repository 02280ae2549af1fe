/** What went wrong, as a stable code. */
export type ControlPlaneErrorCode =
  /** `go.mod` does not say which versions to build. */
  | "SETPOINT_CONTROL_PLANE_VERSIONS"
  /** There is no Go to build with. */
  | "SETPOINT_CONTROL_PLANE_NO_GO"
  /** Go could not build a command. */
  | "SETPOINT_CONTROL_PLANE_BUILD"
  /** A command was named that the Go module does not import. */
  | "SETPOINT_CONTROL_PLANE_UNKNOWN_BINARY"
  /** A binary is neither in `KUBEBUILDER_ASSETS` nor in the cache. */
  | "SETPOINT_CONTROL_PLANE_MISSING"
  /** A server did not start. The message has the end of its log. */
  | "SETPOINT_CONTROL_PLANE_START"
  /** A server ended by itself after it had started. The message has the end of its log. */
  | "SETPOINT_CONTROL_PLANE_DIED"
  /** The process that guards the servers did not start, does not answer or answered nonsense. */
  | "SETPOINT_CONTROL_PLANE_GUARDIAN"
  /** The API server refused a request of the test helper. */
  | "SETPOINT_CONTROL_PLANE_REQUEST"
  /** A process survived `stop`. */
  | "SETPOINT_CONTROL_PLANE_STOP";

const prefix = "SETPOINT_CONTROL_PLANE_";

/** Anything that keeps a real control plane from being built, started, used or stopped. */
export class ControlPlaneError extends Error {
  override readonly name = "ControlPlaneError";
  readonly code: ControlPlaneErrorCode;

  constructor(code: ControlPlaneErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Recognises a `ControlPlaneError` by its code; with codes given, only one of those. */
  static is(error: unknown, ...codes: ControlPlaneErrorCode[]): error is ControlPlaneError {
    if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return false;
    const { code } = error;
    return codes.length === 0 ? code.startsWith(prefix) : codes.some((wanted) => wanted === code);
  }
}
