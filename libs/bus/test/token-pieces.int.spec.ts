import type { CrumbEvent, TokenPiece } from '@crumbtrail/contracts';
import type { Bus } from '../src/request-reply/bus';
import { Broker, eventually } from './broker';
import { FakeStore } from './fake-store';

const TURN = '0b5f3a52-6f0e-5f7e-9a3c-1f1c3a1d2b4c';
const piece = (index: number, session?: string): TokenPiece => ({
  turn: TURN,
  agent: 'assistant',
  ...(session ? { session } : {}),
  attempt: 1,
  index,
  kind: 'text',
  text: `word ${index} `,
  audience: 'all',
});

let broker: Broker;
let executor: Bus;
let gateway: Bus;

beforeAll(async () => {
  broker = await Broker.start();
  [executor, gateway] = await Promise.all([broker.bus('agent-executor'), broker.bus('gateway')]);
}, 20_000);
afterAll(() => broker.stop());

describe('during a reply', () => {
  it('its pieces reach subscribers of that session in that workspace only', async () => {
    const got: TokenPiece[] = [];
    const others: TokenPiece[] = [];
    const stops = [
      gateway.subscribePieces('default', 'my.room', (one) => got.push(one)),
      gateway.subscribePieces('default', 'my', (one) => others.push(one)),
      gateway.subscribePieces('acme', 'my.room', (one) => others.push(one)),
      gateway.subscribePieces('default', undefined, (one) => others.push(one)),
    ];
    await gateway.ping();
    for (let index = 0; index < 50; index += 1) executor.publishPiece('default', piece(index, 'my.room'));
    await eventually(() => got.length === 50);
    expect(got.map((one) => one.index)).toEqual([...got.keys()]);
    expect(others).toEqual([]);
    for (const stop of stops) stop();
  });

  it('a late joiner gets the text so far, however long, from the process that runs the turn', async () => {
    const second = await broker.bus('agent-executor');
    const soFar = Array.from({ length: 10_000 }, (_, index) => piece(index));
    await executor.respondToJoins((workspace, turn) => (workspace === 'default' && turn === TURN ? soFar : null));
    await second.respondToJoins(() => null);
    expect(await gateway.requestPieces('default', TURN)).toEqual(soFar);
    expect(await gateway.requestPieces('acme', TURN)).toEqual([]);
  });

  it('a late joiner of a turn that no process runs gets no pieces and no error', async () => {
    const lonely = await Broker.start();
    const bus = await lonely.bus('gateway');
    expect(await bus.requestPieces('default', TURN)).toEqual([]);
    await lonely.stop();
  }, 20_000);
});

it('an event reaches subscribers of its workspace only', async () => {
  const store = new FakeStore(await broker.bus('breadcrumb-store'));
  await store.open();
  const got: CrumbEvent[] = [];
  const stop = gateway.subscribeEvents('acme', (event) => got.push(event));
  await gateway.ping();
  await store.say('elsewhere');
  const event = await store.say('here', { workspace: 'acme' });
  await eventually(() => got.length === 1);
  expect(got).toEqual([event]);
  stop();
});
