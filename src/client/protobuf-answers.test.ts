import { test } from "vitest";
import { ApiError } from "../model/index.ts";
import { Pod } from "../types/core/v1/index.ts";
import { Client } from "./client.ts";
import { scriptedTransport } from "./scripted-transport.fixture.ts";

const headers = { "content-type": "application/vnd.kubernetes.protobuf" };

test.for([
  ["empty", new Uint8Array(0)],
  ["garbage", new TextEncoder().encode("k8s\0 is not this")],
  ["far too large", new Uint8Array(2 * 1024 * 1024)],
] as const)(
  "a refusal in protobuf that is %s still is what its code says [client/protobuf-failure]",
  async ([, body], { expect }) => {
    for (const [status, reason] of [
      [403, "Forbidden"],
      [404, "NotFound"],
      [503, "ServiceUnavailable"],
    ] as const) {
      const { send } = scriptedTransport({ status, headers, body });
      const pods = Client.over(send, { maxRetries: 0 }).resource(Pod);
      for (const failing of [pods.list(), pods.watch().next(), pods.pages().next()]) {
        const error = await failing.then(
          () => undefined,
          (caught: unknown) => caught,
        );
        expect(ApiError.is(error, reason), String(error)).toBe(true);
      }
    }
  },
);
