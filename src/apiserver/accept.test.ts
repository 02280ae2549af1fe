import { describe, test } from "vitest";
import { negotiate } from "./accept.ts";
import type { Offer } from "./accept.ts";

const plainJson: Offer = { mediaTypes: ["application/json"], allows: (_mediaType, as) => as === undefined };
const table = "application/json;as=Table;v=v1;g=meta.k8s.io";

describe("plain JSON", () => {
  test.for([
    undefined,
    "",
    "application/json",
    "Application/JSON; charset=utf-8",
    "*/*",
    "text/html, application/*;q=0.5",
    `${table},application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json`,
    "application/vnd.kubernetes.protobuf,application/json",
    "application/json;stream=watch",
    "application/json;sv=",
    "application/json;q=0",
    "text/html,*/*;q=0.0",
  ])("is allowed by %j [apiserver/accepts-json]", (accept, { expect }) => {
    expect(negotiate(accept, plainJson)?.mediaType).toBe("application/json");
  });

  test.for([
    table,
    "text/html",
    "application/vnd.kubernetes.protobuf",
    "application/json;stream=other",
    "application/json;g=meta.k8s.io;v=v1",
    "application/json;v=v1",
    "application/json;g=",
    "application/json;sv=v1",
    "application/jsonp",
  ])("is not allowed by %j [apiserver/refuses-other-forms]", (accept, { expect }) => {
    expect(negotiate(accept, plainJson)).toBeUndefined();
  });
});
