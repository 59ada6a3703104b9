import type { LlmHints } from '@crumbtrail/contracts';
import { tryHints, warnOfHints } from './check-hints';
import { render, type Rendered } from './render';

const crumb = (llm_hints: LlmHints, context: object) => ({
  schema_name: 'chat.history.v1',
  schema_hints: {},
  context,
  llm_hints,
});
const rendered = (llm_hints: LlmHints, context: object): Rendered => render(crumb(llm_hints, context));

const messages = [
  { role: 'user', content: 'What was that API key?' },
  { role: 'assistant', content: 'OPENROUTER_API_KEY' },
];
/** As it is written in seed 003. */
const HISTORY: LlmHints = {
  mode: 'replace',
  transform: {
    formatted_history: {
      type: 'template',
      template: `Recent conversation:
{{#each context.messages}}
{{#if (eq this.role "user")}}User{{else}}Assistant{{/if}}: {{this.content}}
{{/each}}`,
    },
  },
};

describe('hints whose paths begin with `context`', () => {
  test('the template of seed 003 shows its messages', () => {
    expect(rendered(HISTORY, { messages })).toEqual({
      text: 'Recent conversation:\nUser: What was that API key?\nAssistant: OPENROUTER_API_KEY',
    });
  });

  const context = { title: 'T', secret: 'S', rows: [{ n: 1 }, { n: 2 }] };
  test.each<[string, LlmHints, string]>([
    ['a template', { template: '{{context.title}} {{#each @root.context.rows}}{{n}}{{/each}}' }, 'T 12'],
    ['include', { include: ['$.context.title'] }, 'T'],
    ['include of everything', { include: ['$.context'], exclude: ['$.rows'] }, 'T\nS'],
    ['exclude', { exclude: ["$['context'].secret", '$.context.rows'] }, 'T'],
    ['extract', { transform: { n: { type: 'extract', value: '$.context.rows[*].n', many: true } } }, '1\n2'],
    ['format', { transform: { n: { type: 'format', format: '{context.title}: {$.context.rows[1].n}' } } }, 'T: 2'],
  ])('select from the payload: %s', (_what, hints, text) => {
    expect(rendered(hints, context)).toEqual({ text });
  });

  test('select from a member `context` where the payload has one', () => {
    const own = { context: { title: 'inner' }, title: 'outer' };
    expect(rendered({ template: '{{context.title}} {{title}}' }, own)).toEqual({ text: 'inner outer' });
    expect(rendered({ include: ['$.context.title'] }, own)).toEqual({ text: 'inner' });
    expect(rendered({ transform: { x: { type: 'format', format: '{context.title}' } } }, own)).toEqual({
      text: 'inner',
    });
  });

  test('do not show the payload twice in a loop over it', () => {
    expect(rendered({ template: '{{#each this}}{{@key}} {{/each}}' }, { a: 1, b: 2 })).toEqual({ text: 'a b' });
  });

  test('are refused in jq with the right spelling, because a program cannot be told', () => {
    const hints: LlmHints = { transform: { n: { type: 'jq', query: '.context.rows | length' } } };
    expect(tryHints(crumb(hints, context))).toEqual([
      {
        path: '/llm_hints/transform/n/query',
        rule: 'jq',
        message: expect.stringContaining('write .title instead of .context.title') as string,
      },
    ]);
    expect(tryHints(crumb(hints, { context: { rows: [1] } }))).toEqual([]);
  });
});

describe('a template that shows nothing of its payload', () => {
  test.each<[string, LlmHints, object]>([
    ['a loop over nothing', HISTORY, { messages: [] }],
    ['a loop over what is not there', { template: 'Steps:\n{{#each step}}- {{this}}\n{{/each}}' }, { steps: ['a'] }],
    ['values that are not there', { template: '{{naem}} ({{cots}} €)' }, { name: 'Tea', cost: 1 }],
  ])('renders no heading, and says why: %s', (_what, hints, context) => {
    expect(rendered(hints, context)).toEqual({
      text: '',
      nothing: expect.stringMatching(
        /^its llm_hints select nothing to show in this payload: it has nothing at /,
      ) as string,
    });
  });

  test.each<[string, LlmHints, object, string]>([
    ['its `else`', { template: 'Steps: {{#each steps}}{{this}}{{else}}none{{/each}}' }, { steps: [] }, 'Steps: none'],
    ['words beside a condition', { template: 'It rang{{#if note}}: {{note}}{{/if}}' }, {}, 'It rang'],
    ['words alone', { template: 'A secret.' }, { secret: 1 }, 'A secret.'],
    ['a default', { template: 'By {{default name "nobody"}}' }, {}, 'By nobody'],
    ['the record', { template: '{{@schema_name}}: {{x}}' }, {}, 'chat.history.v1:'],
    ['some of its values', { template: '{{name}}: {{note}}' }, { name: 'Tea' }, 'Tea:'],
  ])('does not hide what its author meant to show: %s', (_what, hints, context, text) => {
    expect(rendered(hints, context)).toEqual({ text });
    expect(warnOfHints(crumb(hints, context))).toEqual([]);
  });

  test('is warned of, with its paths and the members of the payload', () => {
    const template = '{{#each context.mesages}}{{this.content}}{{/each}}';
    expect(warnOfHints(crumb({ transform: { a: { type: 'template', template } } }, { messages, at: 'x' }))).toEqual([
      {
        path: '/llm_hints/transform/a/template',
        rule: 'nothing',
        message: 'shows nothing of this payload, which has no context.mesages; its members are messages, at',
      },
    ]);
    expect(warnOfHints(crumb({ include: ['$.mesages'] }, { messages }))).toEqual([
      { path: '/llm_hints', rule: 'nothing', message: 'its llm_hints select nothing to show in this payload' },
    ]);
    expect(warnOfHints(crumb(HISTORY, { messages }))).toEqual([]);
  });
});
