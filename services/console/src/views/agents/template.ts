import type { AgentDefV1 } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import type { FieldSpec } from '../../parts/editing/field-kinds';

/** An agent to begin from: it answers what people say with the tag that is its name. */
export const template: AgentDefV1 = {
  agent: 'critic',
  name: 'Critic',
  prompt: 'You point out the weakest step of what was just said, in one sentence.',
  subscriptions: [{ schema: WIRE.userMessage, any_tags: ['critic'] }],
  lane: 'session',
  limits: { turn_seconds: 60, max_hops: 4 },
};

const number = (pointer: string, label: string, otherwise?: string): FieldSpec => ({
  pointer,
  label,
  kind: 'number',
  otherwise,
});

/** What people change of an agent. The rest is in its JSON. */
export const agentFields: readonly FieldSpec[] = [
  { pointer: '/agent', label: 'Agent', kind: 'text', hint: 'ID. Can’t be changed later.' },
  { pointer: '/name', label: 'Name', kind: 'text', hint: 'Shown to people and other agents.' },
  {
    pointer: '/prompt',
    label: 'Prompt',
    kind: 'long',
    rows: 7,
    hint: 'System prompt. Takes effect from the next turn.',
  },
  { pointer: '/persona', label: 'Persona', kind: 'long', rows: 3 },
  {
    pointer: '/subscriptions',
    label: 'Subscriptions',
    kind: 'json',
    rows: 6,
    hint: 'Which breadcrumbs wake this agent: schema, any_tags, all_tags, match.',
  },
  {
    pointer: '/tools',
    label: 'Tools',
    kind: 'lines',
    hint: 'One per line. End with * to match a prefix.',
    otherwise: 'none',
  },
  {
    pointer: '/tool_mode',
    label: 'Tool mode',
    kind: 'choice',
    choices: ['native', 'json', 'tags', 'digit', 'none'],
    otherwise: 'native if it has tools, else none',
  },
  { pointer: '/lane', label: 'Lane', kind: 'choice', choices: ['session', 'agent'], otherwise: 'session' },
  { pointer: '/runner', label: 'Runner', kind: 'choice', choices: ['pool', 'service'], otherwise: 'pool' },
  { pointer: '/model/name', label: 'Model', kind: 'text', otherwise: 'the executor’s default' },
  number('/model/temperature', 'Temperature'),
  number('/model/max_output_tokens', 'Max reply tokens'),
  number('/model/context_window', 'Context window (tokens)'),
  number('/limits/turn_seconds', 'Turn timeout (s)'),
  number('/limits/max_hops', 'Max chained turns'),
  number('/limits/turns_per_minute', 'Max turns per minute'),
  number('/limits/tool_rounds', 'Max tool rounds per turn', '6'),
  number('/limits/repeats', 'Max repeated tool calls', '3'),
  number('/limits/turn_output_tokens', 'Max output tokens per turn'),
  number('/limits/trail_tokens', 'Max tokens per trail', '2000000'),
  number('/limits/trail_cost_usd', 'Max cost per trail ($)'),
];

/** Of an agent that is there, its id is no longer to be changed. */
export const existingAgentFields = agentFields.map((field) =>
  field.pointer === '/agent' ? { ...field, fixed: true } : field,
);
