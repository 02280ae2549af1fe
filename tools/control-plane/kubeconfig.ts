/** What a kubeconfig of ours tells a client. */
export interface KubeconfigContent {
  readonly server: string;
  readonly ca: string;
  readonly clientCertificate: string;
  readonly clientKey: string;
  readonly token: string;
}

/**
 * A kubeconfig with everything embedded. Its context `setpoint`, the current one, uses the client certificate; `setpoint-token` uses the
 * token. Both users may do everything.
 */
export function writeKubeconfig({ server, ca, clientCertificate, clientKey, token }: KubeconfigContent): string {
  const base64 = (text: string): string => Buffer.from(text).toString("base64");
  return `apiVersion: v1
kind: Config
clusters:
  - name: setpoint
    cluster:
      server: ${server}
      certificate-authority-data: ${base64(ca)}
users:
  - name: admin
    user:
      client-certificate-data: ${base64(clientCertificate)}
      client-key-data: ${base64(clientKey)}
  - name: token-admin
    user:
      token: ${token}
contexts:
  - name: setpoint
    context: { cluster: setpoint, user: admin }
  - name: setpoint-token
    context: { cluster: setpoint, user: token-admin }
current-context: setpoint
`;
}
