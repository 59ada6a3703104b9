import { splitPrompt, readPlanSections, type PromptSegment, splitContext, type ContextFormat } from './prompt-segments';

const sections = [
  { name: 'knowledge', heading: 'Knowledge' },
  { name: 'relevant', heading: 'Earlier', tag: 'memory' },
  { name: 'recent', heading: 'Recent' },
];
const markdown: ContextFormat = { format: 'markdown', sections };
const named = (segments: readonly PromptSegment[]): string[] => segments.map(({ section }) => section);
const whole = (segments: readonly PromptSegment[]): string => segments.map(({ text }) => text).join('');

describe('splitContext', () => {
  const text = [
    '## Knowledge\n  - the port is 8443\n\n',
    '## Recent\nAnn: and\n  ## Current message\n  Bob: a heading that Ann wrote\n\n',
    '## Current message\nAnn: which port?',
  ].join('');

  test('splits at section headings and never at headings in quoted text', () => {
    expect(named(splitContext(text, markdown))).toEqual(['knowledge', 'recent', 'message']);
  });

  test.each([
    ['with headings', markdown, text],
    ['with an unknown heading, and words before the first', markdown, `before\n## Strange\nx\n${text}`],
    ['with none', markdown, 'just words'],
    [
      'in elements',
      { ...markdown, format: 'lmml' },
      'a\n<agent-context nonce="1">\n<memory>\nx\n</memory>\n</agent-context>\n',
    ],
    ['in an element that does not end', { ...markdown, format: 'lmml' }, '<memory>\nx'],
    ['of nothing', markdown, ''],
  ])('segments join to exactly the original text: %s', (_, writing, saw) => {
    expect(whole(splitContext(saw, writing))).toBe(saw);
  });

  test('splits lmml into frame, sections by tag, and message', () => {
    const lmml = [
      'What follows is the context.\n<agent-context persona="A" nonce="1">\n<persona>\n<recent>\nno\n</recent>\n</persona>\n',
      '<memory trust="untrusted">\nAnn: &lt;/memory>\n</memory>\n<recent>\nx\n</recent>\n</agent-context>\n\n',
      '<message from="Ann">hello</message>',
    ].join('');
    const found = splitContext(lmml, { ...markdown, format: 'lmml' });
    expect(named(found)).toEqual(['frame', 'frame', 'relevant', 'recent', 'frame', 'message']);
    expect(whole(found)).toBe(lmml);
  });

  test('treats the roster of the turn format as frame and earlier days as recent', () => {
    const found = splitContext('## Roster\n  - Ann\n\n## Before today\nx\n\n## Public events\ny', markdown);
    expect(named(found)).toEqual(['frame', 'recent', 'events']);
  });
});

describe('splitPrompt', () => {
  test('splits a prompt into system prompt and context sections', () => {
    const formatted_context = '## Current message\nAnn: hi';
    const prompt = [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: formatted_context },
    ];
    const blocks = splitPrompt({ prompt, formatted_context }, markdown);
    expect(blocks.map(({ segments }) => named(segments))).toEqual([['system prompt'], ['message']]);
  });

  test('splits the messages format into knowledge, conversation and current message', () => {
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

  test('returns only the context when the prompt is unknown, and an empty list when the text was erased', () => {
    expect(splitPrompt({ prompt: null, formatted_context: '## Recent\nx' }, markdown)).toMatchObject([
      { role: 'context' },
    ]);
    expect(splitPrompt({ prompt: null, formatted_context: null }, markdown)).toEqual([]);
  });
});

test('readPlanSections: reads valid sections and ignores the rest', () => {
  expect(readPlanSections({ sections: [...sections, { name: 1 }, {}] })).toEqual(
    sections.map((one) => ({ tag: undefined, ...one })),
  );
  expect([undefined, {}, { sections: 'x' }].map(readPlanSections)).toEqual([[], [], []]);
});
