import type { ChatMessage } from '@crumbtrail/contracts';
import { ASSISTANT, at, item } from '../../test/crumbs';
import { chosenItem, state, unchangedItems, TODAY, formatTurn, type TurnScene } from '../../test/turns';
import type { ChosenItem } from './layout';
import type { SectionName } from '../plan/plan';

const first: TurnScene = {
  chosen: [...unchangedItems, state('Day 3'), chosenItem('recent', item(10, 'Hello', { speaker: 'Ann' }))],
  message: 'Where is it?',
};
const second: TurnScene = {
  chosen: [
    ...unchangedItems,
    state('Day 4'),
    chosenItem('relevant', item(8, 'The old port was 80.', { speaker: 'Ann', occurred_at: at(0, '2023-12-31') })),
    chosenItem('recent', item(11, 'There.', { author: ASSISTANT, speaker: 'Iris' })),
  ],
  message: 'And now?',
  as_of: 60,
};

function shared(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return a.slice(0, at);
}

describe('two successive turns share the beginning with tools, knowledge and summaries in', () => {
  test.each(['markdown', 'messages', 'turn'] as const)('%s', (kind) => {
    const prefix = shared(formatTurn(kind, first), formatTurn(kind, second));
    for (const text of ['- timer: waits', 'The port is 8080.', 'They set up a dashboard.', 'Op: Day ']) {
      expect(prefix).toContain(text);
    }
  });

  test('lmml', () => {
    const [one, two] = [formatTurn('lmml', first), formatTurn('lmml', second)];
    expect(shared(one, two)).toMatch(/<\/summaries>\n<state>\nOp: Day $/);
  });
});

describe('day headings', () => {
  const said = (n: number, day: string, section: SectionName): ChosenItem =>
    chosenItem(section, item(n, `on ${day}`, { speaker: 'Ann', occurred_at: at(n, day) }));
  const history = [
    said(1, '2023-12-31', 'relevant'),
    said(2, '2023-12-31', 'relevant'),
    said(3, '2026-05-01', 'relevant'),
    said(4, TODAY, 'relevant'),
    said(5, '2026-05-01', 'recent'),
    said(6, '2026-05-07', 'recent'),
    said(7, TODAY, 'recent'),
  ];
  const dayLines = (text: string): string[] => text.match(/(?:\d+ \w+(?: \d{4})?|Today):(?=\n)/g) ?? [];

  test('are written once and apply until the next one: markdown', () => {
    const text = formatTurn('markdown', { chosen: history, message: 'When?' });
    expect(dayLines(text)).toEqual(['31 December 2023:', '1 May 2026:', 'Today:', '1 May:', '7 May:', 'Today:']);
  });

  test('are not repeated where the recent conversation continues on the same day', () => {
    const dates = (chosen: readonly ChosenItem[]): string[] =>
      dayLines(formatTurn('markdown', { chosen, message: 'When?' }));
    const [may, again, today] = [history[2], history[4], history[6]] as [ChosenItem, ChosenItem, ChosenItem];
    expect(dates([may, again])).toEqual(['1 May 2026:']);
    expect(dates([may, today])).toEqual(['1 May 2026:', 'Today:']);
  });

  test('are written once in each element that needs them: lmml', () => {
    const lines = dayLines(formatTurn('lmml', { chosen: history, message: 'When?' }));
    expect(lines).toEqual(['31 December 2023:', '1 May 2026:', 'Today:', '1 May 2026:', '7 May:', 'Today:']);
  });

  test('are not written where everything is from today, in any format', () => {
    for (const kind of ['markdown', 'lmml', 'messages', 'turn'] as const) {
      expect(dayLines(formatTurn(kind, { chosen: [said(7, TODAY, 'recent')], message: 'When?' }))).toEqual([]);
    }
  });

  test('are in a separate section before the transcript of the turn format', () => {
    const text = formatTurn('turn', { chosen: history.slice(4), message: 'When?' });
    expect(text).toContain('## Before today\n1 May 2026:\nAnn: on 2026-05-01\n7 May:\nAnn: on 2026-05-07\n\n');
    expect(text).toContain("## Today's transcript\nAnn: on 2026-05-08\n\n");
  });

  test('continue through the messages of a chat, but not before the current message', () => {
    const chat = JSON.parse(formatTurn('messages', { chosen: history.slice(0, 6), message: 'When?' })) as ChatMessage[];
    expect(chat).toHaveLength(1);
    expect(dayLines(chat[0]?.content ?? '')).toEqual([
      '31 December 2023:',
      '1 May 2026:',
      'Today:',
      '1 May:',
      '7 May:',
      'Today:',
    ]);
    expect(chat[0]?.content.endsWith('Today:\nWhen?')).toBe(true);
  });
});
