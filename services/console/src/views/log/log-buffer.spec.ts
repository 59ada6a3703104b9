import type { StreamedEvent, StreamItem } from '@crumbtrail/client';
import {
  appendEvents,
  summarizeEvent,
  MAX_EVENTS,
  type LogFilter,
  matchesLogFilter,
  emptyLogBuffer,
} from './log-buffer';

const happened = (position: number, over: object = {}): StreamedEvent =>
  ({
    ...{ position, kind: 'created', schema_name: 'x.v1', id: `${position}`, version: 1, trail_id: 't', hop: 0 },
    ...{ workspace: 'default', author: { kind: 'user', id: 'rita' }, imported: false, content_hash: '' },
    ...over,
  }) as StreamedEvent;
const item = (event: StreamedEvent): StreamItem => ({ type: 'event', cursor: `${event.position}`, event });
const everything: LogFilter = { tag: '', agent: '', author: '', text: '' };

describe('the rows of the log', () => {
  test('keep the latest and count all', () => {
    const many = Array.from({ length: MAX_EVENTS + 5 }, (_, at) => item(happened(at + 1)));
    const { events, total } = appendEvents(appendEvents(emptyLogBuffer, many.slice(0, 10)), many.slice(10));
    expect([events.length, events[0]?.position, total]).toEqual([MAX_EVENTS, 6, MAX_EVENTS + 5]);
  });

  test('stay what they are when nothing happened', () => {
    expect(appendEvents(emptyLogBuffer, [{ type: 'complete', cursor: '1' }])).toBe(emptyLogBuffer);
  });
});

describe('a filter', () => {
  const crumb = { tags: ['urgent'], title: 'Harbour', context: { content: 'opens at NINE', agent: 'assistant' } };
  const event = happened(1, { crumb });

  test.each<[Partial<LogFilter>, boolean]>([
    [{}, true],
    [{ tag: 'urgent' }, true],
    [{ tag: 'urg' }, false],
    [{ author: 'rita' }, true],
    [{ author: 'rob' }, false],
    [{ agent: 'assistant' }, true],
    [{ agent: 'rita' }, false],
    [{ text: 'at nine' }, true],
    [{ text: 'HARBOUR' }, true],
    [{ text: 'ten' }, false],
    [{ tag: 'urgent', text: 'ten' }, false],
  ])('%j lets it through: %s', (over, wanted) => {
    expect(matchesLogFilter(event, { ...everything, ...over })).toBe(wanted);
  });

  test('for an agent lets through what it did and what was for it', () => {
    const by = happened(1, { author: { kind: 'agent', id: 'poet' } });
    const wanted = [by, happened(2, { recipient: 'poet' }), happened(3)];
    expect(wanted.map((one) => matchesLogFilter(one, { ...everything, agent: 'poet' }))).toEqual([true, true, false]);
  });

  test('for a tag lets nothing through whose tags cannot be seen', () => {
    expect(matchesLogFilter(happened(1), { ...everything, tag: 'urgent' })).toBe(false);
  });
});

test('a row says what was said, on one line', () => {
  const crumb = { tags: [], context: { content: `two\nlines ${'x'.repeat(500)}` } };
  const brief = summarizeEvent(happened(1, { crumb }));
  expect(brief).toMatch(/^two lines x+$/);
  expect(brief.length).toBeLessThanOrEqual(160);
});

const lines: [Record<string, unknown>, string][] = [
  [{ content: 'hello' }, 'hello'],
  [{ call: 'dice(d6)', text: '4', tool: 'dice' }, 'dice(d6) → 4'],
  [{ tool: 'dice', input: { notation: 'd6' } }, 'dice({"notation":"d6"})'],
  [{ error: { name: 'PermanentError', message: 'no room' } }, 'no room'],
  [{ agent: 'assistant', tokens: { total: 1_200 } }, '1,200 tokens for assistant'],
  [{ anything: [1] }, '{"anything":[1]}'],
];

test.each(lines)('what %j says on one line is: %s', (context, line) => {
  expect(summarizeEvent(happened(1, { crumb: { context } }))).toBe(line);
});
