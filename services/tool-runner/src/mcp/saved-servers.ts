import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { McpServersState, McpServerState, SavedMcpServer } from '@crumbtrail/contracts/operations/mcp-servers';
import { endsWithin, LOGGER, type Logger, WakeSignal } from '@crumbtrail/platform';
import { ToolRegistry } from '@crumbtrail/tool-runtime';
import { SavedConnections } from '../ports';
import { McpServers } from './mcp-servers';
import { isActive, isAmongWorkspaces, toServer, type SavedServerRules } from './saved-server';

/** Injection token of the rules for what operators save. */
export const SAVED_SERVER_RULES = Symbol('tool-runner.saved-server-rules');

/** How often the settings are read anyway: the signal of a change can be lost. */
const LOOK_ANYWAY_MS = 30_000;
/** How long start-up waits for the settings, and for the servers in them. */
const FIRST_WITHIN_MS = 5_000;
/** How soon the settings are read again after that failed. */
const AGAIN_AFTER_MS = 1_000;

/** A setting that this process has applied. */
interface AppliedSetting {
  readonly version: number;
  /** Of one that may not be used: how it is. */
  readonly refused?: McpServerState;
}

const keyOf = ({ workspace, connection }: SavedMcpServer): string => JSON.stringify([workspace, connection.name]);

/** Connects the MCP servers that operators save, changes and disconnects them as they say, without a restart. */
@Injectable()
export class SavedServers implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly applied = new Map<string, AppliedSetting>();
  private readonly leaving = new AbortController();
  private readonly changed = new WakeSignal();
  private following: Promise<void> | undefined;

  // eslint-disable-next-line max-params -- injected by Nest, by type and not by position
  constructor(
    private readonly connections: SavedConnections,
    private readonly servers: McpServers,
    private readonly tools: ToolRegistry,
    @Inject(SAVED_SERVER_RULES) private readonly rules: SavedServerRules,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const first = this.readAll();
    this.following = this.follow(first);
    const attempts = first.then((tried) => Promise.all(tried ?? []));
    await endsWithin(attempts, FIRST_WITHIN_MS);
  }

  async onModuleDestroy(): Promise<void> {
    this.leaving.abort();
    await this.following;
  }

  /** How the servers of a workspace are, and what may be saved there. */
  stateOf(workspace: string): McpServersState {
    const refused = [...this.applied.entries()].flatMap(([key, setting]) =>
      (JSON.parse(key) as string[])[0] === workspace && setting.refused ? [setting.refused] : [],
    );
    return {
      servers: [...this.servers.statesFor(workspace), ...refused],
      allows_commands: isAmongWorkspaces(workspace, this.rules.commandWorkspaces),
      allows_private: isAmongWorkspaces(workspace, this.rules.privateWorkspaces),
    };
  }

  private async follow(first: Promise<unknown>): Promise<void> {
    const { signal } = this.leaving;
    const stop = this.connections.onChange(() => this.changed.notify());
    let isRead = (await first) !== undefined;
    while (!signal.aborted) {
      await this.changed.wait(isRead ? LOOK_ANYWAY_MS : AGAIN_AFTER_MS, signal);
      if (!signal.aborted) isRead = (await this.readAll()) !== undefined;
    }
    stop();
  }

  /** Applies every setting that has changed; undefined where they could not be read. Returns the first attempts to connect, which nothing waits for: a server may be slow. */
  private async readAll(): Promise<readonly Promise<void>[] | undefined> {
    try {
      const saved = await this.connections.list();
      const changed = saved.filter((one) => this.applied.get(keyOf(one))?.version !== one.version);
      this.endMissing(saved);
      return changed.map((one) => this.apply(one));
    } catch (err) {
      this.logger.warn({ err }, 'the MCP servers of the settings could not be read; those of before stay');
      return undefined;
    }
  }

  /** Disconnects servers whose settings are gone altogether, as those of an erased setting are. */
  private endMissing(saved: readonly SavedMcpServer[]): void {
    const present = new Set(saved.map(keyOf));
    const gone = [...this.applied.keys()].filter((key) => !present.has(key));
    for (const key of gone) {
      this.applied.delete(key);
      const [workspace, name] = JSON.parse(key) as [string, string];
      this.end(workspace, name, 'removed');
    }
  }

  /** Resolves when the first attempt to connect has succeeded or failed. */
  private async apply(saved: SavedMcpServer): Promise<void> {
    const { workspace, version, connection } = saved;
    const { name } = connection;
    this.applied.set(keyOf(saved), { version });
    if (this.servers.isOfEnvironment(name)) return;
    if (!isActive(connection)) {
      this.end(workspace, name, connection.disabled ? 'disabled' : 'removed');
      return;
    }
    const usable = toServer(saved, this.rules);
    if ('server' in usable) {
      await this.servers.start(usable.server, { workspace, version });
      return;
    }
    const { refused: trouble, kind } = usable;
    this.servers.stop(name, workspace);
    const refused: McpServerState = { name, from: 'settings', version, kind, state: 'unavailable', trouble, tools: [] };
    this.applied.set(keyOf(saved), { version, refused });
    this.tools.put(`mcp:${name}`, [], trouble, workspace);
  }

  private end(workspace: string, name: string, how: string): void {
    this.servers.stop(name, workspace);
    this.tools.remove(`mcp:${name}`, workspace, `The MCP server ${name} was ${how} in Settings.`);
  }
}
