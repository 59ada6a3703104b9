import type { ToolDefV1 } from '@crumbtrail/contracts';
import { findUnfaithful } from '@crumbtrail/contracts/find-unfaithful';
import type { ModelToolCall, OfferedTool, PromptMessage } from '../model';
import { mustPlan } from '../turn/plan-first';
import { hasUsedAllRounds } from '../turn/rounds';
import { exampleResult, toolExample, toolResult } from '../tool-signature';
import type { ToolMode, ParsedCall } from './mode';
import { transcript } from './transcript';

const ANSWER_NOW: PromptMessage = {
  role: 'user',
  content: 'No more tools may be called in this turn. Answer now with what you have.',
};

/** A tool in the form of the chat completions protocol, which has no member for results: the description tells them. */
export function offeredTool(def: ToolDefV1): OfferedTool {
  const { name, description, input } = def;
  const result = toolResult(def);
  const example = toolExample(def);
  const lines = [
    description,
    ...(result === undefined ? [] : [`Result: ${result}`]),
    ...(example ? [`Example: ${JSON.stringify(example.input)}${exampleResult(example)}`] : []),
  ];
  return { name, description: lines.join('\n'), parameters: input };
}

function argumentsOf(text: string): Pick<ParsedCall, 'input' | 'error'> {
  const wrong = (why: string): Pick<ParsedCall, 'error'> => ({
    error: {
      code: 'invalid_input',
      message: `The arguments ${why}: send one JSON object that fits the tool's schema.`,
    },
  });
  if (text.trim() === '') return { input: {} };
  try {
    const value: unknown = JSON.parse(text);
    const changed = findUnfaithful(text);
    if (changed !== null) return { error: { code: 'invalid_input', message: changed } };
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('are not a JSON object');
    return { input: value as Record<string, unknown> };
  } catch {
    return wrong('are not valid JSON');
  }
}

const toParsedCall = ({ id, name, arguments: given }: ModelToolCall): ParsedCall => ({
  tool: name,
  ...(id !== '' && { call_id: id }),
  ...argumentsOf(given),
});

/**
 * The tool calls of the chat completions protocol: any number of calls beside some text, results as messages with the
 * role `tool`.
 */
export const native: ToolMode = {
  buildRequest(turn) {
    const messages = transcript(turn);
    if (turn.tools.length === 0) return { messages };
    if (hasUsedAllRounds(turn)) return { messages: [...messages, ANSWER_NOW] };
    const tools = turn.tools.map(({ def }) => offeredTool(def));
    const chosen = turn.steps.length === 0 || mustPlan(turn) ? turn.tool_choice : undefined;
    return { messages, tools, ...(chosen && { tool_choice: chosen }) };
  },
  parseReply(_turn, { content, calls = [] }) {
    if (calls.length === 0) return { kind: 'final', action: 'speak', content };
    return { kind: 'calls', content, calls: calls.map(toParsedCall) };
  },
};
