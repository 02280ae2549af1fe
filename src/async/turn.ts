/**
 * Resolves in a later turn of the event loop, when every promise that can settle now has settled.
 * For a long computation it is the way to let others run.
 */
export function nextTurn(): Promise<void> {
  return typeof setImmediate === "function" ? new Promise((resolve) => setImmediate(resolve)) : nextMessage();
}

/** Browsers have no `setImmediate`; a message is the one task there that is not delayed. */
function nextMessage(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const receive = (): void => {
      port1.close();
      resolve();
    };
    port1.addEventListener("message", receive, { once: true });
    port1.start();
    port2.postMessage(undefined);
  });
}
