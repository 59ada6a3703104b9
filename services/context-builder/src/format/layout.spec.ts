import { contextDays } from './days';
import { AgentResponse, ToolCatalog } from '@crumbtrail/contracts';
import { ASSISTANT, at, item, scored } from '../../test/crumbs';
import { buildLayout, type ChosenItem } from './layout';
import { createFormatter, formatLayout } from './format';
import type { ContextItem } from '../gather/item';
import { resolvePlan, type SectionName } from '../plan/plan';

const { sections } = resolvePlan([]).plan;
const chosen = (one: ContextItem, section: SectionName): ChosenItem => ({
  scored: scored(one, 1, { section }),
  text: one.text,
  tokens: 1,
});
const written = (all: readonly ChosenItem[], today = '2026-05-08'): string =>
  formatLayout(buildLayout(all, { speaker: 'User', text: 'And now?' }, { sections, calendar: contextDays(today) }));

describe('a layout', () => {
  test('groups by the days of its zone; those of UTC where it has none', () => {
    const times = ['2026-05-07T14:59:00.000Z', '2026-05-07T15:00:00.000Z', '2026-05-08T01:00:00.000Z'];
    const all = times.map((occurred_at, nth) => chosen(item(nth, `Note ${nth}.`, { occurred_at }), 'recent'));
    const layoutIn = (zone?: string) =>
      buildLayout(
        all,
        { speaker: 'User', text: 'And now?' },
        { sections, calendar: contextDays(times[2] ?? '', zone) },
      );
    const datesOf = (zone?: string) =>
      layoutIn(zone)
        .sections.find(({ name }) => name === 'recent')
        ?.days.map(({ date, entries }) => [date, entries.length]);
    expect(datesOf()).toEqual([
      ['2026-05-07', 2],
      [null, 1],
    ]);
    expect(datesOf('Asia/Tokyo')).toEqual([
      ['2026-05-07', 1],
      [null, 2],
    ]);
    expect(datesOf('America/Los_Angeles')).toEqual([[null, 3]]);
  });

  test('puts what changes least first and the current message last', () => {
    const tools = item(1, '- timer: waits', { schema_name: ToolCatalog.name, speaker: null });
    const all = [
      chosen(item(5, 'Here you are.', { author: ASSISTANT }), 'recent'),
      chosen(item(4, 'Where is it?'), 'recent'),
      chosen(item(2, 'The port is 8080.'), 'relevant'),
      chosen(item(3, 'Rule one.', { speaker: 'Operator' }), 'knowledge'),
      chosen(tools, 'tools'),
    ];
    expect(written(all)).toBe(
      [
        '## Tools',
        '  - timer: waits',
        '',
        '## Knowledge',
        'Operator: Rule one.',
        '',
        '## Earlier',
        'User: The port is 8080.',
        '',
        '## Recent',
        'User: Where is it?',
        'Assistant: Here you are.',
        '',
        '## Current message',
        'User: And now?',
      ].join('\n'),
    );
  });

  test.each(['markdown', 'turn', 'lmml', 'messages'] as const)(
    'puts replies of other agents after their question in %s',
    (format) => {
      const ann = { kind: 'agent', id: 'ann' } as const;
      const all = [
        chosen(item(3, 'I think it is fine.', { author: ann, speaker: 'Ann' }), 'recent'),
        chosen(item(1, 'An earlier reply.', { author: ann, speaker: 'Ann' }), 'recent'),
        chosen(item(4, 'My own earlier attempt.', { author: ASSISTANT }), 'recent'),
        chosen(item(5, 'A later message.'), 'recent'),
      ];
      const message = { speaker: 'User', text: 'Bob, what do you think?' };
      const asked = { position: 2, agent: ASSISTANT.id };
      const frame = { agent: ASSISTANT.id, name: 'Bob', nonce: '0', roster: [], company: true, brief: false };
      const layout = buildLayout(all, message, { sections, calendar: contextDays('2026-05-08'), asked });
      const text = formatLayout(layout, createFormatter(format, frame));
      const order = ['An earlier', 'My own', 'A later', 'Bob, what', 'I think'].map((words) => text.indexOf(words));
      expect(order.every((at) => at >= 0)).toBe(true);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    },
  );

  test('has one heading for each day other than today, and none if all items are from today', () => {
    const all = [
      chosen(item(3, 'b2', { occurred_at: at(9, '2026-05-02') }), 'relevant'),
      chosen(item(4, 'c', { occurred_at: at(1) }), 'relevant'),
      chosen(item(2, 'b1', { occurred_at: at(8, '2026-05-02') }), 'relevant'),
      chosen(item(1, 'a', { occurred_at: at(8, '2026-05-01') }), 'relevant'),
      chosen(item(5, 'd', { occurred_at: at(2) }), 'recent'),
    ];
    const text = written(all);
    expect(text).toContain('1 May 2026:\nUser: a\n2 May:\nUser: b1\nUser: b2\nToday:\nUser: c\n');
    expect(text).toContain('## Recent\nUser: d\n');
  });

  test('joins the chunks of one crumb, and marks a gap between them', () => {
    const pieces = [0, 1, 3].map((chunk) =>
      chosen(item(1, `piece ${chunk}`, { chunk, author: ASSISTANT, schema_name: AgentResponse.name }), 'relevant'),
    );
    expect(written(pieces)).toContain('Assistant: piece 0\n  piece 1\n  …\n  piece 3\n');
  });

  test.each([
    ['before and after', [1], 'User: …\n  piece 1\n  …\n'],
    ['after', [0, 1], 'User: piece 0\n  piece 1\n  …\n'],
    ['before', [2], 'User: …\n  piece 2\n'],
    ['nowhere', [0, 1, 2], 'User: piece 0\n  piece 1\n  piece 2\n'],
  ])('marks what is missing of a message %s the chunks that are shown', (_, chunks, shown) => {
    const pieces = chunks.map((chunk) => chosen(item(1, `piece ${chunk}`, { chunk, chunks: 3 }), 'relevant'));
    expect(written(pieces)).toContain(shown);
    expect(written(pieces).match(/…/g)?.length ?? 0).toBe(shown.match(/…/g)?.length ?? 0);
  });

  test('orders by time, then by position in the log, so that imported history is in its place', () => {
    const old = item(9, 'old', { occurred_at: at(1) });
    const all = [
      chosen(item(2, 'newer', { occurred_at: at(5) }), 'recent'),
      chosen(old, 'recent'),
      chosen(item(10, 'same time', { occurred_at: at(1) }), 'recent'),
    ];
    expect(written(all)).toContain('User: old\nUser: same time\nUser: newer\n');
  });

  test('has only the current message if there is nothing else', () => {
    expect(written([])).toBe('## Current message\nUser: And now?');
  });
});
