import type { ToolDefV1 } from '@crumbtrail/contracts';
import { aTool, aTurn } from '../../../test/turn-fixture';
import { digit } from './digit';

const listed = (...defs: Partial<ToolDefV1>[]): string[] => {
  const tools = defs.map((def, at) => aTool(`t${at + 1}`, def));
  const { messages } = digit.buildRequest(aTurn({ definition: { tool_mode: 'digit' }, tools }), {});
  return String(messages[0]?.content).split('\n').slice(2);
};
const listOf = (...descriptions: string[]): string[] => listed(...descriptions.map((description) => ({ description })));

describe('digit mode: the list of tools', () => {
  test('says in one line what each tool is for, and its result where that is short', () => {
    const fields = (count: number): NonNullable<ToolDefV1['output']> => ({
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`field_${at}`, { type: 'string' }])),
    });
    expect(
      listed({ description: 'Looks\nat things.', output: fields(1) }, { description: 'Counts.', output: fields(20) }),
    ).toEqual([expect.stringMatching(/^1\. t1 → .*field_0.*: Looks at things\.$/), '2. t2: Counts.']);
  });

  test('ends a long description behind a sentence, or else behind a word, and never in one', () => {
    const sentences = 'Searches everything that was ever said by anybody. '.repeat(8).trim();
    const [whole] = listOf(sentences);
    expect(whole).toMatch(/^1\. t1: (Searches everything that was ever said by anybody\. ?)+$/);
    const [cut] = listOf('searching '.repeat(60).trim());
    expect(cut).toMatch(/^1\. t1: (searching )*searching…$/);
    const [unspaced] = listOf('x'.repeat(900));
    expect(unspaced?.endsWith('x…')).toBe(true);
  });
});
