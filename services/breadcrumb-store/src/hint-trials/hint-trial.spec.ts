import type { LlmHints } from '@crumbtrail/contracts';
import { runTrial } from './hint-trial';

const template = '{{#each context.mesages}}{{this}}{{/each}}';
const crumbTrial = (llm_hints: LlmHints, context: object) =>
  runTrial({ kind: 'crumb', llm_hints, crumb: { schema_name: 'chat.v1', schema_hints: {}, context } });
const schemaTrial = (llm_hints: LlmHints, ...examples: object[]) => {
  const properties = { messages: { type: 'array' }, note: { type: 'string' } };
  return runTrial({
    kind: 'schema',
    context: { defines: 'chat.v1', schema: { type: 'object', properties }, llm_hints, examples },
  });
};

describe('a trial of llm_hints', () => {
  it('warns of a template none of whose paths is in the payload', () => {
    expect(crumbTrial({ template }, { messages: ['a'] })).toEqual([
      {
        path: '/llm_hints/template',
        rule: 'nothing',
        message: 'shows nothing of this payload, which has no context.mesages; its members are messages',
        isWarning: true,
      },
    ]);
  });

  it('finds an issue, and no warning, in hints that fail', () => {
    expect(crumbTrial({ template: '{{lookup a "b"}}' }, { messages: [] })).toEqual([
      { path: '/llm_hints/template', rule: 'template', message: expect.stringContaining('unknown helper') as string },
    ]);
  });

  it('warns of hints of a schema that show nothing of any of its examples, and not if they show something of one', () => {
    const warning = { path: '/context/llm_hints/template', rule: 'nothing', isWarning: true };
    expect(schemaTrial({ template }, { messages: ['a'] }, { note: 'b' })).toEqual([expect.objectContaining(warning)]);
    expect(schemaTrial({ template: '{{note}}' }, { messages: ['a'] }, { note: 'b' })).toEqual([]);
    expect(schemaTrial({ template: '{{#each context.messages}}{{this}}{{/each}}' }, { messages: ['a'] })).toEqual([]);
  });
});
