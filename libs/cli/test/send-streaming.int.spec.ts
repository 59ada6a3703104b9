import { Readable } from 'node:stream';
import { eventually } from '@crumbtrail/testing';
import { WaitingLine } from '../src/waiting';
import { watchTurns } from '../src/chat/watch-turns';
import { Interrupts } from '../src/interrupts';
import { Shell } from '../src/shell';
import { FakeGateway, Screen } from './fake-gateway';

const MESSAGES = 'POST /v1/sessions/quay/messages';
const message = { id: 'm', trail_id: 'm', session: 'quay', position: 7, context: { content: 'hello' } };

const answerOf = (agent: string, content: string, { trail = 'm' }: { trail?: string } = {}) => ({
  id: `answer of ${agent}`,
  trail_id: trail,
  author: { kind: 'agent', id: agent },
  context: { turn: { id: `turn of ${agent}`, version: 1 }, action: 'speak', content },
});
type Answer = ReturnType<typeof answerOf>;

const created = (crumb: Answer): string =>
  `event: created\nid: c\ndata: ${JSON.stringify({ kind: 'created', schema_name: 'agent.response.v1', trail_id: crumb.trail_id, crumb })}\n\n`;

/** The pieces of an answer, as the stream of the session sends them. */
function pieces(agent: string, ...texts: readonly string[]): string {
  const piece = (index: number, kind: string, text: string): string =>
    `event: piece\ndata: ${JSON.stringify({ turn: `turn of ${agent}`, agent, session: 'quay', attempt: 1, index, kind, text, audience: 'all' })}\n\n`;
  return [piece(0, 'reset', ''), ...texts.map((text, at) => piece(at + 1, 'text', text))].join('');
}
const endOf = (agent: string): string =>
  `event: piece\ndata: ${JSON.stringify({ turn: `turn of ${agent}`, agent, attempt: 1, index: 99, kind: 'end', text: '', audience: 'all' })}\n\n`;

describe('crumb send, while agents answer', () => {
  const gateway = new FakeGateway();
  let screen: Screen;
  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    screen = new Screen();
    const turns = ['ann', 'bob'].map((agent) => ({ id: `turn of ${agent}`, agent, state: 'open' }));
    gateway.replies['GET /v1/breadcrumbs/m/turns'] = [200, { decided: true, turns }];
  });
  afterAll(() => gateway.close());

  const shows = (text: string): Promise<unknown> =>
    eventually(() => screen.text.includes(text) || Promise.reject(new Error(`the output is: ${screen.text}`)));

  /** The receipt with the answers comes only once the output holds this text. */
  const holdReceiptUntil = (text: string, responses: readonly Answer[]): void => {
    gateway.replies[MESSAGES] = async (body) => {
      const { wait_ms } = JSON.parse(body) as { wait_ms: number };
      if (wait_ms === 0) return [202, { message, trail_id: 'm' }];
      await shows(text);
      return [200, { message, trail_id: 'm', responses }];
    };
  };

  test('on a pipe: prints each answer when it is complete, before the other agents have answered', async () => {
    const [ann, bob] = [answerOf('ann', 'first'), answerOf('bob', 'second')];
    gateway.replies['GET /v1/sessions/quay/stream'] = pieces('ann', 'fi') + created(ann);
    holdReceiptUntil('ann: first\n', [ann, bob]);
    const { code, err } = await gateway.crumb(['send', 'hello', '-s', 'quay'], { screen });
    expect([code, err]).toEqual([0, '']);
    expect(screen.text).toMatch(/^ann: first\nbob: second\n\ntrail m\n {6}http\S+\/trails\/m\n$/);
  });

  test('on a terminal: prints an answer while it is written, and another one when that line is complete', async () => {
    const [ann, bob] = [answerOf('ann', 'the old pier'), answerOf('bob', 'second')];
    gateway.replies['GET /v1/sessions/quay/stream'] = pieces('ann', 'the old ') + created(bob);
    holdReceiptUntil('ann: the old', [ann, bob]);
    const { code, err } = await gateway.crumb(['send', 'hello', '-s', 'quay'], { screen, columns: 80 });
    expect([code, err]).toEqual([0, '']);
    expect(screen.text).toMatch(/^ann: the old \nbob: second\nann: the old pier\n\ntrail m\n/);
  });

  test('on a terminal: an answer that was printed while it was written is not printed again', async () => {
    const ann = answerOf('ann', 'the old pier');
    gateway.replies['GET /v1/sessions/quay/stream'] =
      pieces('ann', 'the old ', 'pier ') + endOf('ann') + created(answerOf('ann', 'the old pier '));
    holdReceiptUntil('ann: the old pier', [ann]);
    await gateway.crumb(['send', 'hello', '-s', 'quay'], { screen, columns: 80 });
    expect(screen.text).toMatch(/^ann: the old pier \n\ntrail m\n/);
  });

  test('answers to other messages are not printed; with --all, replies to replies are', async () => {
    const [ann, cat, dan] = [
      answerOf('ann', 'first'),
      answerOf('cat', 'to you'),
      answerOf('dan', 'no', { trail: 'x' }),
    ];
    gateway.replies['GET /v1/sessions/quay/stream'] = pieces('dan', 'no ') + created(dan) + created(cat) + created(ann);
    holdReceiptUntil('ann: first\n', [ann]);
    const { out } = await gateway.crumb(['send', 'hello', '-s', 'quay'], { screen });
    expect(out).toMatch(/^ann: first\n\ntrail m\n/);
    screen = new Screen();
    const nodes = [cat, ann].map(({ id }, position) => ({ id, schema_name: 'agent.response.v1', position }));
    gateway.replies['GET /v1/trails/m'] = [200, { trail_id: 'm', nodes, tree: [] }];
    for (const one of [cat, ann]) gateway.replies[`GET /v1/breadcrumbs/${encodeURIComponent(one.id)}`] = [200, one];
    await gateway.crumb(['send', 'hello', '-s', 'quay', '--all'], { screen });
    expect(screen.text).toMatch(/^cat: to you\nann: first\n\ntrail m\n/);
  });

  test('where the stream is refused: says so, and prints the answers at the end', async () => {
    const [ann, errors] = [answerOf('ann', 'first'), new Screen()];
    gateway.replies[MESSAGES] = async (body) => {
      const { wait_ms } = JSON.parse(body) as { wait_ms: number };
      if (wait_ms === 0) return [202, { message, trail_id: 'm' }];
      await eventually(() => errors.text !== '');
      return [200, { message, trail_id: 'm', responses: [ann] }];
    };
    const { code, out } = await gateway.crumb(['send', 'hello', '-s', 'quay'], { errors });
    expect([code, out.split('\n')[0]]).toEqual([0, 'ann: first']);
    expect(errors.text).toMatch(/^Answers are shown together at the end: Not found: .*\n$/);
  });

  test('-o json: prints one document with all answers, at the end, and follows no stream', async () => {
    const ann = answerOf('ann', 'first');
    gateway.replies[MESSAGES] = [200, { message, trail_id: 'm', responses: [ann] }];
    const { out } = await gateway.crumb(['send', 'hello', '-s', 'quay', '-o', 'json']);
    expect(JSON.parse(out)).toEqual({ message, trail_id: 'm', responses: [ann] });
    expect(gateway.requests.filter(({ line }) => line.includes('stream'))).toEqual([]);
  });

  test('without a terminal: a line says from time to time who is still working', async () => {
    const shell = new Shell(
      { input: Readable.from([]), output: new Screen(), errors: new Screen() },
      new Interrupts(),
      {
        url: gateway.address,
        key: 'k',
      },
    );
    const [notes, ended] = [[] as string[], new AbortController()];
    const watching = watchTurns(shell, {
      message: 'm',
      waiting: new WaitingLine(undefined),
      note: (text) => void notes.push(text),
      announced: new Set(),
      signal: ended.signal,
      sayEveryMs: 0,
    });
    await eventually(() => notes.length > 0);
    ended.abort();
    await watching;
    expect(notes[0]).toMatch(/^Still working on it after \d+ s: ann, bob\.$/);
  });
});
