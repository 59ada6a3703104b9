import { EventEmitter } from 'node:events';
import type { ToolDefV1 } from '@crumbtrail/contracts';
import type { Tool } from './tool';

/** Where tools of this process come from, such as an MCP server. */
export interface ToolSourceState {
  readonly name: string;
  /** How many tools it has now. */
  readonly tools: number;
  /** Why it is unavailable; absent while it is available. */
  readonly trouble?: string;
}

/** What a source has now. */
interface ToolSource {
  readonly name: string;
  /** Absent: its tools are those of all workspaces. */
  readonly workspace?: string | undefined;
  readonly tools: readonly Tool[];
  readonly trouble?: string | undefined;
}

const keyOf = (name: string, workspace: string | undefined): string => JSON.stringify([workspace ?? null, name]);

/** The tools that this process can run, by source: those of all workspaces, and those of one. */
export class ToolRegistry {
  private readonly sources = new Map<string, ToolSource>();
  private readonly removed = new Map<string, Map<string, string>>();
  private readonly events = new EventEmitter<{ changed: [source: string, workspace: string | undefined] }>();

  /**
   * Replaces all tools of the source; an empty list removes them. The first source with a name keeps it, those of all workspaces before those of one. `trouble`: why the
   * source is unavailable.
   * @param workspace Default: the tools are those of all workspaces.
   */
  put(name: string, tools: readonly Tool[], trouble?: string, workspace?: string): void {
    this.sources.set(keyOf(name, workspace), { name, workspace, tools, trouble });
    if (workspace !== undefined) this.removed.get(workspace)?.delete(name);
    this.events.emit('changed', name, workspace);
  }

  /** Ends a source of one workspace, with a reason that stands in the definitions of its tools. */
  remove(name: string, workspace: string, reason: string): void {
    this.sources.delete(keyOf(name, workspace));
    const removed = this.removed.get(workspace) ?? new Map<string, string>();
    this.removed.set(workspace, removed.set(name, reason));
    this.events.emit('changed', name, workspace);
  }

  /** Whether the workspace has, or had, sources of its own. */
  hasSourcesOf(workspace: string): boolean {
    return this.removed.has(workspace) || [...this.sources.values()].some((one) => one.workspace === workspace);
  }

  /** Why a tool of a source of this workspace alone is not offered any more; undefined where it is offered, or may be again. */
  whyWithdrawn(workspace: string, { name, source = '' }: Pick<ToolDefV1, 'name' | 'source'>): string | undefined {
    if (this.sources.has(keyOf(source, undefined))) return undefined;
    const known = this.sources.get(keyOf(source, workspace));
    if (!known) return this.removed.get(workspace)?.get(source);
    const isOffered = known.trouble !== undefined || known.tools.some(({ definition }) => definition.name === name);
    return isOffered ? undefined : `${source} does not offer it any more.`;
  }

  /** A tool of all workspaces, or of this one. */
  find(name: string, workspace?: string): Tool | undefined {
    return this.all(workspace).find(({ definition }) => definition.name === name);
  }

  /** Whether the tool is code of this process, and not provided by an MCP server. */
  isOwn(name: string): boolean {
    const own = this.visibleTo(undefined).filter((source) => !source.name.startsWith('mcp:'));
    return own.some(({ tools }) => tools.some(({ definition }) => definition.name === name));
  }

  /** Every source of all workspaces, and of this one, with its state. */
  states(workspace?: string): readonly ToolSourceState[] {
    return this.visibleTo(workspace).map(({ name, tools, trouble }) => ({
      name,
      tools: tools.length,
      ...(trouble === undefined ? {} : { trouble }),
    }));
  }

  /** Is the source known here and not in trouble? */
  isAvailable(name: string, workspace?: string): boolean {
    return this.visibleTo(workspace).some((source) => source.name === name && source.trouble === undefined);
  }

  /** The tools of all workspaces, and of this one. */
  all(workspace?: string): readonly Tool[] {
    const byName = new Map<string, Tool>();
    for (const tool of this.visibleTo(workspace).flatMap(({ tools }) => tools))
      if (!byName.has(tool.definition.name)) byName.set(tool.definition.name, tool);
    return [...byName.values()];
  }

  /** Calls the listener on every change from now on; without a workspace it concerns all of them. */
  onChange(received: (source: string, workspace: string | undefined) => void): void {
    this.events.on('changed', received);
  }

  private visibleTo(workspace: string | undefined): readonly ToolSource[] {
    const all = [...this.sources.values()];
    const everywhere = all.filter((source) => source.workspace === undefined);
    return workspace === undefined ? everywhere : [...everywhere, ...all.filter((one) => one.workspace === workspace)];
  }
}
