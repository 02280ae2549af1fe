/** Where a server listens, whom to trust and how to be trusted. */
export interface KubeconfigContent {
  readonly server: string;
  /** In PEM. */
  readonly ca: string;
  readonly token: string;
}

/** A kubeconfig with everything embedded and one context, `setpoint`. It is JSON, and so YAML as well. */
export function writeKubeconfig({ server, ca, token }: KubeconfigContent): string {
  const data = Buffer.from(ca).toString("base64");
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "setpoint", cluster: { server, "certificate-authority-data": data } }],
    users: [{ name: "setpoint", user: { token } }],
    contexts: [{ name: "setpoint", context: { cluster: "setpoint", user: "setpoint" } }],
    "current-context": "setpoint",
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}
