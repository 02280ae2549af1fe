import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { Server, Socket } from "node:net";
import { once } from "node:events";
import type { Clock, Random } from "../../src/async/index.ts";
import { ControlPlaneError } from "./errors.ts";
import type { GuardianAnswer } from "./guardian-protocol.ts";
import type { Launcher } from "./launcher.ts";
import { identifyProcess } from "./process-identity.ts";
import { writeRunState } from "./run-state.ts";
import { ServerProcess } from "./server-process.ts";
import type { ServerCommand } from "./server-process.ts";

/** What a guardian guards, and with what. */
export interface GuardianOptions {
  /** Belongs to the guardian alone and is removed when it ends. */
  readonly folder: string;
  readonly socket: string;
  /** Starts the servers and says how to reach them, as JSON. Called at most once, on the first request. */
  readonly launch: (launcher: Launcher) => Promise<unknown>;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Owns servers on behalf of others, who ask for them over a socket. Nothing is started before somebody asks; everybody gets the same
 * servers. A start that failed stays failed, and a server that ended by itself is reported to everybody who asks from then on.
 */
export class Guardian {
  /** Whether the end of its owner is no longer the end of the guardian. */
  isKept = false;
  /** Resolves when the guardian has ended and everybody who had asked for something has an answer. */
  readonly closed: Promise<void>;
  readonly #options: GuardianOptions;
  readonly #server: Server;
  readonly #stop = new AbortController();
  readonly #sockets = new Set<Socket>();
  #servers: ServerProcess[] = [];
  #launched: Promise<unknown> | undefined;
  #ended: Promise<void> | undefined;

  private constructor(options: GuardianOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#serve(socket));
    this.closed = new Promise((resolve) => this.#server.once("close", resolve));
  }

  /** Listens. Resolves when requests are accepted. */
  static async start(options: GuardianOptions): Promise<Guardian> {
    const guardian = new Guardian(options);
    guardian.#writeState();
    guardian.#server.listen(options.socket);
    await once(guardian.#server, "listening");
    return guardian;
  }

  /** Ends every server and removes the folder. Idempotent; resolves when no server is left. */
  async end(): Promise<void> {
    this.#ended ??= this.#end();
    await this.#ended;
  }

  async #end(): Promise<void> {
    this.#stop.abort(
      new ControlPlaneError(
        "SETPOINT_CONTROL_PLANE_GUARDIAN",
        "starting the control plane: its guardian was told to end",
      ),
    );
    await this.#launched?.catch(() => {});
    await this.#stopServers();
    await rm(this.#options.folder, { recursive: true, force: true, maxRetries: 3 });
    this.#server.close();
    // Nobody who never asks, or never takes the answer, may keep the guardian.
    const limit = this.#options.clock.setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, 1_000);
    void this.closed.then(() => limit.cancel());
  }

  #serve(socket: Socket): void {
    let received = "";
    let isAsked = false;
    this.#sockets.add(socket);
    socket.setEncoding("utf8");
    // A client that went away needs no answer, and its loss is nobody's failure.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("data", (chunk: string) => {
      received += chunk;
      const end = received.indexOf("\n");
      if (end === -1 || isAsked) return;
      isAsked = true;
      void this.#answer(received.slice(0, end)).then((answer) => socket.end(`${JSON.stringify(answer)}\n`));
    });
  }

  async #answer(request: string): Promise<GuardianAnswer> {
    try {
      return { ok: true, value: (await this.#perform(request)) ?? null };
    } catch (error) {
      const code = ControlPlaneError.is(error) ? error.code : "SETPOINT_CONTROL_PLANE_START";
      return { ok: false, code, message: error instanceof Error ? error.message : String(error) };
    }
  }

  async #perform(request: string): Promise<unknown> {
    switch (request) {
      case "start":
        return this.#running();
      case "keep":
        this.isKept = true;
        return undefined;
      case "stop":
        return this.end();
      default:
        throw new ControlPlaneError(
          "SETPOINT_CONTROL_PLANE_GUARDIAN",
          `asking the guardian: expected start, keep or stop, got ${JSON.stringify(request)}`,
        );
    }
  }

  async #running(): Promise<unknown> {
    this.#stop.signal.throwIfAborted();
    this.#launched ??= this.#launch();
    const running = await this.#launched;
    const dead = this.#servers.find((server) => server.end !== undefined);
    if (dead === undefined) return running;
    throw new ControlPlaneError(
      "SETPOINT_CONTROL_PLANE_DIED",
      `using the control plane: ${dead.name} was running and then ${dead.end}; the end of its log:\n${dead.logTail()}`,
    );
  }

  async #launch(): Promise<unknown> {
    const { launch, folder, clock, random } = this.#options;
    const { signal } = this.#stop;
    try {
      return await launch({
        folder,
        clock,
        random,
        signal,
        spawn: (command) => this.#spawn(command),
        stopServers: () => this.#stopServers(),
      });
    } catch (error) {
      await this.#stopServers();
      throw error;
    }
  }

  #spawn(command: ServerCommand): ServerProcess {
    this.#stop.signal.throwIfAborted();
    const server = ServerProcess.start(command, this.#options.folder);
    this.#servers.push(server);
    this.#writeState();
    return server;
  }

  /** Last started, first ended: an API server that loses its store first would only wait for it. */
  async #stopServers(): Promise<void> {
    const servers = this.#servers.toReversed();
    for (const server of servers) await server.stop(this.#options.clock);
    this.#servers = [];
  }

  #writeState(): void {
    const guardian = identifyProcess(process.pid);
    if (guardian === undefined)
      throw new ControlPlaneError(
        "SETPOINT_CONTROL_PLANE_GUARDIAN",
        "starting a guardian: this process has no identity",
      );
    writeRunState(this.#options.folder, {
      guardian,
      servers: this.#servers.map((server) => server.identity).filter((identity) => identity !== undefined),
    });
  }
}
