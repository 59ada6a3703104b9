import { backoffMs } from '@crumbtrail/bus';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@crumbtrail/platform';
import { dialServer, type Dialled, type ConnectionEvents, type ServerContent } from './dial-server';
import { explainFailure } from './failure';
import { Presence } from './presence';
import { askForOnly, type RunningCall } from './server-input';
import type { McpServer } from './servers-file';

/** Pauses and intervals of a connection. */
export interface ConnectionTimeouts {
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** HTTP servers do not report that they stop, so they are polled at this interval. */
  readonly askEveryMs: number;
  /** A connection that lasted this long resets the pauses. */
  readonly provenAfterMs: number;
}

export const DEFAULT_TIMEOUTS: ConnectionTimeouts = {
  firstPauseMs: 250,
  longestPauseMs: 30_000,
  askEveryMs: 15_000,
  provenAfterMs: 60_000,
};

/** The pause before the next attempt: doubles with each failure in a row, half of it random. `random` is in [0, 1). */
export function pauseMs(
  failures: number,
  { firstPauseMs, longestPauseMs }: ConnectionTimeouts,
  random: number,
): number {
  return backoffMs(failures, random, { firstMs: firstPauseMs, longestMs: longestPauseMs });
}

/** Called with what a server has, and with why it is unavailable once it is. */
export interface OnServer {
  readonly onTools: (tools: readonly unknown[], content: ServerContent) => void;
  readonly onAway: (why: string) => void;
}

/** The lifetime of one connection. */
class Life {
  readonly over: Promise<string>;
  end!: (why: string) => void;

  constructor() {
    this.over = new Promise((resolve) => (this.end = resolve));
  }
}

/**
 * The connection to one server, re-established with growing pauses whenever it is lost. Reports the server's tools
 * after each change, and why it is unavailable.
 */
export class ServerConnection {
  readonly presence = new Presence();
  /** Resolves when the first attempt to connect has succeeded or failed. */
  readonly tried: Promise<void>;
  private firstTried!: () => void;
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private life = new Life();
  /** Connections lost in a row without having lasted. */
  private failures = 0;
  /** Attempts in a row that failed to connect. */
  private unreached = 0;
  /** It spoke an earlier revision when it was last connected. */
  private isLegacy = false;
  private checking: Promise<void> | undefined;
  private checkAgain = false;
  /** Calls that wait for a result. */
  readonly calls = new Set<RunningCall>();

  constructor(
    readonly server: McpServer,
    private readonly world: OnServer & {
      readonly logger: Logger;
      readonly patience?: ConnectionTimeouts;
    },
  ) {
    this.tried = new Promise((resolve) => (this.firstTried = resolve));
  }

  start(): void {
    this.running = this.run();
  }

  /** Ends the session and stops a child process. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.life.end('this process goes');
    await this.running;
  }

  /** Called when a call could not reach the server: reconnects, unless that has already happened. */
  lost(dialled: Dialled, why: string): void {
    if (this.presence.there === dialled) this.life.end(why);
  }

  private get patience(): ConnectionTimeouts {
    return this.world.patience ?? DEFAULT_TIMEOUTS;
  }

  private async run(): Promise<void> {
    const { logger } = this.world;
    while (!this.stopping.signal.aborted) {
      const since = performance.now();
      const why = await this.live().catch(explainFailure);
      if (!this.stopping.signal.aborted) this.world.onAway(why);
      this.firstTried();
      if (this.stopping.signal.aborted) return;
      const proven = performance.now() - since >= this.patience.provenAfterMs;
      this.failures = proven ? 1 : this.failures + 1;
      const level = this.failures === 1 ? 'warn' : 'debug';
      logger[level](
        { server: this.server.name, why },
        `the MCP server ${this.server.name} is unavailable; reconnecting`,
      );
      const ms = pauseMs(this.failures, this.patience, Math.random());
      await wait(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  /** Connects and lists the tools; disconnects again when the list cannot be read. */
  private async reach(life: Life): Promise<{ dialled: Dialled; tools: readonly unknown[] }> {
    this.unreached += 1;
    // After a failure the other way: a server may stop at a request that it does not know, or may have been updated.
    const usually = !this.isLegacy;
    const newer = this.unreached % 2 === 1 ? usually : !usually;
    const dialled = await dialServer(this.server, this.hearing(life), { newer, signal: this.stopping.signal });
    try {
      const tools = await dialled.tools();
      this.unreached = 0;
      this.isLegacy = dialled.isLegacy;
      return { dialled, tools };
    } catch (error) {
      await dialled.close();
      throw error;
    }
  }

  /** Runs one connection from start to end; returns why it ended. */
  private async live(): Promise<string> {
    const life = (this.life = new Life());
    const { dialled, tools } = await this.reach(life);
    const { name } = this.server;
    const beat = setInterval(() => this.beat(dialled, life), this.patience.askEveryMs);
    try {
      if (this.stopping.signal.aborted) return 'this process goes';
      const { revision } = dialled;
      this.world.logger.info({ server: name, tools: tools.length, revision }, `the MCP server ${name} is connected`);
      this.presence.arrived(dialled);
      this.world.onTools(tools, dialled.content);
      this.firstTried();
      const why = await life.over;
      this.presence.left();
      if (!this.stopping.signal.aborted) this.world.onAway(why);
      return why;
    } finally {
      clearInterval(beat);
      this.presence.left();
      await dialled.close();
    }
  }

  private hearing(life: Life): ConnectionEvents {
    const { logger } = this.world;
    const { name, kind } = this.server;
    return {
      onTools: () => this.checkNow(life),
      onClose: () => life.end('it closed the connection'),
      onTrouble: (err) => {
        logger.debug({ server: name, err }, `trouble with the MCP server ${name}`);
        if (kind === 'http') this.checkNow(life);
      },
      onInput: (params, withdrawn) => askForOnly(this.calls, params, withdrawn),
      onLine: (line) => logger.info({ server: name, line }, `stderr of the MCP server ${name}`),
    };
  }

  private checkNow(life: Life): void {
    const { there } = this.presence;
    if (there) this.check(there, life);
  }

  /** A child process counts as available while it runs; a server may be slow to answer during a call. */
  private beat(dialled: Dialled, life: Life): void {
    if (this.server.kind === 'http' && this.calls.size === 0) this.check(dialled, life);
  }

  /**
   * Lists the tools again; a server that does not answer counts as unavailable. A change during the request starts
   * another one.
   */
  private check(dialled: Dialled, life: Life): void {
    this.checkAgain = this.checking !== undefined;
    this.checking ??= this.ask(dialled, life).finally(() => {
      this.checking = undefined;
      if (this.checkAgain) this.check(dialled, life);
    });
  }

  private async ask(dialled: Dialled, life: Life): Promise<void> {
    if (this.presence.there !== dialled) return;
    try {
      const tools = await dialled.tools();
      if (this.presence.there === dialled) this.world.onTools(tools, dialled.content);
    } catch (error) {
      life.end(explainFailure(error));
    }
  }
}
