import { Crumbtrail, type StreamItem } from '@crumbtrail/client';
import { Events, List, refuse, type TokenPiece, Turns } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { crumb, ID, OTHER } from './crumbs';
import { Log } from './event-log';
import { type GatewayUnderTest, startGateway } from './gateway';

const piece = (index: number, text: string, more: Partial<TokenPiece> = {}): TokenPiece => ({
  turn: OTHER,
  agent: 'assistant',
  session: 'demo',
  attempt: 1,
  index,
  kind: index === 0 ? 'reset' : 'text',
  text,
  audience: 'all',
  ...more,
});

const PROBE = '0197a6d0-0000-7000-8000-00000000000f';
const SECRET = '0197a6d0-0000-7000-8000-00000000000e';

describe('event streams', () => {
  let gateway: GatewayUnderTest;
  let log: Log;
  let leaving: AbortController;
  const client = (key = 'operator-key'): Crumbtrail => new Crumbtrail({ url: gateway.url, key });

  /** Reads a stream into a list until the test aborts it. */
  function collect(items: AsyncGenerator<StreamItem>): StreamItem[] {
    const seen: StreamItem[] = [];
    void (async () => {
      for await (const item of items) seen.push(item);
    })().catch((error: unknown) => seen.push(error as never));
    return seen;
  }
  const positions = (seen: StreamItem[]): number[] =>
    seen.flatMap((item) => (item.type === 'event' ? [item.event.position] : []));
  const texts = (seen: StreamItem[]): string[] =>
    seen.flatMap((item) => (item.type === 'piece' ? [`${item.piece.kind}:${item.piece.text}`] : []));
  const isOpen = (seen: StreamItem[]): Promise<unknown> =>
    eventually(() => seen.some((item) => item.type === 'complete'));

  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    log = new Log();
    leaving = new AbortController();
    gateway.fake.say(Events, (request) => log.page(request));
    gateway.fake.say(List, () => ({ crumbs: [], position: 9 }));
  });
  afterEach(() => {
    leaving.abort();
    gateway.fake.forget();
  });
  afterAll(() => gateway.stop());

  test('a reader from the start gets all events in order over many pages, then a complete frame', async () => {
    for (let i = 0; i < 250; i += 1) log.append();
    const seen = collect(client().events({ cursor: 'start', signal: leaving.signal }));
    await eventually(() => seen.some((item) => item.type === 'complete' && item.cursor === '250'));
    expect(positions(seen)).toEqual(Array.from({ length: 250 }, (_, i) => i + 1));
  });

  test('a new event is sent with its breadcrumb as soon as it is published', async () => {
    const seen = collect(client().events({ signal: leaving.signal }));
    await isOpen(seen);
    await gateway.fake.announce(log.append());
    const item = await eventually(() => seen.find(({ type }) => type === 'event'));
    expect(item).toMatchObject({ cursor: '1', event: { kind: 'created', crumb: { context: { content: 'hello' } } } });
  });

  test('Last-Event-ID resumes after that event and misses no event', async () => {
    for (let i = 0; i < 5; i += 1) log.append();
    const seen = collect(client().events({ cursor: '3', signal: leaving.signal }));
    await eventually(() => positions(seen).length === 2);
    expect(positions(seen)).toEqual([4, 5]);
  });

  test('an event of another session causes no request to the store', async () => {
    const seen = collect(client().events({ session: 'demo', signal: leaving.signal }));
    await isOpen(seen);
    const before = gateway.fake.of(Events).length;
    await gateway.fake.announce(log.append({ session: 'elsewhere' }));
    await gateway.fake.announce(log.append());
    await eventually(() => positions(seen).length === 1);
    expect(positions(seen)).toEqual([2]);
    expect(gateway.fake.of(Events).length).toBe(before + 1);
  });

  test('an expired cursor is rejected with 410 before anything is streamed', async () => {
    const answer = await gateway.fetch('/v1/events', { headers: { 'last-event-id': 'old' } });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([410, 'cursor_gone']);
  });

  test('revoking the key ends the stream with the reason', async () => {
    const seen = collect(client().events({ signal: leaving.signal }));
    await isOpen(seen);
    gateway.fake.say(Events, () => {
      throw refuse('unauthenticated', 'This key was revoked.');
    });
    await gateway.fake.announce(log.append());
    await eventually(() => seen.some((item) => (item as unknown as Error).message === 'This key was revoked.'));
  });

  test('a store that is briefly unavailable does not end the stream', async () => {
    const seen = collect(client().events({ signal: leaving.signal }));
    await isOpen(seen);
    let away = true;
    gateway.fake.say(Events, (request) => {
      if (!away) return log.page(request);
      away = false;
      throw refuse('unavailable', 'in a second');
    });
    await gateway.fake.announce(log.append());
    await eventually(() => positions(seen).length === 1);
  });

  /** Waits until NATS has registered the subscription, because pieces without a subscriber are lost. */
  async function hearsPieces(seen: StreamItem[]): Promise<void> {
    await isOpen(seen);
    await eventually(() => {
      gateway.fake.executor.publishPiece('default', piece(0, '', { turn: PROBE }));
      return texts(seen).length > 0;
    });
    seen.length = 0;
  }

  test('pieces of a reply are sent live, in order, each once', async () => {
    const seen = collect(client().watch('demo', { signal: leaving.signal }));
    await hearsPieces(seen);
    [piece(0, ''), piece(1, 'Hel'), piece(1, 'Hel'), piece(2, 'lo')].forEach((one) =>
      gateway.fake.executor.publishPiece('default', one),
    );
    gateway.fake.executor.publishPiece('default', piece(0, '', { attempt: 2 }));
    await eventually(() => texts(seen).length === 4);
    expect(texts(seen)).toEqual(['reset:', 'text:Hel', 'text:lo', 'reset:']);
  });

  test('a reader that joins late gets the text so far, then the next pieces', async () => {
    const seen = collect(client().watch('demo', { signal: leaving.signal }));
    await hearsPieces(seen);
    await gateway.fake.executor.respondToJoins((_, turn) =>
      turn === OTHER ? [piece(0, ''), piece(7, 'Once upon a')] : null,
    );
    gateway.fake.executor.publishPiece('default', piece(7, ' a'));
    gateway.fake.executor.publishPiece('default', piece(8, ' time'));
    await eventually(() => texts(seen).length === 3);
    expect(texts(seen)).toEqual(['reset:', 'text:Once upon a', 'text: time']);
  });

  test('a reader that joins between two pieces gets the text so far of the replies that it may read', async () => {
    gateway.fake.say(List, () => ({ crumbs: [crumb()], position: 9 }));
    const turn = { agent: 'assistant', state: 'open' as const, cause: { id: ID, version: 3 } };
    gateway.fake.say(Turns, () => ({
      decided: true,
      turns: [
        { ...turn, id: PROBE },
        { ...turn, id: SECRET },
      ],
    }));
    const so = (id: string, audience: TokenPiece['audience']): TokenPiece[] =>
      [piece(0, ''), piece(7, `so far ${id}`)].map((one) => ({ ...one, turn: id, audience }));
    await gateway.fake.executor.respondToJoins((_, id) => so(id, id === SECRET ? ['agent:rita'] : 'all'));
    const seen = collect(client('reader-key').watch('demo', { signal: leaving.signal }));
    await eventually(() => texts(seen).length === 2);
    expect(texts(seen)).toEqual(['reset:', `text:so far ${PROBE}`]);
  });

  test('pieces that the reader may not read are not sent, also where an agent with the id of the reader may', async () => {
    const seen = collect(client('reader-key').watch('demo', { signal: leaving.signal }));
    await hearsPieces(seen);
    gateway.fake.executor.publishPiece('default', piece(0, 'secret', { audience: ['agent:rita'] }));
    gateway.fake.executor.publishPiece('default', piece(0, '', { turn: ID, audience: ['user:rita'] }));
    await eventually(() => texts(seen).length === 1);
    expect(texts(seen)).toEqual(['reset:']);
  });
});
