/** Every way in which `npm run codegen` can fail, by stable code. */
export type CodegenErrorCode =
  | "SETPOINT_CODEGEN_UNREACHABLE"
  | "SETPOINT_CODEGEN_RESPONSE"
  | "SETPOINT_CODEGEN_DISCOVERY"
  | "SETPOINT_CODEGEN_SCHEMA"
  | "SETPOINT_CODEGEN_PROTOBUF"
  | "SETPOINT_CODEGEN_OUTPUT";

/** Codegen could not make its output. Nothing of `src` has been changed when it is thrown before writing began. */
export class CodegenError extends Error {
  override readonly name = "CodegenError";
  readonly code: CodegenErrorCode;

  constructor(code: CodegenErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Recognises the error by its code, and one of `codes` when any are given. */
  static is(error: unknown, ...codes: CodegenErrorCode[]): error is CodegenError {
    if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return false;
    const { code } = error;
    return codes.length === 0 ? code.startsWith("SETPOINT_CODEGEN_") : codes.some((wanted) => wanted === code);
  }
}
