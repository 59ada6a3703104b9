import type { AgentDefV1, ToolDefV1 } from './generated/types';

/** How an agent requests tools. */
export type ToolModeName = NonNullable<AgentDefV1['tool_mode']>;

/** Whether the name of a tool is among these: names, or prefixes that end in `*`. */
export function namesTool(names: readonly string[], tool: string): boolean {
  return names.some((name) => (name.endsWith('*') ? tool.startsWith(name.slice(0, -1)) : tool === name));
}

/** Whether an agent with this definition may call the tool. A grant is a tool's name, or a prefix that ends in `*`. */
export function isGranted({ tools = [] }: Pick<AgentDefV1, 'tools'>, tool: string): boolean {
  return namesTool(tools, tool);
}

/** Whether some tool may match both names, of which each may end in `*`. */
export function mayNameSame(a: string, b: string): boolean {
  const [one, other] = [a.replace(/\*$/, ''), b.replace(/\*$/, '')];
  if (a !== one && b !== other) return one.startsWith(other) || other.startsWith(one);
  return namesTool([a], other) || namesTool([b], one);
}

/** The tool whose every call is a question to a person. */
export const ASK_PERSON = 'ask_person';

/** Built-in tool that writes the definition of a tool with its code. */
export const DEFINE_TOOL = 'define_tool';

/** Built-in tool that writes the definition of an agent. */
export const DEFINE_AGENT = 'define_agent';

/** Built-in tool that erases a breadcrumb of its agent. */
export const DELETE_BREADCRUMB = 'delete_breadcrumb';

/** Tools whose calls wait for a person unless a rule of the agent's definition says otherwise: they change what agents are able to do, or cannot be undone. */
export const NEEDS_APPROVAL: ReadonlySet<string> = new Set([DEFINE_TOOL, DEFINE_AGENT, DELETE_BREADCRUMB]);

/**
 * The tool mode of a definition: by default `native` when tools are granted or clients may bring some, and `none` without any. `tags`
 * applies even without tools: thinking, speaking and waiting have tags.
 */
export function toolModeOf({
  tools = [],
  tool_mode,
  accept_tools = false,
}: Pick<AgentDefV1, 'tools' | 'tool_mode' | 'accept_tools'>): ToolModeName {
  return tools.length === 0 && !accept_tools && tool_mode !== 'tags' ? 'none' : (tool_mode ?? 'native');
}

const ONLY_IN_TURNS: Readonly<Record<string, string>> = {
  timers: 'sets times that wake its agent',
  requests: 'calls other tools for its agent',
  define: 'writes definitions for its agent',
};

/** Why an operator cannot try a tool, because a trial runs outside of any turn; null when they can. */
export function explainTryRefusal({ name, permissions = [] }: Pick<ToolDefV1, 'name' | 'permissions'>): string | null {
  const needed = permissions.find((permission) => permission in ONLY_IN_TURNS);
  if (needed === undefined) return null;
  return `${name} ${ONLY_IN_TURNS[needed]}, and a trial has no agent: ask an agent that is granted it.`;
}
