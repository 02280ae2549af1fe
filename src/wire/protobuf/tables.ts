/**
 * What the codec knows about kinds, as texts that are read when a kind is first met. `setpoint/types/pack` has those of Kubernetes.
 *
 * A package is a text of lines, one for each message: its name, then its fields in the order of their numbers, separated by spaces. After
 * the name stands `*` for a kind, or `|` for a message that is in JSON the value of one of its fields. A field is `number:name:type`, with
 * the name in JSON. Before the type stands `[` for a list or `{` for a map with texts as keys, then what happens when there is no value:
 *
 * - nothing: JSON leaves a zero or empty value out, whether the message has it or not;
 * - `?`: JSON has the value when the message has it, zero or not;
 * - `!`: JSON always has the value, zero for a single one and null for a list or a map;
 * - `@`: JSON always has the list, maybe empty.
 *
 * A field `number:^type` is a message whose fields JSON has among those of the outer one.
 *
 * A type is a message of the same package (`PodSpec`) or another one (`core/v1.PodSpec`), or a letter: `s` text, `y` bytes, `b` boolean,
 * `i` and `l` integers of 32 and 64 bits, `d` double, `q` quantity, `t` and `u` time in seconds and microseconds, `o` integer or text, `r`
 * any object, `j` any JSON, `w` a list of texts inside a message.
 */
export interface ProtobufTables {
  /** The package of each API version: `apps/v1` for `apps/v1`, `core/v1` for `v1`. */
  readonly versions: Readonly<Record<string, string>>;
  readonly packages: Readonly<Record<string, string>>;
}

/** Where the kinds are that every API version has: options, `Status`. */
export const sharedPackage = "meta/v1";
