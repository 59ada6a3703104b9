import { Crumbtrail, type StreamItem } from '@crumbtrail/client';
import {
  EndConsoleSession,
  Events,
  type Identity,
  List,
  Read,
  RedeemSignInCode,
  refuse,
  type TokenPiece,
} from '@crumbtrail/contracts';
import { MoveWorkspace } from '@crumbtrail/contracts/operations/keys';
import { eventually } from '@crumbtrail/testing';
import { crumb, found, ID, OTHER } from './crumbs';
import { Log } from './event-log';
import { FakeServices } from './fake-services';
import { cellAt, type GatewayUnderTest, startGateway } from './gateway';

const ann: Identity = {
  workspace: 'harbour',
  participant: { kind: 'operator', id: 'ann' },
  role: 'operator',
  key_id: ID,
};
const bob: Identity = { ...ann, participant: { kind: 'user', id: 'bob' }, role: 'reader', key_id: OTHER };
const COOKIE = 'c'.repeat(43);
const PROOF = 'p'.repeat(43);
const MOVED = { workspace: 'harbour', cell: 'eu', rows: { crumbs: 3 }, copied_ms: 20, paused_ms: 5 };

const piece = (text: string): TokenPiece => ({
  turn: OTHER,
  agent: 'assistant',
  session: 'demo',
  attempt: 1,
  index: 0,
  kind: 'reset',
  text,
  audience: 'all',
});

describe('a gateway of two cells', () => {
  let gateway: GatewayUnderTest;
  let home: FakeServices;
  let eu: FakeServices;
  let leaving: AbortController;

  const fetchAs = (key: string, path = `/v1/breadcrumbs/${ID}`): Promise<Response> =>
    gateway.fetch(path, { headers: { authorization: `Bearer ${key}` } });
  const codeOf = async (reply: Promise<Response>): Promise<string> => ((await (await reply).json()) as Coded).code;
  const move = (name: string, to: string, key = 'ann-key'): Promise<Response> =>
    gateway.send('POST', `/v1/workspaces/${name}/move`, { to }, { authorization: `Bearer ${key}` });
  /** The keys of the workspace are known in the second cell only. */
  const takeOver = (): void => {
    for (const [key, identity] of [
      ['ann-key', ann],
      ['bob-key', bob],
    ] as const) {
      home.identities.delete(key);
      eu.identities.set(key, identity);
    }
  };

  interface Coded {
    readonly code: string;
  }

  beforeAll(async () => {
    eu = await FakeServices.start();
    gateway = await startGateway({ cells: [cellAt('eu', eu.nats)] });
    home = gateway.fake;
    eu.identities.clear();
  });
  beforeEach(() => {
    leaving = new AbortController();
    home.identities.set('ann-key', ann).set('bob-key', bob);
    eu.identities.clear();
    for (const cell of [home, eu]) {
      cell.say(Read, () => found([crumb()]));
      cell.say(List, () => ({ crumbs: [], position: 9 }));
    }
  });
  afterEach(async () => {
    leaving.abort();
    home.refuseKeys = undefined;
    home.forget();
    eu.forget();
    // No test finds the keys where the test before it left them.
    home.identities.delete('ann-key');
    home.identities.delete('bob-key');
    eu.identities.clear();
    await Promise.all(['ann-key', 'bob-key'].map((key) => fetchAs(key, '/v1/whoami')));
  });
  afterAll(async () => {
    await gateway.stop();
    await eu.stop();
  });

  test('a key that only the second cell knows is served there, and others in the first', async () => {
    eu.identities.set('eu-key', { ...bob, workspace: 'quay' });
    expect((await fetchAs('eu-key')).status).toBe(200);
    expect([home.of(Read), eu.of(Read).map(({ workspace }) => workspace)]).toEqual([[], ['quay']]);
    expect((await fetchAs('bob-key')).status).toBe(200);
    expect([home.of(Read).map(({ workspace }) => workspace), eu.of(Read).length]).toEqual([['harbour'], 1]);
  });

  test('a key that no cell knows is refused as unauthenticated', async () => {
    expect(await codeOf(fetchAs('no-key'))).toBe('unauthenticated');
  });

  test('whoami says the same as with one cell', async () => {
    expect(await (await fetchAs('bob-key', '/v1/whoami')).json()).toEqual(bob);
  });

  test('a request during a move waits, follows the workspace to its new cell and succeeds once', async () => {
    await fetchAs('bob-key');
    let refusals = 0;
    home.refuseKeys = () => {
      refusals += 1;
      return refuse('moving', 'The workspace is being moved.');
    };
    const reply = fetchAs('bob-key');
    await eventually(() => refusals > 2);
    expect(eu.of(Read)).toEqual([]);
    takeOver();
    home.refuseKeys = undefined;
    expect((await reply).status).toBe(200);
    expect([home.of(Read).length, eu.of(Read).length]).toEqual([1, 1]);
  });

  test('a request is sent to the cell that has the workspace, also where the old one still says that it is being moved', async () => {
    await fetchAs('bob-key');
    home.refuseKeys = () => refuse('moving', 'The workspace is being moved.');
    takeOver();
    expect((await fetchAs('bob-key')).status).toBe(200);
    expect(eu.of(Read).length).toBe(1);
  });

  test('a request of a key that is cached for the old cell is sent to the new one', async () => {
    await fetchAs('bob-key');
    takeOver();
    expect((await fetchAs('bob-key')).status).toBe(200);
    expect([home.of(Read).length, eu.of(Read).length]).toEqual([1, 1]);
  });

  test('a key that was revoked is refused in the words of its cell', async () => {
    home.say(Read, () => {
      throw refuse('unauthenticated', 'This key was revoked.');
    });
    expect(await (await fetchAs('bob-key')).json()).toMatchObject({ detail: 'This key was revoked.' });
  });

  test('a move is sent to the cell of the workspace, whose keys are then served in the new one', async () => {
    await fetchAs('bob-key');
    home.say(MoveWorkspace, () => {
      takeOver();
      return MOVED;
    });
    const reply = await gateway.send(
      'POST',
      '/v1/workspaces/harbour/move',
      { to: 'eu', within_ms: 500 },
      { authorization: 'Bearer ann-key' },
    );
    expect([reply.status, await reply.json()]).toEqual([200, MOVED]);
    expect(home.of(MoveWorkspace)).toMatchObject([{ workspace: 'harbour', request: { to: 'eu', within_ms: 500 } }]);
    expect([(await fetchAs('ann-key')).status, (await fetchAs('bob-key')).status]).toEqual([200, 200]);
    expect([home.of(Read).length, eu.of(Read).length]).toEqual([1, 2]);
  });

  test('a move is refused with what to do: of another workspace, to no other cell, or with a key of no operator', async () => {
    const refusals = [
      move('quay', 'eu'),
      move('harbour', 'home'),
      move('harbour', 'mars'),
      move('harbour', 'eu', 'bob-key'),
    ];
    const problems = (await Promise.all((await Promise.all(refusals)).map((reply) => reply.json()))) as {
      code: string;
      detail: string;
    }[];
    expect(problems.map(({ code, detail }) => [code, detail])).toEqual([
      ['forbidden', "This key is of the workspace harbour: use an operator's key of quay to move quay."],
      ['invalid_payload', 'Cannot move harbour: harbour is in the cell home already; the other cells are: eu.'],
      ['invalid_payload', 'Cannot move harbour: there is no cell mars; the other cells are: eu.'],
      ['forbidden', 'Only operators may move a workspace; the role of this key is reader.'],
    ]);
    expect(home.of(MoveWorkspace)).toEqual([]);
  });

  test('a move that is refused because another one runs is not sent again', async () => {
    home.say(MoveWorkspace, () => {
      throw refuse('moving', 'harbour is being moved already.');
    });
    expect(await codeOf(move('harbour', 'eu'))).toBe('moving');
    expect(home.of(MoveWorkspace).length).toBe(1);
  });

  test('a browser signs in with a code of the second cell, and out of it', async () => {
    home.say(RedeemSignInCode, () => {
      throw refuse('unauthenticated', 'Unknown code.');
    });
    home.say(EndConsoleSession, () => ({ ended: false }));
    eu.say(RedeemSignInCode, () => ({ cookie: COOKIE, proof: PROOF, expires_at: '2030-01-01T00:00:00.000Z' }));
    eu.say(EndConsoleSession, () => ({ ended: true }));
    const headers = { authorization: '', origin: gateway.url };
    expect((await gateway.send('POST', '/console/sessions', { code: 'the-code' }, headers)).status).toBe(201);
    const cookie = `crumbtrail_${new URL(gateway.url).port}=${COOKIE}`;
    const session = { ...headers, cookie, 'crumbtrail-console': PROOF };
    const out = await gateway.fetch('/v1/console/sessions', { method: 'DELETE', headers: session });
    expect([out.status, await out.json()]).toEqual([200, { ended: true }]);
  });

  describe('event streams', () => {
    let log: Log;
    const client = (key: string): Crumbtrail => new Crumbtrail({ url: gateway.url, key });

    function collect(items: AsyncGenerator<StreamItem>): StreamItem[] {
      const seen: StreamItem[] = [];
      void (async () => {
        for await (const item of items) seen.push(item);
      })().catch((error: unknown) => seen.push(error as never));
      return seen;
    }
    const positions = (seen: StreamItem[]): number[] =>
      seen.flatMap((item) => (item.type === 'event' ? [item.event.position] : []));
    const pieces = (seen: StreamItem[]): string[] =>
      seen.flatMap((item) => (item.type === 'piece' ? [item.piece.text] : []));
    /** Waits until the gateway's subscription to pieces is in place: a piece without a subscriber is lost. */
    const hearPiecesOf = (cell: FakeServices, seen: StreamItem[], text: string): Promise<unknown> =>
      eventually(() => {
        cell.executor.publishPiece('harbour', { ...piece(text), turn: crypto.randomUUID() });
        return pieces(seen).includes(text);
      });

    beforeEach(() => {
      log = new Log();
      for (const cell of [home, eu]) cell.say(Events, (request) => log.page(request));
    });

    test('an open stream is woken by its own cell, and after a move by the new one, and misses no event', async () => {
      const seen = collect(client('bob-key').watch('demo', { signal: leaving.signal }));
      await hearPiecesOf(home, seen, 'from home');
      await home.announce(log.append({ workspace: 'harbour' }));
      await eventually(() => positions(seen).length === 1);
      takeOver();
      log.append({ workspace: 'harbour' });
      // Any request of the workspace shows where it is now.
      expect((await fetchAs('bob-key')).status).toBe(200);
      await hearPiecesOf(eu, seen, 'from eu');
      await eu.announce(log.append({ workspace: 'harbour' }));
      // Sooner than the stream reads without a wake-up.
      await eventually(() => positions(seen).length === 3, { withinMs: 8_000 });
      expect(positions(seen)).toEqual([1, 2, 3]);
    });

    test('after a move by this gateway open streams are woken by the new cell, before any request of their key', async () => {
      home.say(MoveWorkspace, () => {
        takeOver();
        return MOVED;
      });
      const seen = collect(client('bob-key').watch('demo', { signal: leaving.signal }));
      await hearPiecesOf(home, seen, 'from home');
      expect((await move('harbour', 'eu')).status).toBe(200);
      // An announcement without a subscriber is lost, as a piece is.
      await hearPiecesOf(eu, seen, 'from eu');
      await eu.announce(log.append({ workspace: 'harbour' }));
      // Sooner than the stream reads without a wake-up.
      await eventually(() => positions(seen).length === 1, { withinMs: 8_000 });
    });

    test('a workspace of the same name in another cell wakes no stream, and none of its text is shown', async () => {
      eu.identities.set('eu-key', { ...bob, workspace: 'harbour' });
      const ours = collect(client('bob-key').watch('demo', { signal: leaving.signal }));
      const theirs = collect(client('eu-key').watch('demo', { signal: leaving.signal }));
      await hearPiecesOf(home, ours, 'from home');
      await hearPiecesOf(eu, theirs, 'from eu');
      const asked = home.of(Events).length;
      await eu.announce(log.append({ workspace: 'harbour' }));
      await eventually(() => positions(theirs).length === 1);
      expect(home.of(Events).length).toBe(asked);
      expect([new Set(pieces(ours)), new Set(pieces(theirs))]).toEqual([new Set(['from home']), new Set(['from eu'])]);
    });
  });
});
