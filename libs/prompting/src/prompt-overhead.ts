import type { AgentDefV1, ToolDefV1 } from '@crumbtrail/contracts';
import type { ModelRequest } from './model';
import { modeOf } from './modes/modes';
import { systemPrompt } from './prompt';
import { requestTexts } from './turn/count-tokens';
import type { Turn } from './turn/turn';

/** A turn with nothing but its definition and tools. */
function blank(definition: AgentDefV1, tools: readonly ToolDefV1[]): Turn {
  return {
    workspace: '',
    turn_id: '',
    context_id: '',
    agent: definition.agent,
    session: undefined,
    reply_to: '',
    definition,
    definition_ref: { id: '', version: 1 },
    formatted: '',
    trigger_text: '',
    audience: 'all',
    tools: tools.map((def) => ({ id: '', version: 1, def })),
    steps: [],
    responses: new Map(),
    late: new Map(),
    may_speak: true,
  };
}

/**
 * Tokens of a prompt besides the system prompt and the context: the description of the tool mode and its tools, and the
 * output schema. For `digit` the larger of its two calls. `count` returns the tokens of a text.
 */
export function promptOverheadTokens(
  definition: AgentDefV1,
  tools: readonly ToolDefV1[],
  count: (text: string) => number,
): number {
  const sum = (request: ModelRequest): number => requestTexts(request).reduce((all, text) => all + count(text), 0);
  const mode = modeOf(definition);
  const calls = [tools, []].map((offered) => sum(mode.buildRequest(blank(definition, offered), {})));
  return Math.max(0, Math.max(...calls) - count(systemPrompt(definition)));
}
