/** What was said of a claim of devices, and why Kubernetes refuses it. */
export const refusedClaimStatuses: readonly RefusedStatus[] = [
  {
    status: {
      reservedFor: [{ uid: "a" }, { uid: "a", name: "n", resource: "pods" }],
      devices: [
        {
          shareID: "x",
          conditions: [{ type: "-" }],
          data: 1,
          networkData: {
            interfaceName: "x".repeat(257),
            hardwareAddress: "x".repeat(129),
            ips: ["1.2.3.4", "1.2.3.4"],
          },
        },
      ],
    },
    causes: [
      "status.reservedFor[0].resource: Required value",
      "status.reservedFor[0].name: Required value",
      'status.reservedFor[1]: Duplicate value: "a"',
      "status.devices[0].driver: Required value",
      "status.devices[0].pool: Required value",
      "status.devices[0].device: Invalid value: \"\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
      'status.devices[0].shareID: Invalid value: "x": error validating uid: invalid UUID length: 1',
      'status.devices[0]: Invalid value: {"Driver":"","Pool":"","Device":"","ShareID":"x"}: must be an allocated device in the claim',
      "status.devices[0].conditions[0].type: Invalid value: \"-\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      'status.devices[0].conditions[0].status: Unsupported value: "": supported values: "False", "True", "Unknown"',
      "status.devices[0].conditions[0].lastTransitionTime: Required value",
      "status.devices[0].conditions[0].reason: Required value",
      'status.devices[0].data: Invalid value: "<value omitted>": must be a valid JSON object',
      "status.devices[0].networkData.interfaceName: Too long: may not be more than 256 bytes",
      "status.devices[0].networkData.hardwareAddress: Too long: may not be more than 128 bytes",
      'status.devices[0].networkData.ips[0]: Invalid value: "1.2.3.4": must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)',
      'status.devices[0].networkData.ips[1]: Invalid value: "1.2.3.4": must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)',
      'status.devices[0].networkData.ips[1]: Duplicate value: "1.2.3.4"',
      "status.reservedFor: Forbidden: may not be specified when `allocated` is not set",
    ],
  },
  {
    status: {
      allocation: {
        devices: {
          results: [
            {
              request: "other",
              driver: "d",
              pool: "a/-",
              device: "d",
              shareID: "9DE6F7D2-7A6C-4EAC-A9EB-3BF3B8E0E3E8",
              bindingConditions: ["a"],
            },
          ],
          config: [{ source: "x", requests: ["r", "r"], opaque: { driver: "d", parameters: [] } }],
        },
        nodeSelector: { nodeSelectorTerms: [] },
      },
    },
    causes: [
      "status.allocation.devices.results[0].request: Invalid value: \"other\": must be the name of a request in the claim or the name of a request and a subrequest separated by '/'",
      "status.allocation.devices.results[0].pool: Invalid value: \"-\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "status.allocation.devices.results[0].bindingFailureConditions: Invalid value: null: bindingFailureConditions are required to use bindingConditions",
      'status.allocation.devices.results[0].shareID: Invalid value: "9DE6F7D2-7A6C-4EAC-A9EB-3BF3B8E0E3E8": uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters',
      'status.allocation.devices.config[0].source: Unsupported value: "x": supported values: "FromClaim", "FromClass"',
      'status.allocation.devices.config[0].requests[1]: Duplicate value: "r"',
      'status.allocation.devices.config[0].opaque.parameters: Invalid value: "<value omitted>": must be a valid JSON object',
      "status.allocation.nodeSelector.nodeSelectorTerms: Required value: must have at least one node selector term",
    ],
  },
];

interface RefusedStatus {
  readonly status: object;
  readonly causes: readonly string[];
}
