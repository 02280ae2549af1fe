/** How to use the command line. */
export const usage = `Usage: setpoint COMMAND [options]

  server   a Kubernetes API server in this process, for kubectl and everything else that speaks to one

  --help   say this, or with a command, how to use that
`;

/** How to use `setpoint server`. */
export const serverUsage = `Usage: setpoint server [options]

A Kubernetes API server, with TLS, in memory. It runs until Ctrl-C; what was in it is gone then.

  --port N                where to listen; by default any port that is free
  --host ADDRESS          an IP address of this machine, or 0.0.0.0 or :: for all; by default that of the loopback interface,
                          which nobody else can reach
  --kubeconfig FILE       where to write the kubeconfig, for its owner's eyes only. A file that is there is replaced only if
                          an earlier server wrote it. By default in a folder that goes with the server
  --token TOKEN           the administrator's token; by default a new one. Others on this machine can see the command line
  --client-ca FILE        certificates of authorities in PEM: who has a client certificate of one of them is its common name,
                          in the groups of its organizations
  --authorization MODE    rbac, the default: others than the administrator may do what roles and bindings allow;
                          off: whoever has a credential may do everything
  --event-ttl DURATION    how long an event is kept after its last write, as 1h or 90m; an hour by default, 0 for ever
  --help                  say this
`;
