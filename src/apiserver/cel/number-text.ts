/** A double as Go writes it shortest: `1e+06`, `0.1`, `NaN`. */
export function doubleText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [mantissa = "", power = "0"] = value.toExponential().split("e");
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 6) return plain(mantissa, exponent);
  const digits = String(Math.abs(exponent)).padStart(2, "0");
  return `${mantissa}e${exponent < 0 ? "-" : "+"}${digits}`;
}

/** Without an exponent, whatever the size. */
export function plainText(value: number): string {
  const [mantissa = "", power = "0"] = value.toExponential().split("e");
  return plain(mantissa, Number(power));
}

function plain(mantissa: string, exponent: number): string {
  const sign = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.replace(/[-.]/g, "");
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  if (digits.length <= exponent + 1) return `${sign}${digits}${"0".repeat(exponent + 1 - digits.length)}`;
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}

/** With so many digits after the point, however large it is. A number in the middle of two gives the one with the even digit. */
export function fixedText(value: number, digits: number): string {
  const { numerator, denominator } = fractionOf(Math.abs(value));
  const scaled = numerator * 10n ** BigInt(digits);
  const [whole, rest] = [scaled / denominator, (scaled % denominator) * 2n];
  const isUp = rest > denominator || (rest === denominator && whole % 2n === 1n);
  const text = String(isUp ? whole + 1n : whole).padStart(digits + 1, "0");
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** A number in digits, with a comma before every three of those before the point. A pattern would look at all of them for each. */
export function groupedText(text: string): string {
  const start = text.startsWith("-") ? 1 : 0;
  const point = text.indexOf(".");
  const end = point === -1 ? text.length : point;
  const groups: string[] = [];
  for (let at = end; at > start; at -= 3) groups.push(text.slice(Math.max(start, at - 3), at));
  return `${text.slice(0, start)}${groups.toReversed().join(",")}${text.slice(end)}`;
}

/** A number as the fraction that it is. */
function fractionOf(value: number): { readonly numerator: bigint; readonly denominator: bigint } {
  let [whole, twos] = [value, 0];
  // Every double is a whole number after so many doublings.
  for (; !Number.isInteger(whole); twos += 1) whole *= 2;
  return { numerator: BigInt(whole), denominator: 1n << BigInt(twos) };
}
