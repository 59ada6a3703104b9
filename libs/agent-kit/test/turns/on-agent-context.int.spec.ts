import { setTimeout as pause } from 'node:timers/promises';
import type { TokenPiece } from '@crumbtrail/contracts';
import { eventually, TestStore, type ScriptedModel } from '@crumbtrail/testing';
import { Pool } from './start-executor';
import type { TurnScene } from './turn-scene';

let store: TestStore;
let pool: Pool;
let model: ScriptedModel;
let scene: TurnScene;

beforeAll(async () => void (store = await TestStore.start()));
afterAll(() => store.stop());
beforeEach(async () => {
  pool = await Pool.open(store);
  ({ model, scene } = pool);
});
afterEach(() => pool.close());

describe('a context for the pool', () => {
  it('ends with one response in its session, caused by the context, with the model’s text', async () => {
    await pool.executor();
    model.next({ say: 'It is 42.', usage: { prompt_tokens: 7, completion_tokens: 4 } });
    const { id: turn } = await scene.open({
      definition: { prompt: 'Be brief.', persona: 'Dry.' },
      formatted: '[{"role":"system","content":"## Tools"},{"role":"user","content":"what?"}]',
      format: 'messages',
    });
    const [response] = await scene.answered(1);
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
    await pool.executor({ MODEL_INPUT_PRICE: '1', MODEL_OUTPUT_PRICE: '1' });
    model.otherwise({ say: 'x', usage: { prompt_tokens: 1_000_000, completion_tokens: 0 } });
    await scene.open();
    await scene.answered(1);
    await scene.setPrices([
      { model: 'other', input: 5, output: 5 },
      { model: 'scripted', input: 2, output: 2 },
    ]);
    await scene.open();
    await scene.answered(2);
    await scene.open({ definition: { model: { prices: { input: 3, output: 3 } } } });
    const usages = (await scene.answered(3)).map(({ context }) => context.usage);
    expect(usages.map((usage) => [usage?.cost_usd, usage?.prices])).toEqual(
      [1, 2, 3].map((price) => [price, { input: price, output: price }]),
    );
  });

  it('is answered to everybody who could read the message', async () => {
    await pool.executor();
    await scene.open({ audience: ['assistant'] });
    expect((await scene.answered(1))[0]?.audience).toEqual(['agent:assistant', 'user:alice']);
  });

  it('ends with one visible error when the model fails, without the key', async () => {
    await pool.executor({ MODEL_MAX_ATTEMPTS: '1' });
    model.next({ status: 500, message: 'key sk-scripted-0001 broke me' });
    await scene.open();
    const [response] = await scene.answered(1);
    expect(response?.context).toMatchObject({
      action: 'error',
      error: { code: 'model_error', message: expect.stringContaining('500') as string },
    });
    expect(JSON.stringify(response)).not.toContain('sk-scripted');
  });

  it('ends with one visible error, without asking a model, when a message that it quotes was erased', async () => {
    const earlier = await scene.say('The party is on Friday.', { session: 'another' });
    await scene.open({ quotes: [earlier] });
    await scene.erase(earlier);
    await pool.executor();
    expect((await scene.answered(1))[0]?.context).toMatchObject({ action: 'error', error: { code: 'erased' } });
    expect(model.calls).toHaveLength(0);
  });

  it('ends without asking a model when its own message was erased', async () => {
    const { message } = await scene.open();
    await scene.erase(message);
    await pool.executor();
    await eventually(() => scene.claims() > 0);
    expect((await scene.answered(1))[0]?.context).toMatchObject({ action: 'stopped', error: { code: 'erased' } });
    expect(model.calls).toHaveLength(0);
  });

  it('is answered once, however often and to however many executors it is delivered', async () => {
    await Promise.all([pool.executor(), pool.executor()]);
    model.otherwise({ say: 'once', delay_ms: 150 });
    const turn = await scene.open();
    await Promise.all([scene.redeliverContext(turn), scene.redeliverContext(turn)]);
    await scene.answered(1);
    const asked = scene.claims();
    await scene.redeliverContext(turn);
    await eventually(() => scene.claims() > asked);
    expect(model.calls).toHaveLength(1);
    expect(await scene.answered()).toHaveLength(1);
  });

  it('keeps its claim while a slow model writes for longer than the claim’s lifetime', async () => {
    await Promise.all([pool.executor(), pool.executor()]);
    model.otherwise({ say: 'slow', delay_ms: 1500 });
    const turn = await scene.open();
    await eventually(() => model.calls.length === 1);
    await scene.redeliverContext(turn);
    await scene.answered(1);
    expect(model.calls).toHaveLength(1);
    expect(await scene.answered()).toHaveLength(1);
  });

  it('aborts the model when the store closes the turn at its deadline, and writes nothing', async () => {
    await pool.executor({ EXECUTOR_SLOTS: '1' });
    model.next({ say: 'late', after: 0, ending: 'stall' });
    model.otherwise({ say: 'next' });
    await scene.open({ definition: { limits: { turn_seconds: 1 } } });
    await eventually(() => model.calls.length === 1);
    const [closed] = await scene.answered(1);
    await scene.open();
    const [, next] = await scene.answered(2);
    expect(closed).toMatchObject({ author: { id: 'breadcrumb-store' }, context: { action: 'error' } });
    expect(next?.context.content).toBe('next');
    expect(await model.calls[0]?.over).toBe('broken off by the client');
    expect(scene.commits()).toHaveLength(1);
  });

  it.each([
    ['within the lifetime of its claim', '60000', 0],
    ['after its claim expired', '3000', 4_500],
  ])('keeps a paid reply until the store is available again, %s', async (_, ttl, away) => {
    await pool.executor({ CLAIM_TTL_MS: ttl });
    model.next({ say: 'paid', delay_ms: 1000 });
    await scene.open();
    await eventually(() => model.calls.length === 1);
    await store.pause();
    await model.calls[0]?.over;
    await pause(away);
    await store.resume();
    expect((await scene.answered(1))[0]?.context.content).toBe('paid');
    expect(model.calls).toHaveLength(1);
  });

  it('runs as many turns at once as it has slots, and no more', async () => {
    model.otherwise({ say: 'x', delay_ms: 3000 });
    for (let turn = 0; turn < 5; turn += 1) await scene.open({ session: `session-${turn}` });
    await pool.executor({ EXECUTOR_SLOTS: '3' });
    await scene.answered(5);
    const since = model.calls.map(({ at }) => at - (model.calls[0]?.at ?? 0));
    expect(since[2]).toBeLessThan(3000);
    expect(since[3]).toBeGreaterThanOrEqual(2990);
  });

  it('streams its pieces, sends a late joiner the text so far, and ends the stream', async () => {
    await pool.executor();
    const { gateway } = pool;
    const pieces: TokenPiece[] = [];
    gateway.subscribePieces(scene.workspace, 'demo', (piece) => pieces.push(piece));
    model.next({ say: 'one two three', between_ms: 100 });
    const turn = await scene.open();
    await eventually(() => pieces.some(({ text }) => text === 'two '));
    const joined = await gateway.requestPieces(scene.workspace, turn.id);
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
    expect(await gateway.requestPieces(scene.workspace, turn.id)).toEqual([]);
  });

  it('finishes running turns when the executor shuts down', async () => {
    const one = await pool.executor();
    model.next({ say: 'last words', delay_ms: 400 });
    await scene.open();
    await eventually(() => model.calls.length === 1);
    await one.close();
    expect((await scene.answered()).map(({ context }) => context.content)).toEqual(['last words']);
  });

  it('is answered by the built-in model when none is configured', async () => {
    await pool.executor({ MODEL_BASE_URL: '', MODEL_NAME: '', MODEL_API_KEY: '' });
    await scene.open({ formatted: 'Bob: The party is on Friday.\nAlice: When is the party?' });
    const [response] = await scene.answered(1);
    expect(response?.context).toMatchObject({ action: 'speak', model: 'offline' });
    expect(response?.context.content).toContain('- Bob: The party is on Friday.');
  });
});
