import { EventEmitter } from 'node:events';
import type { Tool } from './tool';

/** The tools that this process can run, by where they come from. */
export class ToolRegistry {
  private readonly sources = new Map<string, readonly Tool[]>();
  private readonly events = new EventEmitter<{ changed: [source: string] }>();

  /** Puts these in place of all that came from the source before; none: nobody runs them now. A name belongs to who had it first. */
  put(source: string, tools: readonly Tool[]): void {
    this.sources.set(source, tools);
    this.events.emit('changed', source);
  }

  find(name: string): Tool | undefined {
    return this.all().find(({ definition }) => definition.name === name);
  }

  /** Is it of this process's own code, and not lent by a server elsewhere? */
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

  /** Hears of every `put` from now on. */
  onChange(received: (source: string) => void): void {
    this.events.on('changed', received);
  }
}
