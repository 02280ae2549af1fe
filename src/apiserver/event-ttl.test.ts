import { test } from "vitest";
import { seededRandom, VirtualClock } from "../async/index.ts";
import { ApiServer } from "./api-server.ts";
import { send } from "./server.fixture.ts";

const events = "/api/v1/namespaces/default/events";
const body = { metadata: { name: "one" }, involvedObject: { namespace: "default", name: "one" } };

test.for([
  { eventTtl: "90s", gone: 90_000 },
  { eventTtl: 5, gone: 5 },
])("a server is told how long: $eventTtl [apiserver/event-ttl]", async ({ eventTtl, gone }, { expect }) => {
  const clock = new VirtualClock();
  await using server = await ApiServer.start({ clock, random: seededRandom("ttl"), eventTtl });
  await send(server, `POST ${events}`, { body });
  await clock.advance(gone - 1);
  expect(await send(server, `GET ${events}/one`)).toMatchObject({ status: 200 });
  await clock.advance(1);
  expect(await send(server, `GET ${events}/one`)).toMatchObject({ status: 404 });
});

test("with 0 events stay, and less is refused [apiserver/event-ttl]", async ({ expect }) => {
  const clock = new VirtualClock();
  await using server = await ApiServer.start({ clock, eventTtl: 0 });
  await send(server, `POST ${events}`, { body });
  await clock.advance(1000 * 3_600_000);
  expect(await send(server, `GET ${events}/one`)).toMatchObject({ status: 200 });
  await expect(ApiServer.start({ eventTtl: "-1s" })).rejects.toMatchObject({ code: "SETPOINT_INVALID_ARGUMENT" });
});
