import { requireBinaries } from "./binaries.ts";
import { controlPlaneDefaults } from "./defaults.ts";
import { ControlPlaneError } from "./errors.ts";
import type { Environment } from "./versions.ts";

/** The paths of the programs of a control plane. */
export interface ControlPlaneBinaries {
  readonly etcd: string;
  readonly kubeApiserver: string;
  readonly kubectl: string;
}

/** How to reach a control plane that runs. */
export interface RunningControlPlane {
  /** The path of a kubeconfig whose user may do everything. Only its owner can read it. */
  readonly kubeconfig: string;
  /** Like `https://127.0.0.1:34567`. */
  readonly server: string;
  /** In PEM, like the certificate and the key. */
  readonly ca: string;
  readonly clientCertificate: string;
  readonly clientKey: string;
  readonly token: string;
  /** The path of the kubectl that belongs to it. */
  readonly kubectlPath: string;
}

/** The programs to start a control plane with. Throws, saying how to get them, if one is missing. */
export function controlPlaneBinaries(environment: Environment): ControlPlaneBinaries {
  const paths = requireBinaries(controlPlaneDefaults.binaries, environment);
  const path = (name: string): string => paths.get(name) ?? "";
  return { etcd: path("etcd"), kubeApiserver: path("kube-apiserver"), kubectl: path("kubectl") };
}

/** Reads a guardian's description of a running control plane. Throws for anything else. */
export function parseRunning(value: unknown): RunningControlPlane {
  const fields = new Map<string, unknown>(typeof value === "object" && value !== null ? Object.entries(value) : []);
  const text = (name: string): string => {
    const field = fields.get(name);
    if (typeof field === "string") return field;
    throw new ControlPlaneError(
      "SETPOINT_CONTROL_PLANE_GUARDIAN",
      `asking the guardian to start: expected the text ${name} in its answer`,
    );
  };
  return {
    kubeconfig: text("kubeconfig"),
    server: text("server"),
    ca: text("ca"),
    clientCertificate: text("clientCertificate"),
    clientKey: text("clientKey"),
    token: text("token"),
    kubectlPath: text("kubectlPath"),
  };
}
