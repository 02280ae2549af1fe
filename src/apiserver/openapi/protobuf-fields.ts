import type { ProtobufWriter } from "./protobuf-writer.ts";

/** Writes a value of JSON as a field with a number. A value that stands for nothing is left out. */
export type WriteField = (to: ProtobufWriter, number: number, value: unknown) => void;

/** A text. */
export const textField: WriteField = (to, number, value) => {
  if (value !== "") to.text(number, String(value));
};

/** Whether something is so. */
export const booleanField: WriteField = (to, number, value) => {
  if (value === true) to.count(number, 1);
};

/** A number that has 64 bits. */
export const doubleField: WriteField = (to, number, value) => {
  if (Number(value) !== 0) to.double(number, Number(value));
};

/** A count. */
export const countField: WriteField = (to, number, value) => {
  if (Number(value) > 0) to.count(number, Number(value));
};

/** Any value, as a text of YAML, of which JSON is a part. */
export const anyField: WriteField = (to, number, value) => {
  to.message(number, () => to.text(2, `${JSON.stringify(value)}\n`));
};

/** Each item of a list by itself. */
export function listField(write: WriteField): WriteField {
  return (to, number, value) => {
    for (const item of value as readonly unknown[]) write(to, number, item);
  };
}

/** Each member of an object as a message of its name and its value. */
export function namedField(write: WriteField): WriteField {
  return (to, number, value) => {
    for (const [name, member] of Object.entries(value as Readonly<Record<string, unknown>>)) {
      to.message(number, () => {
        to.text(1, name);
        write(to, 2, member);
      });
    }
  };
}

/** A message that has nothing but one field. */
export function wrappedField(inner: number, write: WriteField): WriteField {
  return (to, number, value) => to.message(number, () => write(to, inner, value));
}

/** Numbers and forms of the members of a message. */
export type Members = Readonly<Record<string, readonly [number, WriteField]>>;

/** A message: where each member of an object goes. Members that begin with `x-` go under the number of `extensions`. */
export function messageField(members: () => Members, extensions?: number): WriteField {
  return (to, number, value) =>
    to.message(number, () => writeMembers(to, value as object, { members: members(), extensions }));
}

/** What the members of an object become. */
export interface MessageForm {
  readonly members: Members;
  readonly extensions: number | undefined;
}

/** Writes the members of an object. Those that the message has no number for are left out. */
export function writeMembers(to: ProtobufWriter, value: object, { members, extensions }: MessageForm): void {
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    const known = Object.hasOwn(members, name) ? members[name] : undefined;
    if (known !== undefined) known[1](to, known[0], member);
    else if (extensions !== undefined && name.startsWith("x-")) extensionField(to, extensions, { [name]: member });
  }
}

const extensionField: WriteField = namedField(anyField);
