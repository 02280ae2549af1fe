/** How long it takes in a process that runs already until our server has answered for the first time, its code loaded on the way. */
const started = performance.now();
const { ApiServer } = await import("setpoint/apiserver");
const server = await ApiServer.start();
const { status } = await server.handle({ method: "GET", path: "/readyz", headers: {} });
const startInProcessMs = performance.now() - started;
if (status !== 200) throw new Error(`GET /readyz: expected 200, got ${status}`);
await server.close();
process.stdout.write(`${JSON.stringify({ startInProcessMs })}\n`);
