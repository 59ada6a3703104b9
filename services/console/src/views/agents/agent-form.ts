import type { AgentDefV1 } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import type { FieldSpec } from '../../components/editing/field-spec';

/** The initial definition of a new agent. Where it answers is for its author to choose: the form says that it is every session. */
export const newAgentTemplate: AgentDefV1 = {
  agent: 'critic',
  name: 'Critic',
  prompt: 'You point out the weakest step of what was just said, in one sentence.',
  subscriptions: [{ schema: WIRE.userMessage }],
  lane: 'session',
  limits: { turn_seconds: 60, max_hops: 4 },
};

const numberField = (pointer: string, label: string, defaultText?: string): FieldSpec => ({
  pointer,
  label,
  kind: 'number',
  defaultText: defaultText,
});

/** The form fields of an agent definition. All other properties are edited as JSON. */
export const agentFields: readonly FieldSpec[] = [
  { pointer: '/agent', label: 'Agent', kind: 'text', hint: 'ID. Can’t be changed later.' },
  { pointer: '/name', label: 'Name', kind: 'text', hint: 'Shown to people and other agents.' },
  {
    pointer: '/sessions',
    label: 'Sessions',
    kind: 'choice',
    choices: ['any', 'member'],
    defaultText: 'any',
    hint: 'any: also sessions that list no members. member: only sessions that list this agent as a member.',
  },
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
    defaultText: 'none',
  },
  {
    pointer: '/approvals',
    label: 'Approvals',
    kind: 'json',
    rows: 3,
    defaultText: 'none: no call waits for a person',
    hint: 'Which calls wait for a person, such as [{"tools": ["pay"], "approval": "always"}].',
  },
  {
    pointer: '/tool_mode',
    label: 'Tool mode',
    kind: 'choice',
    choices: ['native', 'json', 'tags', 'digit', 'none'],
    defaultText: 'native if it has tools, else none',
  },
  {
    pointer: '/memory',
    label: 'Memory',
    kind: 'on-off',
    defaultText: 'off',
    hint: 'Messages that leave the window become facts, which later contexts hold.',
  },
  { pointer: '/lane', label: 'Lane', kind: 'choice', choices: ['session', 'agent'], defaultText: 'session' },
  {
    pointer: '/runner',
    label: 'Runner',
    kind: 'choice',
    choices: ['pool', 'service', 'a2a', 'nats'],
    defaultText: 'pool',
  },
  { pointer: '/model/name', label: 'Model', kind: 'text', defaultText: 'the executor’s default' },
  numberField('/model/temperature', 'Temperature'),
  numberField('/model/max_output_tokens', 'Max reply tokens'),
  numberField('/model/context_window', 'Context window (tokens)'),
  numberField('/limits/turn_seconds', 'Turn timeout (s)'),
  numberField('/limits/max_hops', 'Max chained turns'),
  numberField('/limits/turns_per_minute', 'Max turns per minute'),
  numberField('/limits/tool_rounds', 'Max tool rounds per turn', '6'),
  numberField('/limits/subqueries', 'Max subqueries per turn', '8'),
  numberField('/limits/repeats', 'Max repeated tool calls', '3'),
  numberField('/limits/turn_output_tokens', 'Max output tokens per turn'),
  numberField('/limits/trail_tokens', 'Max tokens per trail', '2000000'),
  numberField('/limits/trail_cost_usd', 'Max cost per trail ($)'),
];

/** The fields of a memory that is on, with pointers from there. All other properties are edited as JSON. */
export const memoryFields: readonly FieldSpec[] = [
  {
    pointer: '/scope',
    label: 'Memories in contexts',
    kind: 'choice',
    choices: ['session', 'agent', 'person', 'workspace'],
    defaultText: 'agent',
    hint: 'Of the session alone, of all sessions of the agent, about the people who take part, or of all agents.',
  },
  {
    ...numberField('/window', 'Window (messages)', '10'),
    hint: 'With one message more, the oldest become facts.',
  },
  numberField('/max_tokens', 'Max tokens of memories', 'a quarter of the budget'),
  {
    pointer: '/extract_only',
    label: 'Without a model',
    kind: 'yes-no',
    defaultText: 'no',
    hint: 'yes: facts are sentences of what was said. Costs nothing, is less precise.',
  },
];

/** The same fields for an existing agent, whose id cannot be changed. */
export const existingAgentFields = agentFields.map((field) =>
  field.pointer === '/agent' ? { ...field, disabled: true } : field,
);
