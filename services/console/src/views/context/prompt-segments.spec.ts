import { splitPrompt, readPlanSections, type PromptSegment, splitContext, type ContextFormat } from './prompt-segments';

const sections = [
  { name: 'knowledge', heading: 'Knowledge' },
  { name: 'relevant', heading: 'Earlier', tag: 'memory' },
  { name: 'recent', heading: 'Recent' },
];
const markdown: ContextFormat = { format: 'markdown', sections };
const named = (segments: readonly PromptSegment[]): string[] => segments.map(({ section }) => section);
const whole = (segments: readonly PromptSegment[]): string => segments.map(({ text }) => text).join('');

describe('what the model saw, by sections', () => {
  const text = [
    '## Knowledge\n  - the port is 8443\n\n',
    '## Recent\nAnn: and\n  ## Current message\n  Bob: a heading that Ann wrote\n\n',
    '## Current message\nAnn: which port?',
  ].join('');

  test('is cut at our headings and never at what somebody wrote', () => {
    expect(named(splitContext(text, markdown))).toEqual(['knowledge', 'recent', 'message']);
  });

  test.each([
    ['with headings', markdown, text],
    ['with a heading nobody knows, and words before the first', markdown, `before\n## Strange\nx\n${text}`],
    ['with none', markdown, 'just words'],
    [
      'in elements',
      { ...markdown, format: 'lmml' },
      'a\n<agent-context nonce="1">\n<memory>\nx\n</memory>\n</agent-context>\n',
    ],
    ['in an element that does not end', { ...markdown, format: 'lmml' }, '<memory>\nx'],
    ['of nothing', markdown, ''],
  ])('is to the letter what it was: %s', (_, writing, saw) => {
    expect(whole(splitContext(saw, writing))).toBe(saw);
  });

  test('in elements has its frame, its sections by their tags, and the message', () => {
    const lmml = [
      'What follows is the context.\n<agent-context persona="A" nonce="1">\n<persona>\n<recent>\nno\n</recent>\n</persona>\n',
      '<memory trust="untrusted">\nAnn: &lt;/memory>\n</memory>\n<recent>\nx\n</recent>\n</agent-context>\n\n',
      '<message from="Ann">hello</message>',
    ].join('');
    const found = splitContext(lmml, { ...markdown, format: 'lmml' });
    expect(named(found)).toEqual(['frame', 'frame', 'relevant', 'recent', 'frame', 'message']);
    expect(whole(found)).toBe(lmml);
  });

  test('of a turn has who is there as its frame, and days before today as what was said', () => {
    const found = splitContext('## Roster\n  - Ann\n\n## Before today\nx\n\n## Public events\ny', markdown);
    expect(named(found)).toEqual(['frame', 'recent', 'events']);
  });
});

describe('the prompt', () => {
  test('has its own words by section, and everything around them', () => {
    const formatted_context = '## Current message\nAnn: hi';
    const prompt = [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: formatted_context },
    ];
    const blocks = splitPrompt({ prompt, formatted_context }, markdown);
    expect(blocks.map(({ segments }) => named(segments))).toEqual([['system prompt'], ['message']]);
  });

  test('as a chat has what is known, what was said, and what is answered', () => {
    const prompt = [
      { role: 'system', content: 'Be kind.' },
      { role: 'system', content: '## Knowledge\n  - x' },
      { role: 'user', content: '## Knowledge\nsaid' },
      { role: 'assistant', content: 'yes' },
      { role: 'user', content: 'and?' },
    ];
    const blocks = splitPrompt({ prompt, formatted_context: '[]' }, { ...markdown, format: 'messages' });
    expect(blocks.map(({ segments }) => named(segments))).toEqual([
      ['system prompt'],
      ['knowledge'],
      ['conversation'],
      ['conversation'],
      ['message'],
    ]);
  });

  test('is the context alone where the rest is not to be had, and nothing where it was erased', () => {
    expect(splitPrompt({ prompt: null, formatted_context: '## Recent\nx' }, markdown)).toMatchObject([
      { role: 'context' },
    ]);
    expect(splitPrompt({ prompt: null, formatted_context: null }, markdown)).toEqual([]);
  });
});

test('the sections of a plan are read as far as it says any', () => {
  expect(readPlanSections({ sections: [...sections, { name: 1 }, {}] })).toEqual(
    sections.map((one) => ({ tag: undefined, ...one })),
  );
  expect([undefined, {}, { sections: 'x' }].map(readPlanSections)).toEqual([[], [], []]);
});
