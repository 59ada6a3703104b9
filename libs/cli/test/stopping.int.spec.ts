import { Readable } from 'node:stream';
import { eventually } from '@crumbtrail/testing';
import { Interrupts } from '../src/interrupts';
import { sendUntilStopped } from '../src/chat/send-until-stopped';
import { Shell } from '../src/shell';
import { FakeGateway, Screen } from './fake-gateway';

describe('Ctrl-C while a reply is in progress', () => {
  const gateway = new FakeGateway();
  beforeAll(() => gateway.open());
  beforeEach(() => gateway.reset());
  afterAll(() => gateway.close());

  const waiting = (): { interrupts: Interrupts; errors: Screen; said: Promise<unknown> } => {
    const [interrupts, output, errors] = [new Interrupts(), new Screen(), new Screen()];
    const shell = new Shell({ input: Readable.from([]), output, errors }, interrupts, {
      url: gateway.address,
      key: 'k',
    });
    gateway.replies['POST /v1/sessions/demo/messages'] = ': never\n\n';
    const said = sendUntilStopped(shell, { session: 'demo', line: 'hello', waitMs: 60_000 });
    return { interrupts, errors, said: said.catch((error: unknown) => error) };
  };
  const isAsked = (line: string): Promise<unknown> =>
    eventually(() => gateway.requests.some((one) => one.line === line));
  const message = { id: 'm', trail_id: 'm', context: { content: 'hello' } };

  test('stops every open turn of the message; a second Ctrl-C ends the command', async () => {
    const { interrupts, said } = waiting();
    await isAsked('POST /v1/sessions/demo/messages');
    gateway.replies['POST /v1/sessions/demo/messages'] = [202, { message, trail_id: 'm' }];
    const turn = { agent: 'a', cause: { id: 'm', version: 1 } };
    const turns = [
      { ...turn, id: 't', state: 'open' },
      { ...turn, id: 'u', state: 'closed' },
    ];
    gateway.replies['GET /v1/breadcrumbs/m/turns'] = [200, { decided: true, turns }];
    gateway.replies['POST /v1/turns/t/stop'] = [200, { turn: turns[0] }];
    interrupts.trigger();
    await isAsked('POST /v1/turns/t/stop');
    expect(gateway.requests.map(({ line }) => line)).not.toContain('POST /v1/turns/u/stop');
    expect(gateway.requests.slice(0, 2).map(({ body }) => (JSON.parse(body) as { wait_ms: number }).wait_ms)).toEqual([
      60_000, 0,
    ]);
    expect(interrupts.signal.aborted).toBe(false);
    interrupts.trigger();
    expect([interrupts.signal.aborted, await said]).toEqual([true, expect.any(Error)]);
  });

  test('reports that no turn is open yet', async () => {
    const { interrupts, errors, said } = waiting();
    await isAsked('POST /v1/sessions/demo/messages');
    gateway.replies['POST /v1/sessions/demo/messages'] = [202, { message, trail_id: 'm' }];
    gateway.replies['GET /v1/breadcrumbs/m/turns'] = [200, { decided: false, turns: [] }];
    interrupts.trigger();
    await eventually(() => errors.text.includes('No reply in progress yet'));
    interrupts.trigger();
    await said;
  });
});
