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
  { pointer: '/agent', label: 'Agent', kind: 'text', hint: 'Its id. It stays as it is.' },
  { pointer: '/name', label: 'Name', kind: 'text', hint: 'As people and other agents read it.' },
  {
    pointer: '/prompt',
    label: 'Prompt',
    kind: 'long',
    rows: 7,
    hint: 'What the model is told first. The next turn meets it.',
  },
  { pointer: '/persona', label: 'Persona', kind: 'long', rows: 3 },
  {
    pointer: '/subscriptions',
    label: 'Subscriptions',
    kind: 'json',
    rows: 6,
    hint: 'Which crumbs wake it: schema, any_tags, all_tags, match.',
  },
  {
    pointer: '/tools',
    label: 'Tools',
    kind: 'lines',
    hint: 'One a line. A * at the end takes all that begin so.',
    otherwise: 'none',
  },
  {
    pointer: '/tool_mode',
    label: 'Tool mode',
    kind: 'choice',
    choices: ['native', 'json', 'tags', 'digit', 'none'],
    otherwise: 'native with tools, else none',
  },
  { pointer: '/lane', label: 'Lane', kind: 'choice', choices: ['session', 'agent'], otherwise: 'session' },
  { pointer: '/runner', label: 'Runner', kind: 'choice', choices: ['pool', 'service'], otherwise: 'pool' },
  { pointer: '/model/name', label: 'Model', kind: 'text', otherwise: 'the pool’s' },
  number('/model/temperature', 'Temperature'),
  number('/model/max_output_tokens', 'Tokens of one reply'),
  number('/model/context_window', 'Context window, tokens'),
  number('/limits/turn_seconds', 'Seconds a turn'),
  number('/limits/max_hops', 'Turns in a row'),
  number('/limits/turns_per_minute', 'Turns a minute'),
  number('/limits/tool_rounds', 'Rounds of tools a turn', '6'),
  number('/limits/repeats', 'Repeats', '3'),
  number('/limits/turn_output_tokens', 'Written tokens a turn'),
  number('/limits/trail_tokens', 'Tokens a trail', '2000000'),
  number('/limits/trail_cost_usd', 'Dollars a trail'),
];

/** Of an agent that is there, its id is no longer to be changed. */
export const existingAgentFields = agentFields.map((field) =>
  field.pointer === '/agent' ? { ...field, fixed: true } : field,
);
