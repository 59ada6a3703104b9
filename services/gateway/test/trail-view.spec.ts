import { contextIds, contextLine, duration, itemRows, promptBlocks, refusal, treeRows } from '../page/trail-view.mjs';

const node = (id: string, more = {}): object => ({
  ...{ id, schema_name: 'user.message.v1', author: { kind: 'user', id: 'rita' }, at_ms: 0, ...more },
});

describe('what the trail page shows', () => {
  test('time reads as people say it', () => {
    expect([undefined, 0, 340.4, 2_100, 59_949, 59_950, 185_000].map(duration)).toEqual([
      '',
      '0 ms',
      '340 ms',
      '2.1 s',
      '59.9 s',
      '1 min 0 s',
      '3 min 5 s',
    ]);
  });

  test('the tree is read from the top down, each with its depth', () => {
    const nodes = ['a', 'b', 'c', 'd'].map((id) => node(id, { summary: id }));
    const tree = [
      {
        id: 'a',
        children: [
          { id: 'b', children: [{ id: 'c', children: [] }] },
          { id: 'd', children: [] },
        ],
      },
    ];
    expect(treeRows({ nodes, tree }).map(({ says, depth }: { says: string; depth: number }) => [says, depth])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
      ['d', 1],
    ]);
  });

  test('what was erased says so and nothing else', () => {
    const [row] = treeRows({ nodes: [node('a', { erased: true, summary: 'x' })], tree: [{ id: 'a', children: [] }] });
    expect(row?.says).toBe('erased');
  });

  test('steps and tools are named, and what was cut, stopped or failed says so', () => {
    const nodes = [
      node('a', { schema_name: 'agent.step.v1', step: 2, summary: 'asks for dice({})' }),
      node('b', { schema_name: 'tool.response.v1', tool: 'dice', error: 'timeout', summary: 'late' }),
      node('c', { schema_name: 'agent.response.v1', action: 'stopped', partial: true, summary: 'Once' }),
    ];
    const tree = nodes.map((_, i) => ({ id: 'abc'[i], children: [] }));
    expect(treeRows({ nodes, tree }).map(({ name, says }) => [name, says])).toEqual([
      ['agent.step.v1 2', 'asks for dice({})'],
      ['tool.response.v1 dice', '(failed: timeout) late'],
      ['agent.response.v1', '(stopped, cut) Once'],
    ]);
  });

  test('contexts of any version are found', () => {
    const nodes = [
      node('a'),
      node('b', { schema_name: 'agent.context.v1' }),
      node('c', { schema_name: 'agent.context.v2' }),
    ];
    expect(contextIds({ nodes })).toEqual(['b', 'c']);
  });

  test('kept ones come first, and what may not be read says so', () => {
    const items = [
      { decision: 'over_budget', why: 'w', source: 'text', section: 'relevant', score: 0.5, tokens: 3 },
      { decision: 'kept', why: 'kept', text: 'hello' },
    ];
    expect(itemRows({ items })).toMatchObject([
      { kept: true, says: 'hello', source: '', score: '' },
      {
        kept: false,
        decision: 'over budget',
        says: 'not shown: erased, or not for this key',
        source: 'relevant / text',
        score: '0.500',
      },
    ]);
  });

  test('the numbers of a context stand in one line', () => {
    const tokens = { total: 5, by_section: { message: 5 } };
    expect(contextLine({ agent: 'assistant', kept: 1, dropped: 2, beyond: 3, tokens, budget: { cap: 100 } })).toBe(
      'For assistant: 5 of 100 tokens (message 5); 1 kept, 2 left out, 3 more not listed.',
    );
    const billed = { counted: 20, billed: 21, drift: 0.05 };
    expect(contextLine({ agent: 'a', kept: 1, dropped: 0, beyond: 0, tokens, budget: { cap: 9 }, billed })).toMatch(
      / Prompt: 20 tokens counted, 21 billed\.$/,
    );
  });

  test('the prompt is shown a block a message, and says when it was erased', () => {
    const prompt = [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'hello' },
    ];
    expect(promptBlocks({ prompt, formatted_context: 'hello' })).toMatchObject([
      { text: 'Be kind.' },
      { text: 'hello' },
    ]);
    expect(promptBlocks({ prompt: null, formatted_context: 'hello' })).toMatchObject([{ text: 'hello' }]);
    const chat = [...prompt, { role: 'assistant', content: 'hello?' }, { role: 'user', content: 'yes' }];
    expect(promptBlocks({ prompt: chat, formatted_context: '[…]' }).map(({ heading }) => heading)).toEqual([
      ...['System prompt', 'To the agent', 'Said by the agent', 'To the agent'],
    ]);
    expect(promptBlocks({ prompt: null, formatted_context: null })).toMatchObject([
      { text: expect.stringContaining('erased') },
    ]);
  });

  test('a refused request is said in words', () => {
    expect(refusal(401)).toBe('This key is not valid.');
    expect(refusal(503, { detail: 'Later.' })).toBe('Later.');
  });
});
