import fc from "fast-check";
import { describe, test } from "vitest";
import { ipBytes } from "./ip-bytes.ts";

const hex = (address: string): string => Buffer.from(ipBytes(address)).toString("hex");

describe("the bytes of an address", () => {
  test.for([
    ["127.0.0.1", "7f000001"],
    ["::", "00000000000000000000000000000000"],
    ["::1", "00000000000000000000000000000001"],
    ["fe80::", "fe800000000000000000000000000000"],
    ["2001:db8::8:800:200C:417a", "20010db80000000000080800200c417a"],
    ["1:2:3:4:5:6:7:8", "00010002000300040005000600070008"],
    ["::ffff:10.0.0.1", "00000000000000000000ffff0a000001"],
  ] as const)("%s is read", ([address, expected], { expect }) => {
    expect(hex(address)).toBe(expected);
  });

  test.for(["", "localhost", "1.2.3", "1.2.3.4.5", "256.0.0.1", "1:2:3", "fe80::1%eth0", "::1/128", "[::1]"])(
    "%j is refused",
    (address, { expect }) => {
      expect(() => ipBytes(address)).toThrow(expect.objectContaining({ code: "SETPOINT_CERTIFICATE" }));
    },
  );

  test("every address that is written out gives its bytes back", ({ expect }) => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        // The platform's own reading: a URL writes every address in one canonical form.
        const canonical = (text: string): string => new URL(`http://[${text}]/`).hostname;
        const groups = hex(address).match(/.{4}/g)?.join(":") ?? "";
        expect(canonical(groups)).toBe(canonical(address));
      }),
    );
  });
});
