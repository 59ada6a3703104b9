import type { AgentDefV1 } from './generated/types';

/** How an agent asks for tools. */
export type ToolModeName = NonNullable<AgentDefV1['tool_mode']>;

/** May an agent of this definition call the tool? By name, or by a beginning that ends in `*`. */
export function grants({ tools = [] }: Pick<AgentDefV1, 'tools'>, tool: string): boolean {
  return tools.some((granted) => (granted.endsWith('*') ? tool.startsWith(granted.slice(0, -1)) : tool === granted));
}

/**
 * A definition's tool mode: `native` where tools are granted and nothing is said, `none` without any. `tags` is what it says without
 * tools too: thinking, speaking and waiting have tags.
 */
export function toolModeOf({ tools = [], tool_mode }: Pick<AgentDefV1, 'tools' | 'tool_mode'>): ToolModeName {
  return tools.length === 0 && tool_mode !== 'tags' ? 'none' : (tool_mode ?? 'native');
}
