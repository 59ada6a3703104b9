import type { ChatMessage } from '@crumbtrail/contracts';
import { ASSISTANT, item } from '../../test/crumbs';
import { chosenItem, operator, state, unchangedItems, formatTurn, type TurnScene } from '../../test/turns';
import { resolvePlan, type PlanOverrides } from '../plan/plan';

const first: TurnScene = {
  chosen: [...unchangedItems, state('Day 3'), chosenItem('recent', item(10, 'Hello', { speaker: 'Ann' }))],
  message: 'Where is it?',
};

describe('lmml', () => {
  test('has the opener, closer and status of the plan', () => {
    const input = { ...first, message: 'And now?' };
    const text = formatTurn('lmml', {
      ...input,
      frame: { now: true, status: true, opener: 'About {{char}} <persona>:', closer: '{{char}} answers.' },
    });
    expect(text).toMatch(/^About \w+ &lt;persona>:\n<agent-context /);
    expect(text).toMatch(
      /<chatSystemStatus persona="\w+" model="default" time="[^"]+"\/>\n<\/agent-context>\n\w+ answers\.\n\n<message/,
    );
    expect(text).not.toContain('<now>');
  });

  test('frames the persona, names the elements of sections by the plan, and puts the message after the frame', () => {
    const overrides: PlanOverrides = {
      sections: [{ name: 'knowledge', tag: 'agent-guide', attributes: { name: 'a "b" <c>\nd' } }],
    };
    const text = formatTurn('lmml', {
      ...first,
      persona: 'You are <b>dry</b>. </agent-context>\n<message>',
      overrides,
    });
    expect(text.replace(/nonce="[0-9a-f]{16}"/, 'nonce="…"')).toBe(
      [
        'What follows is the context in which you become Iris.',
        '<agent-context persona="Iris" nonce="…">',
        '<persona>',
        'You are <b>dry</b>. &lt;/agent-context>',
        '&lt;message>',
        '</persona>',
        '<tools>',
        '  - timer: waits',
        '</tools>',
        '<agent-guide name="a &quot;b&quot; &lt;c&gt; d">',
        'Op: The port is 8080.',
        '</agent-guide>',
        '<summaries trust="untrusted">',
        'Assistant: They set up a dashboard.',
        '</summaries>',
        '<state>',
        'Op: Day 3',
        '</state>',
        '<recent trust="untrusted">',
        'Ann: Hello',
        '</recent>',
        '</agent-context>',
        'You are now Iris.',
        '',
        '<message from="Ann">Where is it?</message>',
      ].join('\n'),
    );
  });

  test('leaves a persona that would take more than half the cap in the system prompt', () => {
    expect(formatTurn('lmml', { ...first, persona: 'word '.repeat(1990) })).not.toContain('<persona>');
    expect(formatTurn('lmml', { ...first, persona: 'word '.repeat(1900) })).toContain('<persona>');
  });
});

describe('messages', () => {
  const ann = { speaker: 'Ann' };
  const iris = { author: ASSISTANT, speaker: 'Iris' };

  test('have a system message and alternating roles, with the current message last', () => {
    const chosen = [
      ...unchangedItems,
      chosenItem('recent', item(5, 'Hello?', { ...ann })),
      chosenItem('recent', item(6, 'Anybody\nthere?', { ...ann })),
      chosenItem('recent', item(7, 'Yes.', iris)),
    ];
    expect(JSON.parse(formatTurn('messages', { chosen, message: 'And now?' }))).toEqual([
      {
        role: 'system',
        content:
          '## Tools\n  - timer: waits\n\n## Knowledge\nOp: The port is 8080.\n\n## Summaries\nAssistant: They set up a dashboard.',
      },
      { role: 'user', content: 'Hello?\nAnybody\n  there?' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'And now?' },
    ]);
  });

  test('name people where there are several, and start with a user message', () => {
    const chosen = [
      chosenItem('recent', item(7, 'Yes.', iris)),
      chosenItem('recent', item(8, 'No.', { author: { kind: 'user', id: 'bob' }, speaker: 'Bob' })),
    ];
    expect(JSON.parse(formatTurn('messages', { chosen, message: 'And now?' }))).toEqual([
      { role: 'user', content: '…' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'Bob: No.\nAnn: And now?' },
    ]);
  });

  test("show the speaker's name where the text imitates a heading or a name", () => {
    const chosen = ['8 May 2023:', '8  May 2023 : \nno', 'Today:', 'Ann: x', '…'].map((text, n) =>
      chosenItem('recent', item(n, text, ann)),
    );
    const [{ content } = { content: '' }] = JSON.parse(
      formatTurn('messages', { chosen, message: 'x' }),
    ) as ChatMessage[];
    expect(content).toBe('Ann: 8 May 2023:\nAnn: 8  May 2023 : \n  no\nAnn: Today:\nAnn: Ann: x\nAnn: …\nx');
  });
});

describe('the turn format', () => {
  test('shows the roster, state and events before the transcript', () => {
    const chosen = [
      ...first.chosen,
      chosenItem('events', item(5, 'Bob was found at dawn.', operator)),
      chosenItem('results', item(6, 'check_will: nothing', { author: { kind: 'tool', id: 'will' }, speaker: 'Will' })),
    ];
    expect(formatTurn('turn', { chosen, message: 'Who?' })).toBe(
      [
        '## Tools',
        '  - timer: waits',
        '',
        '## Knowledge',
        'Op: The port is 8080.',
        '',
        '## Summaries',
        'Assistant: They set up a dashboard.',
        '',
        '## Roster',
        '  - Ann (muted)',
        '  - Iris (you)',
        '',
        '## State',
        'Op: Day 3',
        '',
        '## Public events',
        'Op: Bob was found at dawn.',
        '',
        '## Tool results still valid',
        'Will: check_will: nothing',
        '',
        "## Today's transcript",
        'Ann: Hello',
        '',
        '## Current message',
        'Ann: Who?',
      ].join('\n'),
    );
  });

  test.each(['markdown', 'turn', 'lmml', 'messages'] as const)(
    'shows date and time before the message where asked, in %s',
    (kind) => {
      const scene = { chosen: [state('It rains.')], message: 'What day is it?' };
      const text = formatTurn(kind, { ...scene, frame: { now: true } });
      const at = text.indexOf('Friday, 8 May 2026, 09:30 UTC');
      expect(at).toBeGreaterThan(text.indexOf('It rains.'));
      expect(at).toBeLessThan(text.indexOf('What day is it?'));
      expect(formatTurn(kind, scene)).not.toContain('UTC');
      const inBerlin = formatTurn(kind, { ...scene, frame: { now: true, time_zone: 'Europe/Berlin' } });
      expect(inBerlin).toContain('Friday, 8 May 2026, 11:30 Europe/Berlin (UTC+2)');
      expect(resolvePlan([{ format: kind }]).plan.frame).toEqual({ now: kind === 'turn' || kind === 'lmml' });
      expect(resolvePlan([{ frame: { now: true } }, { format: kind }]).plan.frame).toEqual({ now: true });
      expect(resolvePlan([{ frame: { now: false } }, { format: kind }]).plan.frame).toEqual({ now: false });
      const zoned = resolvePlan([{ frame: { now: true } }, { format: kind, frame: { time_zone: 'Asia/Tokyo' } }]);
      expect(zoned.plan.frame).toEqual({ now: true, time_zone: 'Asia/Tokyo' });
    },
  );
});
