/** What the command line asks for. */
export type ControlPlaneCommand =
  | { readonly name: "build"; readonly binaries: readonly string[] }
  | { readonly name: "start" | "stop" | "status" | "env" | "help" }
  | { readonly name: "misused"; readonly problem: string };

/** How to use the command line. */
export const usage = `Usage: npm run control-plane -- COMMAND

Real etcd, kube-apiserver and kubectl, in the versions that go.mod pins.

  build [NAME...]  build them into the cache (by default etcd, kube-apiserver and kubectl;
                   also kube-controller-manager). What is there already is not built again.
  start            start etcd and kube-apiserver on the loopback interface, write a kubeconfig
                   and print its path. If they run already, print that.
  stop             end them and remove their data.
  status           say what is built and what runs.
  env              print shell commands that point kubectl to the running server:
                   eval "$(npm run --silent control-plane -- env)"

  --help           print this text.

Environment:
  SETPOINT_CACHE       where binaries and the running server's files are kept
                       (otherwise $XDG_CACHE_HOME/setpoint or ~/.cache/setpoint)
  KUBEBUILDER_ASSETS   a folder with binaries to use instead of the built ones
`;

/** Reads the words after the command's own name. Never throws: what can't be read is a `misused` command. */
export function parseArguments(words: readonly string[]): ControlPlaneCommand {
  const [name, ...rest] = words;
  if (words.includes("--help") || words.includes("-h") || name === "help") return { name: "help" };
  const option = words.find((word) => word.startsWith("-"));
  if (option !== undefined) return { name: "misused", problem: `unknown option ${JSON.stringify(option)}` };
  switch (name) {
    case "build":
      return { name, binaries: rest };
    case "start":
    case "stop":
    case "status":
    case "env":
      if (rest.length > 0)
        return { name: "misused", problem: `${name} takes no arguments, got ${JSON.stringify(rest[0])}` };
      return { name };
    case undefined:
      return { name: "misused", problem: "expected a command" };
    default:
      return { name: "misused", problem: `unknown command ${JSON.stringify(name)}` };
  }
}
