/**
 * Texts that kube-apiserver v1.36.3 took for a format, and texts that it did not.
 *
 * @module
 */

/** By format. */
export const formatAnswers: Readonly<
  Record<string, { readonly has: readonly string[]; readonly lacks: readonly string[] }>
> = {
  bsonobjectid: { has: ["507f1f77bcf86cd799439011"], lacks: [] },
  uri: {
    has: ["http://a.b/c", "/x y", "a:b", "mailto:a@b", "//x", "a:b c%", "*", "db://a:1,b:2/"],
    lacks: ["foo", "http://a b", "http://a:x/", "http://a:1:2/", "http://a#b/", "http://[1.2.3.4]/", "http://a/%"],
  },
  email: {
    has: ["a@b", "A <a@b.c>", '"a b"@c', "a@[1.2.3.4]", " a@b (c)"],
    lacks: ["a@", "a..b@c", "a b@c", "A: <a@b.c>", "a@[b]", '""@a'],
  },
  hostname: {
    has: ["a.b.com", "a", "a-", "a-b", "host-name.com", "xn--a.com"],
    lacks: ["a_b", "-a", "host-name", "a.b", "a.c1", "1.2.3.4"],
  },
  ipv4: { has: ["1.2.3.4", "01.2.3.4", "::ffff:1.2.3.4"], lacks: ["1.2.3", "::FFFF:102:304", "::1", "x", ""] },
  ipv6: { has: ["::1", "::ffff:1.2.3.4"], lacks: ["1::2::3", "fe80::1%eth0"] },
  cidr: { has: ["1.2.3.0/24", "::/0"], lacks: ["1.2.3.4/33", "1.2.3.4"] },
  mac: {
    has: ["00:11:22:33:44:55", "00-11-22-33-44-55", "0011.2233.4455", "001122334455"],
    lacks: ["00:11:22:33:44", "00:11-22:33:44:55"],
  },
  uuid: { has: ["123e4567-e89b-12d3-a456-426614174000", "123E4567E89B12D3A456426614174000"], lacks: [] },
  uuid3: { has: ["123e4567-e89b-32d3-a456-426614174000"], lacks: [] },
  uuid4: { has: ["123e4567-e89b-42d3-a456-426614174000"], lacks: [] },
  uuid5: { has: ["123e4567-e89b-52d3-a456-426614174000"], lacks: [] },
  isbn: { has: ["0321751043", "978-0321751041"], lacks: ["0321751044"] },
  isbn10: { has: ["0321751043", "3836221195", "080442957X"], lacks: [] },
  isbn13: { has: ["978-0321751041"], lacks: [] },
  creditcard: { has: ["4111 1111 1111 1111"], lacks: ["4111111111111112"] },
  ssn: { has: ["111-11-1111"], lacks: ["111-111111", "111111111"] },
  hexcolor: { has: ["#fff", "ffffff"], lacks: ["#ffff"] },
  rgbcolor: { has: ["rgb(1,2,3)", "rgb( 1 , 2 , 3 )"], lacks: ["rgb(256,1,1)"] },
  byte: { has: ["YWJj", "YWI="], lacks: ["YWI", "", "!!!", "x"] },
  date: { has: ["2020-02-29", "0000-01-01"], lacks: ["2021-02-29", "2020-13-01", "2020-1-1", "x", ""] },
  duration: {
    has: ["1h", "3 days", "1.5h", "0", "2w", "-1h", "1 h 2 min", "1wk", "1x2h"],
    lacks: ["x", "5", "1 fortnight", "9999999999999999999d"],
  },
  datetime: {
    has: ["2020-01-01T00:00:00Z", "2020-01-01t00:00:00z", "2020-01-01T00:00:00.123+01:00"],
    lacks: ["2020-01-01 00:00:00Z", "2020-01-01T24:00:00Z", "2020-01-01T00:00:00"],
  },
  "k8s-short-name": { has: ["a-b"], lacks: ["a.b", "A"] },
  "k8s-long-name": { has: ["a.b"], lacks: ["a_b"] },
  nope: { has: ["z"], lacks: [] },
};
