import type { Socket } from "node:net";

/** Resolves with the socket when it has said that it is connected. Rejects when it fails or closes first. */
export function whenReady(socket: Socket, event: "connect" | "secureConnect"): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const settle = (act: () => void): void => {
    socket.off(event, onReady).off("error", onError).off("close", onClose);
    act();
  };
  const onReady = (): void => settle(() => resolve(socket));
  const onError = (error: Error): void => settle(() => reject(error));
  const onClose = (): void => settle(() => reject(closedBefore()));
  socket.on(event, onReady).on("error", onError).on("close", onClose);
  return promise;
}

function closedBefore(): Error {
  return Object.assign(new Error("the connection was closed before it was ready"), { code: "ECONNRESET" });
}
