import { EventEmitter } from 'node:events';
import type { Tool } from './tool';

/** The tools that this process can run, by source. */
export class ToolRegistry {
  private readonly sources = new Map<string, readonly Tool[]>();
  private readonly events = new EventEmitter<{ changed: [source: string] }>();

  /** Replaces all tools of the source; an empty list removes them. The first source with a name keeps it. */
  put(source: string, tools: readonly Tool[]): void {
    this.sources.set(source, tools);
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
