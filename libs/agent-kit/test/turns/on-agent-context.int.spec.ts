import type { TokenPiece } from '@crumbtrail/contracts';
import type { Bus } from '@crumbtrail/bus';
import type { RunningService } from '@crumbtrail/platform';
import { eventually, type ScriptedModel } from '@crumbtrail/testing';
import { Pool } from './start-executor';
import type { ScriptedStore } from './scripted-store';

let pool: Pool;
let model: ScriptedModel;
let store: ScriptedStore;
let gateway: Bus;

const executor = (env?: Record<string, string>): Promise<RunningService> => pool.executor(env);

beforeEach(async () => {
  pool = await Pool.open();
  ({ model, store, gateway } = pool);
});
afterEach(() => pool.close());

const answered = (count: number) =>
  eventually(() => (store.responses.length >= count ? store.responses : null), { withinMs: 10_000 });

describe('a context for the pool', () => {
  it('ends with one response in its session, caused by the context, with the model’s text', async () => {
    await executor();
    model.next({ say: 'It is 42.', usage: { prompt_tokens: 7, completion_tokens: 4 } });
    const turn = await store.leave({
      definition: { prompt: 'Be brief.', persona: 'Dry.' },
      formatted: '[{"role":"system","content":"## Tools"},{"role":"user","content":"what?"}]',
      format: 'messages',
    });
    const [response] = await answered(1);
    expect(response).toMatchObject({
      schema_name: 'agent.response.v1',
      session: 'demo',
      audience: 'all',
      context: {
        turn: { id: turn },
        action: 'speak',
        content: 'It is 42.',
        model: 'scripted',
        finish_reason: 'stop',
        attempts: 1,
      },
    });
    expect(response?.context.usage).toMatchObject({ prompt_tokens: 7, completion_tokens: 4, counted_prompt_tokens: 9 });
    expect(response?.cause?.id).toBe(response?.context.context_id);
    expect(model.calls[0]?.body.messages).toEqual([
      { role: 'system', content: 'Be brief.\n\nDry.\n\n## Tools' },
      { role: 'user', content: 'what?' },
    ]);
  });

  it('costs the definition’s prices, else the workspace’s prices of its model, else the configured ones', async () => {
    await executor({ MODEL_INPUT_PRICE: '1', MODEL_OUTPUT_PRICE: '1' });
    model.otherwise({ say: 'x', usage: { prompt_tokens: 1_000_000, completion_tokens: 0 } });
    await store.leave();
    await answered(1);
    store.price([
      { model: 'other', input: 5, output: 5 },
      { model: 'scripted', input: 2, output: 2 },
    ]);
    await store.leave();
    await answered(2);
    await store.leave({ definition: { model: { prices: { input: 3, output: 3 } } } });
    expect((await answered(3)).map(({ context }) => context.usage?.cost_usd)).toEqual([1, 2, 3]);
  });

  it('is answered to everybody who could read the message', async () => {
    await executor();
    await store.leave({ audience: ['assistant'] });
    expect((await answered(1))[0]?.audience).toEqual(['assistant', 'alice']);
  });

  it('ends with one visible error when the model fails, without the key', async () => {
    await executor({ MODEL_MAX_ATTEMPTS: '1' });
    model.next({ status: 500, message: 'key sk-scripted-0001 broke me' });
    await store.leave();
    const [response] = await answered(1);
    expect(response?.context).toMatchObject({
      action: 'error',
      error: { code: 'model_error', message: expect.stringContaining('500') as string },
    });
    expect(JSON.stringify(response)).not.toContain('sk-scripted');
  });

  it('ends with one visible error, without asking a model, when its message was erased', async () => {
    await executor();
    await store.leave({ erase: 'blob' });
    expect((await answered(1))[0]?.context).toMatchObject({ action: 'error', error: { code: 'erased' } });
    expect(model.calls).toHaveLength(0);
  });

  it('is answered once, however often and to however many executors it is delivered', async () => {
    await Promise.all([executor(), executor()]);
    model.otherwise({ say: 'once', delay_ms: 150 });
    const turn = await store.leave();
    await Promise.all([store.announceAgain(turn), store.announceAgain(turn)]);
    await answered(1);
    const asked = store.claimsAsked;
    await store.announceAgain(turn);
    await eventually(() => store.claimsAsked > asked);
    expect(model.calls).toHaveLength(1);
    expect(store.responses).toHaveLength(1);
  });

  it('keeps its claim while a slow model writes for longer than the claim’s lifetime', async () => {
    await Promise.all([executor(), executor()]);
    model.otherwise({ say: 'slow', delay_ms: 1500 });
    const turn = await store.leave();
    await eventually(() => model.calls.length === 1);
    await store.announceAgain(turn);
    await answered(1);
    expect(model.calls).toHaveLength(1);
    expect(store.responses).toHaveLength(1);
  });

  it('aborts the model when its turn is closed meanwhile, and writes nothing', async () => {
    await executor();
    model.otherwise({ say: 'late', after: 0, ending: 'stall' });
    const turn = await store.leave();
    await eventually(() => model.calls.length === 1);
    store.closeTurn(turn);
    await store.leave();
    model.otherwise({ say: 'next' });
    await store.leave();
    await eventually(() => store.responses.some(({ context }) => context.content === 'next'));
    expect(store.responses.every(({ context }) => context.turn?.id !== turn)).toBe(true);
  });

  it('keeps a paid reply until the store is available again', async () => {
    await executor();
    store.refuseCommits = 3;
    await store.leave();
    await answered(1);
    expect(model.calls).toHaveLength(1);
  });

  it('runs as many turns at once as it has slots, and no more', async () => {
    await executor({ EXECUTOR_SLOTS: '3' });
    model.otherwise({ say: 'x', delay_ms: 600 });
    for (let turn = 0; turn < 5; turn += 1) await store.leave();
    await answered(5);
    const since = model.calls.map(({ at }) => at - (model.calls[0]?.at ?? 0));
    expect(since[2]).toBeLessThan(600);
    expect(since[3]).toBeGreaterThanOrEqual(590);
  });

  it('streams its pieces, sends a late joiner the text so far, and ends the stream', async () => {
    await executor();
    const pieces: TokenPiece[] = [];
    gateway.subscribePieces('default', 'demo', (piece) => pieces.push(piece));
    model.next({ say: 'one two three', between_ms: 100 });
    const turn = await store.leave();
    await eventually(() => pieces.some(({ text }) => text === 'two '));
    const joined = await gateway.requestPieces('default', turn);
    expect(joined.map(({ kind }) => kind)).toEqual(['reset', 'text']);
    expect('one two three'.startsWith(joined[1]?.text ?? 'nothing')).toBe(true);
    await eventually(() => pieces.some(({ kind }) => kind === 'end'));
    expect(pieces.map(({ kind, index, text }) => [kind, index, text])).toEqual([
      ['reset', 0, ''],
      ['text', 1, 'one '],
      ['text', 2, 'two '],
      ['text', 3, 'three'],
      ['end', 4, ''],
    ]);
    expect(await gateway.requestPieces('default', turn)).toEqual([]);
  });

  it('finishes running turns when the executor shuts down', async () => {
    const one = await executor();
    model.next({ say: 'last words', delay_ms: 400 });
    await store.leave();
    await eventually(() => model.calls.length === 1);
    await one.close();
    expect(store.responses.map(({ context }) => context.content)).toEqual(['last words']);
  });

  it('is answered by the built-in model when none is configured', async () => {
    await executor({ MODEL_BASE_URL: '', MODEL_NAME: '', MODEL_API_KEY: '' });
    await store.leave({ formatted: 'Bob: The party is on Friday.\nAlice: When is the party?' });
    const [response] = await answered(1);
    expect(response?.context).toMatchObject({ action: 'speak', model: 'offline' });
    expect(response?.context.content).toContain('- Bob: The party is on Friday.');
  });
});
