import { ConnectionViolation, errorCodes } from "./protocol.ts";

/** How many bits each byte takes, and the end of the text after them: `a` for 5, `b` for 6 and so on. The code follows from that. */
const lengths: string =
  "isxxxxxxxtzxxzxxxxxxxxzxxxxxxxxxbffhibdgffdgdbbbaaabbbbbbbcdkbhfibccccccccccccccccccccccdcdioijbkaba" +
  "babbbaccbbbabcbaabccccckgjixprpprrrsrssssststtrstssssqrsrsstrqprrssqsrrtqrssqqrqsrssprrrsrrsvvporsru" +
  "vvvwwvtuoqvwwvwtqqvvxwwwptpqrqqsrruuttvsvwvvwwwwwxwwwwwvz";

const endOfText = 256;
const shortest = 5;
const longest = 30;

interface Code {
  /** By length: the first code, how many there are, and where their bytes begin. */
  readonly first: readonly number[];
  readonly count: readonly number[];
  readonly start: readonly number[];
  /** In the order of their codes. */
  readonly bytes: readonly number[];
}

const code: Code = codeOf();

function codeOf(): Code {
  const byLength = Array.from({ length: longest + 1 }, (_, length) =>
    lengths.split("").flatMap((letter, byte) => (letter.charCodeAt(0) - 97 + shortest === length ? [byte] : [])),
  );
  const count = byLength.map((bytes) => bytes.length);
  const first: number[] = [0];
  const start: number[] = [0];
  for (let length = 1; length <= longest; length++) {
    first.push(((first[length - 1] ?? 0) + (count[length - 1] ?? 0)) << 1);
    start.push((start[length - 1] ?? 0) + (count[length - 1] ?? 0));
  }
  return { first, count, start, bytes: byLength.flat() };
}

/** The text that some bytes stand for, in the code that HTTP/2 has for headers. Throws a `ConnectionViolation` for what is none. */
export function decodeHuffman(bytes: Uint8Array): string {
  const { first, count, start, bytes: symbols } = code;
  let text = "";
  let value = 0;
  let length = 0;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      value = (value << 1) | ((byte >> bit) & 1);
      length++;
      const index = value - (first[length] ?? 0);
      if (index >= (count[length] ?? 0)) continue;
      const symbol = symbols[(start[length] ?? 0) + index] ?? endOfText;
      if (symbol === endOfText)
        throw new ConnectionViolation(errorCodes.compression, "a text that goes on after its end");
      text += String.fromCharCode(symbol);
      value = 0;
      length = 0;
    }
  }
  // The last byte is filled up with the beginning of the end.
  if (length > 7 || value !== (1 << length) - 1) {
    throw new ConnectionViolation(errorCodes.compression, "a text that ends within a character");
  }
  return text;
}
