import { test } from "vitest";
import { ApiError } from "./api-error.ts";
import type { Status } from "./status.ts";

const request = { method: "PUT", path: "/apis/apps/v1/namespaces/default/deployments/web" };
const conflict: Status = {
  apiVersion: "v1",
  kind: "Status",
  metadata: {},
  status: "Failure",
  message: "the object has been modified",
  reason: "Conflict",
  details: { name: "web", group: "apps", kind: "deployments", uid: "u1", causes: [{ message: "x", field: "spec" }] },
  code: 409,
};

test("an error says which request failed and what the server said [model/failure-message]", ({ expect }) => {
  const error = ApiError.fromStatus(conflict, request);
  expect(error.message).toBe(`PUT ${request.path}: the object has been modified`);
  expect(error).toMatchObject({
    ...request,
    name: "ApiError",
    code: "SETPOINT_API",
    status: 409,
    reason: "Conflict",
    serverMessage: "the object has been modified",
    causes: [{ message: "x", field: "spec" }],
    retryAfterMs: undefined,
  });
  expect(error.details).toEqual(conflict.details);
});

test("an error of another copy of the package is recognised by its code [model/failure-by-code]", ({ expect }) => {
  const foreign = Object.assign(new Error("x"), { code: "SETPOINT_API", status: 404, reason: "NotFound" });
  expect(ApiError.is(foreign)).toBe(true);
  expect(ApiError.is(foreign, "NotFound")).toBe(true);
  expect(ApiError.is(foreign, "Conflict", "Gone")).toBe(false);
  const strange = Object.assign(new Error("x"), { code: "ENOENT", reason: "NotFound" });
  for (const other of [undefined, null, "x", { code: "SETPOINT_API" }, new Error("NotFound"), strange]) {
    expect(ApiError.is(other)).toBe(false);
  }
});

test.for<[unknown]>([
  [undefined],
  [null],
  ["boom"],
  [7],
  [[]],
  [[conflict]],
  [{}],
  [{ kind: "Pod", status: "Failure" }],
  [{ kind: "Status", status: "Success", reason: "Conflict" }],
  [new Date(0)],
])("the body %o is no failed Status, so that the HTTP code speaks [model/no-status]", ([body], { expect }) => {
  const error = ApiError.fromStatus(body, { ...request, status: 404, text: " gone fishing\n" });
  expect(error).toMatchObject({
    status: 404,
    reason: "NotFound",
    serverMessage: "the server could not find the requested resource",
    causes: [{ reason: "UnexpectedServerResponse", message: "gone fishing" }],
  });
});

test("without a body, a conflicting POST means that the object exists [model/post-conflict-means-exists]", ({
  expect,
}) => {
  const implied = (method: string): unknown =>
    ApiError.fromStatus(undefined, { ...request, method, status: 409 }).reason;
  expect(implied("POST")).toBe("AlreadyExists");
  expect(implied("PUT")).toBe("Conflict");
});

test.for([
  [403, "Forbidden", "quota"],
  [406, "NotAcceptable", "quota"],
  [415, "UnsupportedMediaType", "quota"],
  [410, "Unknown", "the server responded with the status code 410 but did not return more information"],
  [502, "InternalError", 'an error on the server ("quota") has prevented the request from succeeding'],
  [429, "TooManyRequests", "the server has received too many requests and has asked us to try again later"],
] as const)("without a Status, %i means %s [model/no-status]", ([status, reason, message], { expect }) => {
  expect(ApiError.fromStatus("quota", { ...request, status, text: "quota" })).toMatchObject({
    status,
    reason,
    serverMessage: message,
  });
});

test("an answer without text still has a message [model/no-status]", ({ expect }) => {
  for (const status of [400, 403, 406, 415, 500]) {
    expect(ApiError.fromStatus(undefined, { ...request, status, text: "" }).serverMessage).not.toBe("");
  }
});

test("only the beginning of a text answer is kept [model/no-status]", ({ expect }) => {
  const error = ApiError.fromStatus(undefined, { ...request, status: 500, text: "x".repeat(1_000_000) });
  expect(error.causes[0]?.message).toHaveLength(2_048);
});

test("what is malformed in a Status is left out, the rest is used [model/status-partial]", ({ expect }) => {
  const garbage = {
    kind: "Status",
    message: 7,
    reason: { deep: true },
    code: "404",
    details: { name: 1, kind: "pods", causes: [null, "x", { reason: 5, message: "kept" }], retryAfterSeconds: "soon" },
  };
  const error = ApiError.fromStatus(garbage, { ...request, status: 404 });
  expect(error).toMatchObject({ status: 404, reason: "Unknown", retryAfterMs: undefined });
  expect(error.serverMessage).toBe("the server could not find the requested resource");
  expect(error.details).toEqual({ kind: "pods", causes: [{ message: "kept" }] });
  expect(ApiError.is(error, "NotFound")).toBe(true);
});

test("a Status without a kind is one if it says Failure [model/status-partial]", ({ expect }) => {
  const error = ApiError.fromStatus({ status: "Failure", reason: "Expired" }, request);
  expect(error).toMatchObject({ status: 410, reason: "Expired" });
});

test.for([
  [{ ...conflict, code: 0 }, 500, 500],
  [{ ...conflict, code: 99.5 }, undefined, 409],
  [{ ...conflict, code: undefined, reason: "constructor" }, undefined, 500],
  [{ ...conflict, code: 418 }, 409, 418],
] as const)(
  "the code of an error is that of the Status, else of HTTP, else of the reason: %o [model/status-partial]",
  ([body, status, expected], { expect }) => {
    expect(ApiError.fromStatus(body, { ...request, status }).status).toBe(expected);
  },
);

test("keys that name inherited things are not taken for fields of a Status [model/own-properties-only]", ({
  expect,
}) => {
  const evil: unknown = JSON.parse('{"kind":"Status","__proto__":{"reason":"NotFound","message":"inherited"}}');
  expect(ApiError.fromStatus(evil, { ...request, status: 500 }).reason).toBe("Unknown");
  expect(ApiError.fromStatus(Object.create(conflict), { ...request, status: 500 }).reason).toBe("InternalError");
});

test("the wait that a server asks for comes from its header, else from its Status [model/retry-after]", ({
  expect,
}) => {
  const busy = { ...conflict, reason: "TooManyRequests", code: 429, details: { retryAfterSeconds: 3 } };
  expect(ApiError.fromStatus(busy, request).retryAfterMs).toBe(3_000);
  expect(ApiError.fromStatus(busy, { ...request, retryAfterMs: 7_000 }).retryAfterMs).toBe(7_000);
  expect(ApiError.fromStatus(undefined, { ...request, status: 503, retryAfterMs: 500 }).retryAfterMs).toBe(500);
  expect(ApiError.fromStatus({ ...busy, details: { retryAfterSeconds: -1 } }, request).retryAfterMs).toBeUndefined();
});
