import { EventEmitter } from 'node:events';
import type { Tool } from './tool';

/** Where tools of this process come from, such as an MCP server. */
export interface ToolSourceState {
  readonly name: string;
  /** How many tools it has now. */
  readonly tools: number;
  /** Why it is unavailable; absent while it is available. */
  readonly trouble?: string;
}

/** The tools that this process can run, by source. */
export class ToolRegistry {
  private readonly sources = new Map<string, readonly Tool[]>();
  private readonly troubles = new Map<string, string>();
  private readonly events = new EventEmitter<{ changed: [source: string] }>();

  /**
   * Replaces all tools of the source; an empty list removes them. The first source with a name keeps it. `trouble`: why the
   * source is unavailable.
   */
  put(source: string, tools: readonly Tool[], trouble?: string): void {
    this.sources.set(source, tools);
    if (trouble === undefined) this.troubles.delete(source);
    else this.troubles.set(source, trouble);
    this.events.emit('changed', source);
  }

  find(name: string): Tool | undefined {
    return this.all().find(({ definition }) => definition.name === name);
  }

  /** Whether the tool is code of this process, and not provided by an MCP server. */
  isOwn(name: string): boolean {
    const own = [...this.sources].filter(([source]) => !source.startsWith('mcp:'));
    return own.some(([, tools]) => tools.some(({ definition }) => definition.name === name));
  }

  /** Every source that was put, with its state. */
  states(): readonly ToolSourceState[] {
    return [...this.sources].map(([name, tools]) => {
      const trouble = this.troubles.get(name);
      return { name, tools: tools.length, ...(trouble === undefined ? {} : { trouble }) };
    });
  }

  /** Is the source known here and not in trouble? */
  isAvailable(source: string): boolean {
    return this.sources.has(source) && !this.troubles.has(source);
  }

  all(): readonly Tool[] {
    const byName = new Map<string, Tool>();
    for (const tool of [...this.sources.values()].flat())
      if (!byName.has(tool.definition.name)) byName.set(tool.definition.name, tool);
    return [...byName.values()];
  }

  /** Calls the listener on every `put` from now on. */
  onChange(received: (source: string) => void): void {
    this.events.on('changed', received);
  }
}
