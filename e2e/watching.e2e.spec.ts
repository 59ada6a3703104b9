import { Crumbtrail, type StreamItem } from '@crumbtrail/client';
import { AgentResponse, type AgentResponseV1, UserMessage } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useAbort, useFixture, useStack } from './support/fixture';

const stack = useStack({ apart: ['gateway'], services: WITHOUT_TOOLS });
const client = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));
const watchers = useAbort();

/** Reads a stream into a list until the test is over. */
function collect(items: AsyncGenerator<StreamItem>): StreamItem[] {
  const seen: StreamItem[] = [];
  void (async () => {
    for await (const item of items) seen.push(item);
  })().catch((error: unknown) => seen.push(error as never));
  return seen;
}
const positions = (seen: StreamItem[]): number[] =>
  seen.flatMap((item) => (item.type === 'event' ? [item.event.position] : []));
const textOf = (seen: StreamItem[]): string =>
  seen.reduce((text, item) => {
    if (item.type !== 'piece') return text;
    return item.piece.kind === 'reset' ? '' : text + item.piece.text;
  }, '');
const isOpen = (seen: StreamItem[]): Promise<unknown> => eventually(() => seen.some(({ type }) => type === 'complete'));
const endOf = (seen: StreamItem[]): StreamItem | undefined =>
  seen.find((item) => item.type === 'event' && item.event.schema_name === AgentResponse.name);

const responseOf = (item: StreamItem): AgentResponseV1 =>
  (item.type === 'event' ? item.event.crumb?.context : undefined) as unknown as AgentResponseV1;

/** Imports fifty messages by rita in one batch. */
const batchOf = (session: string, batch: number) =>
  Array.from({ length: 50 }, (_, n) => ({
    schema_name: UserMessage.name,
    session,
    context: { content: `${batch}/${n}` },
    author: { kind: 'user' as const, id: 'rita' },
    occurred_at: '2026-01-01T00:00:00Z',
  }));

describe('a reader of the log', () => {
  test('misses no event and gets none twice while its gateway is killed repeatedly', async () => {
    const seen = collect(client.events({ session: 'busy', cursor: 'start', signal: watchers.signal }));
    await isOpen(seen);
    const written: number[] = [];
    for (let batch = 0; batch < 6; batch += 1) {
      const receipts = await client.appendBatch(batchOf('busy', batch), { imported: true });
      written.push(...receipts.map(({ position }) => position));
      if (batch % 2 === 0) {
        await stack.kill('gateway');
        await stack.whenReady();
      }
    }
    await eventually(() => positions(seen).length >= written.length);
    expect(positions(seen)).toEqual(written);
  });

  test('gets a cursor up to which no event is missing, and resumes there without duplicates', async () => {
    await client.appendBatch(batchOf('resumed', 0), { imported: true });
    const seen = collect(client.events({ session: 'resumed', cursor: 'start', signal: watchers.signal }));
    await eventually(() => positions(seen).length === 50 && seen.at(-1)?.type === 'complete');
    const mark = seen.at(-1) as { cursor: string };
    const again = collect(client.events({ session: 'resumed', cursor: mark.cursor, signal: watchers.signal }));
    await isOpen(again);
    expect(positions(again)).toEqual([]);
  });

  test('gets 410 for a cursor of another log', async () => {
    const answer = await stack.api.request<{ code: string }>('GET', '/v1/events?cursor=bm9uZSBvZiBvdXJz');
    expect([answer.status, answer.body.code]).toEqual([410, 'cursor_gone']);
  });
});

describe('a reply that is being written', () => {
  const story = 'once upon a time there was a harbour that opened at nine';
  const slowly = { say: story, pieces: 11, between_ms: 150 };

  test('arrives in pieces, and then as a breadcrumb', async () => {
    stack.model.otherwise(slowly);
    const seen = collect(client.watch('story', { signal: watchers.signal }));
    await isOpen(seen);
    await client.say('story', 'tell me a story');
    const end = await eventually(() => endOf(seen));
    const before = seen.slice(0, seen.indexOf(end));
    expect(textOf(before)).toBe(story);
    expect(before.filter(({ type }) => type === 'piece').length).toBeGreaterThan(5);
    expect(end).toMatchObject({ event: { crumb: { context: { content: story } } } });
  });

  test('is sent from its beginning to readers who join in the middle', async () => {
    stack.model.otherwise(slowly);
    const first = collect(client.watch('late', { signal: watchers.signal }));
    await isOpen(first);
    await client.say('late', 'tell me a story');
    await eventually(() => textOf(first).length > 10);
    const late = collect(client.watch('late', { signal: watchers.signal }));
    await eventually(() => endOf(late));
    expect(textOf(late)).toBe(story);
  });

  test('is reset and sent again when the model fails midway', async () => {
    stack.model.otherwise({ say: story });
    stack.model.next({ ...slowly, after: 4, ending: 'disconnect' });
    const seen = collect(client.watch('broken', { signal: watchers.signal }));
    await isOpen(seen);
    await client.say('broken', 'tell me a story');
    const end = await eventually(() => endOf(seen));
    const { content, action } = responseOf(end);
    if (action === 'speak') expect(textOf(seen)).toBe(content);
    else expect(action).toBe('error');
  });
});
