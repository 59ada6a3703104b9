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

describe('what is watched', () => {
  let gateway: GatewayUnderTest;
  let log: Log;
  let leaving: AbortController;
  const client = (key = 'operator-key'): Crumbtrail => new Crumbtrail({ url: gateway.url, key });

  /** Reads a stream into a list until the test leaves. */
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

  test('a reader from the start gets all in order over many pages, then a mark that says it is complete', async () => {
    for (let i = 0; i < 250; i += 1) log.append();
    const seen = collect(client().events({ cursor: 'start', signal: leaving.signal }));
    await eventually(() => seen.some((item) => item.type === 'complete' && item.cursor === '250'));
    expect(positions(seen)).toEqual(Array.from({ length: 250 }, (_, i) => i + 1));
  });

  test('a new event is there as soon as it is announced, with its crumb', async () => {
    const seen = collect(client().events({ signal: leaving.signal }));
    await isOpen(seen);
    await gateway.fake.announce(log.append());
    const item = await eventually(() => seen.find(({ type }) => type === 'event'));
    expect(item).toMatchObject({ cursor: '1', event: { kind: 'created', crumb: { context: { content: 'hello' } } } });
  });

  test('Last-Event-ID goes on after it and misses nothing', async () => {
    for (let i = 0; i < 5; i += 1) log.append();
    const seen = collect(client().events({ cursor: '3', signal: leaving.signal }));
    await eventually(() => positions(seen).length === 2);
    expect(positions(seen)).toEqual([4, 5]);
  });

  test('a wake-up of another session asks the store nothing', async () => {
    const seen = collect(client().events({ session: 'demo', signal: leaving.signal }));
    await isOpen(seen);
    const before = gateway.fake.of(Events).length;
    await gateway.fake.announce(log.append({ session: 'elsewhere' }));
    await gateway.fake.announce(log.append());
    await eventually(() => positions(seen).length === 1);
    expect(positions(seen)).toEqual([2]);
    expect(gateway.fake.of(Events).length).toBe(before + 1);
  });

  test('a cursor that is no longer kept is refused with 410 before anything is streamed', async () => {
    const answer = await gateway.fetch('/v1/events', { headers: { 'last-event-id': 'old' } });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([410, 'cursor_gone']);
  });

  test('a key that is revoked meanwhile ends the stream, and says why', async () => {
    const seen = collect(client().events({ signal: leaving.signal }));
    await isOpen(seen);
    gateway.fake.say(Events, () => {
      throw refuse('unauthenticated', 'This key was revoked.');
    });
    await gateway.fake.announce(log.append());
    await eventually(() => seen.some((item) => (item as unknown as Error).message === 'This key was revoked.'));
  });

  test('a store that is away for a moment does not end the stream', async () => {
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

  /** Also the broker has heard by now that somebody listens: pieces that nobody hears are gone. */
  async function hearsPieces(seen: StreamItem[]): Promise<void> {
    await isOpen(seen);
    await eventually(() => {
      gateway.fake.executor.publishPiece('default', piece(0, '', { turn: PROBE }));
      return texts(seen).length > 0;
    });
    seen.length = 0;
  }

  test('pieces of a reply come live, in order, each once', async () => {
    const seen = collect(client().watch('demo', { signal: leaving.signal }));
    await hearsPieces(seen);
    [piece(0, ''), piece(1, 'Hel'), piece(1, 'Hel'), piece(2, 'lo')].forEach((one) =>
      gateway.fake.executor.publishPiece('default', one),
    );
    gateway.fake.executor.publishPiece('default', piece(0, '', { attempt: 2 }));
    await eventually(() => texts(seen).length === 4);
    expect(texts(seen)).toEqual(['reset:', 'text:Hel', 'text:lo', 'reset:']);
  });

  test('who joins late gets the text so far, then goes on', async () => {
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

  test('who joins in a pause gets the text so far of what is under way, as far as it is for them', async () => {
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
    await gateway.fake.executor.respondToJoins((_, id) => so(id, id === SECRET ? ['somebody-else'] : 'all'));
    const seen = collect(client('reader-key').watch('demo', { signal: leaving.signal }));
    await eventually(() => texts(seen).length === 2);
    expect(texts(seen)).toEqual(['reset:', `text:so far ${PROBE}`]);
  });

  test('pieces that are not for this reader are not shown', async () => {
    const seen = collect(client('reader-key').watch('demo', { signal: leaving.signal }));
    await hearsPieces(seen);
    gateway.fake.executor.publishPiece('default', piece(0, 'secret', { audience: ['somebody-else'] }));
    gateway.fake.executor.publishPiece('default', piece(0, '', { turn: ID, audience: ['rita'] }));
    await eventually(() => texts(seen).length === 1);
    expect(texts(seen)).toEqual(['reset:']);
  });
});
