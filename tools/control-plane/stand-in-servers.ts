import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

// Programs that are called like the real ones, understand the same flags as far as they must, and are ready at once. They show who starts
// and ends servers on a machine that has none; what the real ones answer is shown by the suites against those.

const answering = `
  const flags = Object.fromEntries(process.argv.slice(2).map((word) => word.replace(/^--/, "").split(/=(.*)/s)));
  const { readFileSync } = require("node:fs");
  const [cert, key] = [flags["tls-cert-file"] ?? flags["cert-file"], flags["tls-private-key-file"] ?? flags["key-file"]];
  const port = flags["secure-port"] ?? new URL(flags["listen-client-urls"]).port;
  const ca = readFileSync(flags["client-ca-file"] ?? flags["trusted-ca-file"]);
  const options = { cert: readFileSync(cert), key: readFileSync(key), ca, requestCert: true, rejectUnauthorized: true };
  require("node:https").createServer(options, (request, response) => response.end("ok")).listen(port, "127.0.0.1");
`;

/** What to do instead of serving, per program: the text of a script. */
export interface StandInScripts {
  readonly etcd?: string | undefined;
  readonly "kube-apiserver"?: string | undefined;
}

/** The script of a stand-in that serves, for those that do something else first. */
export const serve: string = answering;

/** Writes the programs into a new folder, to be used as `KUBEBUILDER_ASSETS`. */
export async function writeStandInServers(folder: string, scripts: StandInScripts = {}): Promise<string> {
  const assets = join(folder, "assets");
  await mkdir(assets);
  const programs = { etcd: answering, "kube-apiserver": answering, kubectl: "", ...scripts };
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(assets, name), `#!${process.execPath}\n${script}`);
    await chmod(join(assets, name), 0o755);
  }
  return assets;
}
