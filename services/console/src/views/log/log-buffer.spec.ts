import type { StreamedEvent, StreamItem } from '@crumbtrail/client';
import {
  appendEvents,
  summarizeEvent,
  MAX_EVENTS,
  type LogFilter,
  matchesLogFilter,
  emptyLogBuffer,
} from './log-buffer';

const makeEvent = (position: number, over: object = {}): StreamedEvent =>
  ({
    position,
    kind: 'created',
    schema_name: 'x.v1',
    id: `${position}`,
    version: 1,
    trail_id: 't',
    hop: 0,
    workspace: 'default',
    author: { kind: 'user', id: 'rita' },
    imported: false,
    content_hash: '',
    ...over,
  }) as StreamedEvent;
const item = (event: StreamedEvent): StreamItem => ({ type: 'event', cursor: `${event.position}`, event });
const everything: LogFilter = { tag: '', agent: '', author: '', text: '' };

describe('appendEvents', () => {
  test('keeps the latest events and counts all', () => {
    const many = Array.from({ length: MAX_EVENTS + 5 }, (_, at) => item(makeEvent(at + 1)));
    const { events, total } = appendEvents(appendEvents(emptyLogBuffer, many.slice(0, 10)), many.slice(10));
    expect([events.length, events[0]?.position, total]).toEqual([MAX_EVENTS, 6, MAX_EVENTS + 5]);
  });

  test('returns the same buffer when there are no events', () => {
    expect(appendEvents(emptyLogBuffer, [{ type: 'complete', cursor: '1' }])).toBe(emptyLogBuffer);
  });
});

describe('matchesLogFilter', () => {
  const crumb = { tags: ['urgent'], title: 'Harbour', context: { content: 'opens at NINE', agent: 'assistant' } };
  const event = makeEvent(1, { crumb });

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
  ])('filter %j matches: %s', (over, wanted) => {
    expect(matchesLogFilter(event, { ...everything, ...over })).toBe(wanted);
  });

  test('an agent filter matches events by the agent and for it', () => {
    const by = makeEvent(1, { author: { kind: 'agent', id: 'poet' } });
    const wanted = [by, makeEvent(2, { recipient: 'poet' }), makeEvent(3)];
    expect(wanted.map((one) => matchesLogFilter(one, { ...everything, agent: 'poet' }))).toEqual([true, true, false]);
  });

  test('a tag filter does not match events whose tags are hidden', () => {
    expect(matchesLogFilter(makeEvent(1), { ...everything, tag: 'urgent' })).toBe(false);
  });
});

test('summarizeEvent: shows the text on one line, truncated', () => {
  const crumb = { tags: [], context: { content: `two\nlines ${'x'.repeat(500)}` } };
  const brief = summarizeEvent(makeEvent(1, { crumb }));
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

test.each(lines)('summarizeEvent: %j is shown as: %s', (context, line) => {
  expect(summarizeEvent(makeEvent(1, { crumb: { context } }))).toBe(line);
});
